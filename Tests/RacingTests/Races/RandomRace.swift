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

  /// Creates the events of a race of up to six runners, begun after some entries.
  ///
  /// - Parameters:
  ///   - seed: the source of the choices.
  ///   - count: the number of steps.
  ///   - others: events of other streams that it may name.
  init(_ seed: inout Seed, count: Int, naming others: [EventID] = []) {
    self.others = others
    let format = SmallRace.format(&seed)
    append(.started(Event.Start(plan: Plan(race: format))), .measured, &seed)
    if seed.chance(50) { now += 5 }
    enter(2 + seed.below(5), &seed)
    for _ in 0..<count { step(&seed) }
  }

  /// Enters runners by one command.
  private mutating func enter(_ count: Int, _ seed: inout Seed) {
    let first = id(events.count + 1)
    for bib in SmallRace.bibs.prefix(count) {
      append(.race(.entered(SmallRace.entry(bib, &seed))), .measured, &seed, batch: first)
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

  private var crossed: [EventID] {
    events.compactMap { if case .race(.crossed) = $0.kind { $0.id } else { nil } }
  }

  private mutating func step(_ seed: inout Seed) {
    if seed.chance(70) { now += Int64(seed.below(4)) }
    let basis: Basis = seed.chance(85) ? .measured : seed.chance(50) ? .ago : .stated
    let bib = SmallRace.bibs[seed.below(SmallRace.bibs.count)]
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
      append(.race(.crossed(SmallRace.crossing(bib, &seed))), basis, &seed)
    case 55: enter(2 + seed.below(3), &seed)
    case 56..<60: append(.race(.entered(SmallRace.entry(bib, &seed))), .measured, &seed)
    case 60..<62: append(.race(.withdrawn(bib: bib)), .measured, &seed)
    case 62..<67: append(.race(SmallRace.gun(&seed)), basis, &seed)
    case 67: append(.race(SmallRace.plan(&seed)), .measured, &seed)
    case 68..<72:
      append(
        .race(.assigned(target, bib: seed.chance(85) ? bib : nil)), .measured, &seed)
    case 72..<75:
      append(
        .race(.linked(chip: SmallRace.chips[seed.below(3)], bib: bib)), basis, &seed)
    case 75..<79: append(.race(.ruled(SmallRace.ruling(bib, &seed))), .measured, &seed)
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
        let isBatch = seed.chance(20)
        append(.reverted(seed.chance(60) ? newest : any, batch: isBatch), .measured, &seed)
      }
    case 96: append(.planned(PlanChange(race: .set(SmallRace.format(&seed)))), .measured, &seed)
    case 97: append(.stopped, .measured, &seed)
    case 98: append(.resumed, .measured, &seed)
    default: now += 10
    }
  }
}
