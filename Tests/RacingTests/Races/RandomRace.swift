import Text
import Timing
import TimingTestSupport

@testable import Racing

/// Random events of a race: entries, crossings, rulings, and corrections anywhere.
struct RandomRace {
  private(set) var events: [Event] = []
  private var now: Int64 = 1_000
  /// Events of other streams that it may name.
  private var others: [EventID] = []
  private var clocks = RandomClocks(stream: 0)
  private let bibs = ["1", "2", "3", "10", "A7", "007"]
  private let chips = ["c1", "C 2", "c3"]
  private let waves = ["B", "C"]
  private let points = ["A", "B", "finish"]

  /// Creates the events of a race of up to six runners, begun after some entries.
  ///
  /// - Parameters:
  ///   - seed: the source of the choices.
  ///   - count: the number of steps.
  ///   - others: events of other streams that it may name.
  init(_ seed: inout Seed, count: Int, naming others: [EventID] = []) {
    self.others = others
    let format = format(&seed)
    append(.started(Event.Start(plan: Plan(race: format))), .measured, &seed)
    if seed.chance(50) { now += 5 }
    enter(2 + seed.below(5), &seed)
    for _ in 0..<count { step(&seed) }
  }

  /// Enters runners by one command.
  private mutating func enter(_ count: Int, _ seed: inout Seed) {
    let first = id(events.count + 1)
    for bib in bibs.prefix(count) {
      append(.race(enter(bib, &seed)), .measured, &seed, batch: first)
    }
  }

  private func id(_ version: Int) -> EventID {
    EventID(high: 0x0192_0000_0000_7000, low: UInt64(version))
  }

  private mutating func append(
    _ kind: Event.Kind, _ basis: Basis, _ seed: inout Seed, batch: EventID? = nil
  ) {
    let reading = clocks.reading(at: now)
    var at = reading.recordedAt
    if basis != .measured { at = at - .seconds(seed.below(12)) }
    events.append(
      Event(
        id: id(events.count + 1), version: events.count + 1, kind: kind, at: at, basis: basis,
        reading: reading, batch: batch))
  }

  private func format(_ seed: inout Seed) -> RaceFormat {
    let finish: RaceFormat.Finish =
      switch seed.below(10) {
      case 0, 1: .laps(1 + seed.below(5))
      case 2: .time(.seconds(5 + seed.below(60)), furtherLaps: nil)
      case 3, 4: .time(.seconds(5 + seed.below(40)), furtherLaps: seed.below(3))
      case 5: .points(points)
      case 6: .bestLaps(1 + seed.below(3), within: .seconds(20 + seed.below(60)))
      case 7: .elimination(every: 1 + seed.below(2))
      case 8: .backyard(.seconds(4 + seed.below(10)))
      default: .timeTrial(interval: seed.chance(40) ? nil : .seconds(1 + seed.below(5)))
      }
    var format = RaceFormat(finish)
    if seed.chance(30) { format.lapped = .continue }
    if seed.chance(30) { format.first = .start }
    if seed.chance(30) { format.clock = .chip }
    if seed.chance(30) { format.limitFrom = .wave }
    if seed.chance(40) { format.ties = seed.chance(50) ? .shared : .bestLap }
    if seed.chance(20) { format.round = seed.chance(50) ? .up(.seconds(2)) : .down(.seconds(3)) }
    if seed.chance(20) { format.bunch = .seconds(2 + seed.below(3)) }
    if seed.chance(30) { format.minimumLap = .seconds(1 + seed.below(5)) }
    if seed.chance(30) { format.deadTime = 100 + seed.below(700) }
    if seed.chance(20) { format.pulled = .unranked }
    if seed.chance(20) { format.classified = 500 + seed.below(500) }
    if seed.chance(40) { format.doubles = seed.chance(20) ? nil : .seconds(1 + seed.below(8)) }
    if seed.chance(15) {
      format.windows = [
        RaceFormat.Window(
          point: points[seed.below(3)], earliest: .seconds(seed.below(20)),
          latest: seed.chance(50) ? nil : .seconds(20 + seed.below(40)))
      ]
    }
    return format
  }

  private func enter(_ bib: String, _ seed: inout Seed) -> RaceEvent {
    var entry = RaceEvent.Entry(bib: bib)
    if seed.chance(35) { entry.wave = .set(waves[seed.below(2)]) }
    if seed.chance(10) { entry.wave = .lifted }
    if seed.chance(40) { entry.chips = .set([chips[seed.below(3)]]) }
    if seed.chance(5) { entry.chips = .lifted }
    return .entered(entry)
  }

  private var crossed: [EventID] {
    events.compactMap { if case .race(.crossed) = $0.kind { $0.id } else { nil } }
  }

  private mutating func step(_ seed: inout Seed) {
    if seed.chance(70) { now += Int64(seed.below(4)) }
    let basis: Basis = seed.chance(85) ? .measured : seed.chance(50) ? .ago : .stated
    let bib = bibs[seed.below(bibs.count)]
    if !others.isEmpty { clocks.step(&seed) }
    var any = events[seed.below(events.count)].id
    var target = crossed.isEmpty ? any : crossed[seed.below(crossed.count)]
    if !others.isEmpty, seed.chance(50) {
      any = others[seed.below(others.count)]
      target = any
    }
    if !others.isEmpty, seed.chance(5) {
      return append(.race(.clocksCompared(clocks.comparison(at: now, &seed))), .measured, &seed)
    }
    switch seed.below(100) {
    case 0..<55:
      var crossing = RaceEvent.Crossing()
      switch seed.below(10) {
      case 0: break
      case 1, 2: crossing.chip = ["C1", "c2", "c 3", "c4"][seed.below(4)]
      default: crossing.bib = seed.chance(95) ? bib : "99"
      }
      if seed.chance(25) { crossing.point = points[seed.below(3)] }
      append(.race(.crossed(crossing)), basis, &seed)
    case 55: enter(2 + seed.below(3), &seed)
    case 56..<60: append(.race(enter(bib, &seed)), .measured, &seed)
    case 60..<62: append(.race(.withdrawn(bib: bib)), .measured, &seed)
    case 62..<67:
      append(
        .race(
          .waveStarted(wave: waves[seed.below(2)], race: seed.chance(20) ? format(&seed) : nil)),
        basis, &seed)
    case 67:
      append(
        .race(.wavePlanned(wave: waves[seed.below(2)], race: format(&seed))), .measured, &seed)
    case 68..<72:
      append(
        .race(.assigned(target, bib: seed.chance(85) ? bib : nil)), .measured, &seed)
    case 72..<75:
      append(
        .race(.linked(chip: chips[seed.below(3)], bib: bib)), basis, &seed)
    case 75..<79:
      let decision: RaceEvent.Ruling.Decision =
        switch seed.below(3) {
        case 0: .time(.seconds(1 + seed.below(8)))
        case 1: .laps(1)
        default: .status(RaceEvent.Ruling.Status.allCases[seed.below(5)])
        }
      append(.race(.ruled(RaceEvent.Ruling(bib: bib, decision))), .measured, &seed)
    case 79..<82:
      let list = (crossed.suffix(6) + others.suffix(9)).filter { _ in seed.chance(60) }
      if list.count > 1 { append(.race(.ordered(list.reversed())), .measured, &seed) }
    case 82..<86: append(.removed(target), .measured, &seed)
    case 86..<90:
      append(
        .amended(
          target,
          Event.Amendment(move: .by(.seconds(seed.below(9) - 4)), scope: .anyMoment)),
        .measured, &seed)
    case 90..<96:
      let firsts = events.filter { $0.batch == $0.id }
      if seed.chance(25), let first = seed.pick(from: firsts) {
        append(.reverted(first.id, batch: true), .measured, &seed)
      } else {
        let newest = events[events.count - 1].id
        append(.reverted(seed.chance(60) ? newest : any), .measured, &seed)
      }
    case 96: append(.planned(PlanChange(race: .set(format(&seed)))), .measured, &seed)
    case 97: append(.stopped, .measured, &seed)
    case 98: append(.resumed, .measured, &seed)
    default: now += 10
    }
  }
}
