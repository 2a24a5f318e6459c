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
  private var bibs = SmallRace.bibs

  /// Creates the events of a race of up to six runners, or fourteen, begun after some entries.
  init(_ seed: inout Seed, count: Int, naming others: [EventID] = []) {
    self.others = others
    if seed.chance(20) { bibs += (11...18).map { "\($0)" } }
    append(.start(SmallRace.format(&seed)), &seed)
    if seed.chance(50) { now += 5 }
    enter(2 + seed.below(bibs.count - 1), &seed)
    for _ in 0..<count { step(&seed) }
  }

  private mutating func enter(_ count: Int, _ seed: inout Seed) {
    let first = RaceExampleTests.id(events.count + 1)
    for bib in bibs.prefix(count) {
      append(.race(.entered(SmallRace.entry(bib, &seed))), &seed, batch: first)
    }
  }

  private mutating func append(
    _ kind: Event.Kind, _ seed: inout Seed, _ basis: Basis = .measured, batch: EventID? = nil
  ) {
    let reading = clocks.reading(at: now)
    var at = reading.recordedAt
    if basis != .measured { at = at - .seconds(seed.below(12)) }
    events.append(
      Event(
        id: RaceExampleTests.id(events.count + 1), version: events.count + 1, kind: kind, at: at,
        basis: basis, reading: reading, batch: batch))
  }

  private var crossed: [EventID] {
    events.compactMap { if case .race(.crossed) = $0.kind { $0.id } else { nil } }
  }

  /// The other events that can be moved or removed.
  private var placed: [EventID] {
    events.compactMap {
      switch $0.kind {
      case .started, .race(.waveStarted), .race(.linked), .race(.ruled): $0.id
      default: nil
      }
    }
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
    let placed = seed.chance(30) ? seed.pick(from: placed) ?? target : target
    if !others.isEmpty, seed.chance(5) {
      return append(.race(.clocksCompared(clocks.comparison(at: now, &seed))), &seed)
    }
    switch seed.below(100) {
    case 0..<55: append(.race(.crossed(SmallRace.crossing(bib, &seed))), &seed, basis)
    case 55: enter(2 + seed.below(3), &seed)
    case 56..<60: append(.race(.entered(SmallRace.entry(bib, &seed))), &seed)
    case 60..<62: append(.race(.withdrawn(bib: bib)), &seed)
    case 62..<67: append(.race(SmallRace.gun(&seed)), &seed, basis)
    case 67: append(.race(SmallRace.plan(&seed)), &seed)
    case 68..<72: append(.race(.assigned(target, bib: seed.chance(85) ? bib : nil)), &seed)
    case 72..<75:
      append(.race(.linked(chip: SmallRace.chips[seed.below(3)], bib: bib)), &seed, basis)
    case 75..<79: append(.race(.ruled(SmallRace.ruling(bib, &seed))), &seed)
    case 79..<82:
      let list = (crossed.suffix(6) + others.suffix(9)).filter { _ in seed.chance(60) }
      if list.count > 1 { append(.race(.ordered(list.reversed())), &seed) }
    case 82..<86: append(.removed(placed), &seed)
    case 86..<90:
      let move = Event.Amendment.Move.by(.seconds(seed.below(9) - 4))
      append(.amended(placed, Event.Amendment(move: move, scope: .anyMoment)), &seed)
    case 90..<96:
      if seed.chance(25), let first = seed.pick(from: events.filter { $0.batch == $0.id }) {
        append(.reverted(first.id, batch: true), &seed)
      } else {
        let isBatch = seed.chance(20)
        let target = seed.chance(60) ? events[events.count - 1].id : any
        append(.reverted(target, batch: isBatch), &seed)
      }
    case 96: append(.planned(PlanChange(race: .set(SmallRace.format(&seed)))), &seed)
    case 97: append(.stopped, &seed)
    case 98: append(.resumed, &seed)
    default: now += 10
    }
  }
}

/// The clocks of a random stream: some are off, are set, or are those of another boot.
struct RandomClocks {
  private let stream: Int
  private var clock: Int64
  private var wall: Int64 = 0
  private var boot: Int64 = 0

  init(stream: Int) {
    self.stream = stream
    clock = Int64(stream * 10 + 1)
  }

  /// The clocks of a stream, of the race's own device or of another one.
  init(stream: Int, _ seed: inout Seed) {
    self.init(stream: stream)
    if seed.chance(25) { clock = 1 }
    if seed.chance(50) { wall = Int64(seed.below(21)) - 10 }
  }

  mutating func step(_ seed: inout Seed) {
    if seed.chance(2) { wall += Int64(seed.below(13)) - 6 }
    if seed.chance(2) {
      clock = Int64(stream * 10 + 1 + seed.below(3))
      boot = Int64(clock) * 100
    }
  }

  func reading(at now: Int64) -> Reading {
    Reading(
      clock: ClockID(rawValue: clock), ticks: .seconds(now - boot),
      recordedAt: Moment(nanosecondsSince1970: (now + wall) * 1_000_000_000))
  }

  /// A comparison with one of two references, which run at other rates.
  func comparison(at now: Int64, _ seed: inout Seed) -> ClockComparison {
    let ticks = reading(at: now).ticks
    let trip = 1 + seed.below(900)
    let sent = ticks - .milliseconds(trip)
    // Half of the places are whole seconds, which are often at one distance from a crossing.
    let received = ticks + .milliseconds(seed.chance(50) ? trip : seed.below(900))
    let time = Duration.seconds(now * 3 / 2 + 5_000) + .nanoseconds(Int64(seed.below(2_000)))
    return ClockComparison(
      reference: seed.chance(70) ? "hub" : "gps", sent: sent, referenceReceived: time,
      referenceSent: time + .milliseconds(seed.below(300)), received: received)
  }
}

struct RandomStreams {
  private(set) var own: [Event] = []
  /// The events of the streams that joined it, each in their order.
  var others: [[Event]] = []

  init(_ seed: inout Seed, count: Int) {
    let race = RaceExampleTests.id(1)
    for stream in 1...1 + seed.below(4) {
      let named = others.flatMap { $0.map(\.id) } + [race, EventID(high: race.high, low: 9)]
      others.append(Self.events(of: stream, race, count: 3 + seed.below(count), named, &seed))
    }
    own = RandomRace(&seed, count: count, naming: others.flatMap { $0.map(\.id) }).events
  }

  private static func events(
    of stream: Int, _ race: EventID, count: Int, _ others: [EventID], _ seed: inout Seed
  ) -> [Event] {
    var events: [Event] = []
    var clocks = RandomClocks(stream: stream, &seed)
    // The event becomes the first of a batch.
    let first = EventID(high: 0, low: 0)
    var now: Int64 = 990 + Int64(seed.below(30))
    func append(
      _ kind: Event.Kind, _ seed: inout Seed, _ basis: Basis = .measured, batch: EventID? = nil
    ) {
      let reading = clocks.reading(at: now)
      // Ids of streams are not in the order of their arrival.
      let id = EventID(
        high: 0x0192_0000_0000_7000 + UInt64(seed.below(3)),
        low: UInt64(stream * 1_000 + events.count))
      let at =
        basis == .measured ? reading.recordedAt : reading.recordedAt - .seconds(seed.below(9))
      events.append(
        Event(
          id: id, version: events.count + 1, kind: kind, at: at, basis: basis, reading: reading,
          batch: batch == first ? id : batch))
    }
    let joined = seed.chance(95) ? race : EventID(high: 1, low: 1)
    let point = ["finish", "finish", "A", "B"][seed.below(4)]
    append(.race(.joined(race: joined, point: point, priority: seed.below(3))), &seed)
    for _ in 0..<count {
      if seed.chance(70) { now += Int64(seed.below(4)) }
      clocks.step(&seed)
      var target = events[seed.below(events.count)].id
      if seed.chance(15) { target = others[seed.below(others.count)] }
      let basis: Basis = seed.chance(85) ? .measured : seed.chance(50) ? .ago : .stated
      switch seed.below(100) {
      case 0..<62:
        let bibs = SmallRace.bibs
        let crossing = SmallRace.crossing(bibs[seed.below(bibs.count)], strangers: bibs, &seed)
        // Some crossings begin a batch, or belong to that of the event before.
        let last = events[events.count - 1].batch
        let batch = seed.chance(30) ? seed.chance(40) ? first : last ?? first : nil
        append(.race(.crossed(crossing)), &seed, basis, batch: batch)
      case 62..<68: append(.removed(target), &seed)
      case 68..<76:
        let move: Event.Amendment.Move =
          switch seed.below(3) {
          case 0: .at(Moment(nanosecondsSince1970: (now - Int64(seed.below(9))) * 1_000_000_000))
          case 1: .ago(.seconds(seed.below(9)))
          default: .by(.seconds(seed.below(9) - 4))
          }
        let amendment = Event.Amendment(move: move, scope: seed.chance(90) ? .anyMoment : .laps)
        append(.amended(target, amendment), &seed)
      case 76..<86:
        append(.reverted(seed.chance(50) ? events[events.count - 1].id : target), &seed)
      case 86..<92: append(.race(.clocksCompared(clocks.comparison(at: now, &seed))), &seed)
      case 92..<94: append(.timestamped(label: "rain"), &seed)
      case 94: append(.race(.entered(RaceEvent.Entry(bib: "3"))), &seed)
      case 95: append(.race(.assigned(target, bib: "2")), &seed)
      case 96: append(.race(.ruled(RaceEvent.Ruling(bib: "1", .status(.dnf)))), &seed)
      case 97: append(seed.chance(30) ? .discarded : .stopped, &seed)
      case 98: append(.race(.waveStarted(wave: "B", race: nil)), &seed)
      default: now += 10
      }
    }
    return events
  }

  /// All events in a random order of arrival, each with the id of its stream: those of all streams
  /// in turn, or whole streams one after the other.
  func arrivals(_ seed: inout Seed, inTurn: Bool = true) -> [(event: Event, stream: EventID)] {
    var streams = ([own] + others).map { (id: $0[0].id, rest: $0[...]) }.shuffled(using: &seed)
    var arrivals: [(event: Event, stream: EventID)] = []
    while let index = inTurn ? streams.indices.randomElement(using: &seed) : streams.indices.first {
      arrivals.append((streams[index].rest.removeFirst(), streams[index].id))
      if streams[index].rest.isEmpty { streams.remove(at: index) }
    }
    return arrivals
  }

  /// The standings after all events as JSON and the places of the crossings, for a random order of
  /// arrival.
  func standings(_ seed: inout Seed) -> [UInt8] {
    var race = Race(own[0].id)
    let isInTurn = seed.chance(70)
    let arrivals = arrivals(&seed, inTurn: isInTurn)
    func applyAll(to race: inout Race) {
      for (event, stream) in arrivals { race.apply(event, of: stream) }
    }
    if seed.chance(30) {
      race.applyAll { applyAll(to: &$0) }
    } else if seed.chance(50) {
      race.applyAll { race in
        race.deferred?.least = 1 + seed.below(20)
        applyAll(to: &race)
      }
    } else {
      applyAll(to: &race)
    }
    guard let standings = race.standings() else { return [] }
    var json = JSONWriter()
    StandingsReport(
      session: 1, uid: own[0].id, name: nil, position: 1, standings: standings, hasLaps: true
    ).write(to: &json) { _ in }
    let places = ([own] + others).joined().map { race.place(ofCrossing: $0.id) }
    return json.bytes + Array("\(places)".utf8)
  }
}
