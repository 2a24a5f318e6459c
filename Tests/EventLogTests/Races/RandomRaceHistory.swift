import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// A race of up to six runners in a log: random entries, crossings, rulings and corrections, also
/// by sessions that joined it.
struct RandomRaceHistory: CustomStringConvertible {
  var seed: Seed
  private(set) var fixture: LogFixture
  private let kept: Logbook?
  private(set) var events: [[Event]] = []
  /// The machines of the race and of the sessions that join it.
  private var machines: [Machine] = []
  private let streams: Int
  private var accepted: [String] = []
  private let isCorrectedOften: Bool
  /// Whether a lap ends the race soon, and corrections then move its end.
  private let isEnding: Bool

  var path: String { fixture.path }
  var description: String { "\(seed)\n\(accepted.joined(separator: "\n"))" }

  init(_ seed: Seed, streams: Int = 0, isEnding: Bool = false, isLongLived: Bool) throws {
    self.seed = seed
    isCorrectedOften = self.seed.chance(30)
    self.streams = streams
    self.isEnding = isEnding
    fixture = try LogFixture.inMemory()
    kept = isLongLived ? try fixture.open(.appending(longLived: true)) : nil
  }

  var now: Reading { fixture.machine.reading }

  func log() throws -> Logbook { try kept ?? fixture.open() }

  mutating func begin() throws {
    var format = SmallRace.format(&seed)
    if isEnding, seed.chance(60) {
      format.finish =
        seed.chance(60)
        ? .laps(1 + seed.below(4)) : .time(.seconds(5 + seed.below(25)), furtherLaps: seed.below(3))
    }
    var start = Event.Start(plan: Plan(race: format))
    if seed.chance(20) { start.plan.limit = .seconds(10 + seed.below(100)) }
    if seed.chance(5) { start.plan.laps = 2 }
    try perform(
      [(.start(start), seed.chance(15) ? .after(.seconds(4)) : .now)], of: .new(also: true))
    let entered = SmallRace.bibs.prefix(2 + seed.below(5)).map {
      (Command.race(.entered(SmallRace.entry($0, &seed))), Request.Time.now)
    }
    if seed.chance(85) { try perform(entered, of: .number(1)) }
    machines = [fixture.machine]
    for stream in 0..<streams {
      var machine = fixture.machine
      // About half of the streams are on devices with other clocks.
      if seed.chance(50) {
        machine.boot = Int64(100 * (stream + 1))
        machine.ticks = Int64(1_000_000_000 * (1 + seed.below(99)))
        machine.step(.seconds(seed.below(9) - 4))
      }
      machines.append(machine)
    }
  }

  private mutating func join() throws {
    fixture.machine = machines[events.count]
    let point = ["finish", "finish", "A", "B"][seed.below(4)]
    try perform(
      [(.join(race: "1", point: point, priority: seed.below(3)), .now)], of: .new(also: true))
  }

  /// Tries commands in one transaction, and returns whether at least one was accepted.
  mutating func next() throws -> Bool {
    if seed.chance(70) { pass(.seconds(seed.below(4))) }
    if events.count <= streams, seed.chance(20) {
      try join()
      return true
    }
    let count = seed.chance(80) ? 1 : 1 + seed.below(6)
    let session = events.count == 1 || seed.chance(50) ? 1 : 2 + seed.below(events.count - 1)
    fixture.machine = machines[session - 1]
    if streams > 0, seed.chance(2) {
      if seed.chance(50) { fixture.machine.step(.seconds(seed.below(9) - 4)) }
      if seed.chance(30) { fixture.machine.reboot(lasting: .seconds(2)) }
      machines[session - 1] = fixture.machine
    }
    if seed.chance(10) {
      let isAccepted = try perform(
        (0..<4 + seed.below(9)).map { _ in crossing() }, of: .number(session))
      // A photo of those who crossed together.
      let list = crossed(1).suffix(6).reversed().map(EventReference.event)
      if session == 1, list.count > 1, seed.chance(40) {
        try perform([(.order(list), .now)], of: .number(1))
      }
      return isAccepted
    }
    return try perform(
      (0..<count).map { _ in session == 1 ? command() : commandOfStream(session) },
      of: .number(session))
  }

  private mutating func crossing() -> (Command, Request.Time) {
    let bib = SmallRace.bibs[seed.below(SmallRace.bibs.count)]
    return (.race(.crossed(SmallRace.crossing(bib, strangers: ["99", "é"], &seed))), .now)
  }

  private mutating func pass(_ span: Duration) {
    for index in machines.indices { machines[index].pass(span) }
  }

  @discardableResult private mutating func perform(
    _ commands: [(Command, Request.Time)], of target: Request.Target
  ) throws -> Bool {
    // Most ids are ascending.
    let requests = commands.map { command in
      fixture.request(
        command.0, of: target, time: command.1,
        id: seed.chance(20) ? EventID(high: 0x0192, low: seed.next()) : nil)
    }
    let log = try log()
    let isOfRace = if case .number(1) = target { true } else { false }
    let decision = try commands.count == 1 && isOfRace ? decision(on: commands[0].0, log) : nil
    let results = try log.append(requests)
    if let decision, case let kind = try? results[0].get().kind, kind != decision {
      Issue.record("\(commands[0].0) gives \(kind) instead of \(decision)\n\(self)")
    }
    for (result, request) in zip(results, requests) {
      guard case .success = result else { continue }
      accepted.append(
        "\(fixture.machine.wall / 1_000_000_000 % 1000) of \(target): \(request.command)")
    }
    if kept != nil { try compareCrossings(results, log) }
    events = try (1...log.newestSession).map { number in
      try log.session(number).map { Array($0.events) } ?? []
    }
    return results.contains { if case .success = $0 { true } else { false } }
  }

  /// A random time, mostly now.
  private mutating func time() -> Request.Time {
    switch seed.below(20) {
    case 0: .ago(.seconds(seed.below(12)))
    case 1, 2: .at(Moment(nanosecondsSince1970: fixture.machine.wall) - .seconds(seed.below(12)))
    default: .now
    }
  }

  /// The fold's decision on a command that the tables may decide; outer nil for other commands,
  /// inner nil for a refusal.
  private func decision(on command: Command, _ log: Logbook) throws -> Event.Kind?? {
    switch command {
    case .race(.ruled), .assign(.event, _), .undo, .redo, .remove(.event):
      guard let session = try log.session(1) else { return nil }
      return .some(try? session.decide(command, .now(fixture.machine.reading)))
    default: return nil
    }
  }

  private mutating func command() -> (Command, Request.Time) {
    let time = time()
    let bib = SmallRace.bibs[seed.below(SmallRace.bibs.count)]
    var target = EventReference.event(1 + seed.below(max(1, events[0].count)))
    // Links, guns and rulings can be corrected, too.
    if seed.chance(85), let own = seed.pick(from: crossed(1)) { target = .event(own) }
    if events.count > 1, seed.chance(50) {
      let session = 2 + seed.below(events.count - 1)
      if let other = seed.pick(from: crossed(session)) {
        target = .stream(session: session, event: other)
      }
    }
    if streams > 0, seed.chance(5) { return comparison() }
    if isEnding, seed.chance(45) {
      switch seed.below(10) {
      case 0, 1: return (.race(.withdrawn(bib: bib)), .now)
      case 2: return (.race(.entered(SmallRace.entry(bib, &seed))), .now)
      case 3, 4: return (.remove(target), .now)
      case 5: return (.assign(target, bib: seed.chance(80) ? bib : nil), .now)
      case 6: return (.race(.ruled(SmallRace.ruling(bib, &seed))), .now)
      case 7: return (.redo, .now)
      default: return (.undo, .now)
      }
    }
    if isCorrectedOften, seed.chance(40) {
      let ruled = events[0].compactMap { event in
        if case .race(.ruled) = event.kind { event.version } else { nil }
      }
      let removed = seed.pick(from: ruled + crossed(1)) ?? 1
      return ([.undo, .undo, .redo, .remove(.event(removed))][seed.below(4)], .now)
    }
    switch seed.below(100) {
    case 0..<58:
      var crossing = SmallRace.crossing(bib, strangers: ["99", "é"], &seed)
      if seed.chance(5) { crossing.reader = "north" }
      return (.race(.crossed(crossing)), time)
    case 58..<62: return (.race(.entered(SmallRace.entry(bib, &seed))), .now)
    case 62: return (.race(.withdrawn(bib: bib)), .now)
    case 63..<67: return (.race(SmallRace.gun(&seed)), time)
    case 67: return (.race(SmallRace.plan(&seed)), .now)
    case 68..<71: return (.assign(target, bib: seed.chance(85) ? bib : nil), .now)
    case 71..<74: return (.race(.linked(chip: SmallRace.chips[seed.below(3)], bib: bib)), time)
    case 74..<78: return (.race(.ruled(SmallRace.ruling(bib, &seed))), .now)
    case 78..<82:
      var list = crossed(1).suffix(6).filter { _ in seed.chance(60) }.map(EventReference.event)
      if events.count > 1, let other = crossed(2).last {
        list.append(.stream(session: 2, event: other))
      }
      return (list.count > 1 ? .order(list.reversed()) : .mark(label: "m"), .now)
    case 82..<84: return (.remove(target), .now)
    case 84..<87: return (.amend(target, .init(move: .by(.seconds(seed.below(9) - 4)))), .now)
    case 87..<91: return (.undo, .now)
    case 91: return (.redo, .now)
    case 92: return (.plan(PlanChange(race: .set(SmallRace.format(&seed)))), .now)
    case 93: return (.stop, time)
    case 94: return (.resume, .now)
    case 95: return (.mark(label: "m"), time)
    case 96: return (.lap(label: nil), .now)
    case 97: return (seed.chance(30) ? .plan(PlanChange(race: .lifted)) : .name("race"), .now)
    default:
      pass(.seconds(10))
      fixture.machine = machines.first ?? fixture.machine
      return (.mark(label: "late"), .now)
    }
  }

  private mutating func commandOfStream(_ session: Int) -> (Command, Request.Time) {
    let target = seed.pick(from: crossed(session)).map(EventReference.event) ?? .event(1)
    switch seed.below(100) {
    case 0..<72:
      var crossing = RaceEvent.Crossing(bib: SmallRace.bibs[seed.below(SmallRace.bibs.count)])
      if seed.chance(20) {
        crossing = RaceEvent.Crossing(chip: ["C1", "c2", "c 3", "c4"][seed.below(4)])
      }
      if seed.chance(15) { crossing.point = SmallRace.points[seed.below(3)] }
      return (.race(.crossed(crossing)), time())
    case 72..<76: return (.mark(label: "m"), .now)
    case 76..<82: return (.remove(target), .now)
    case 82..<88: return (.amend(target, .init(move: .by(.seconds(seed.below(9) - 4)))), .now)
    case 88..<94: return (.undo, .now)
    case 94: return (.redo, .now)
    case 95: return (.discard, .now)
    case 96: return (.name("point"), .now)
    default: return comparison()
    }
  }

  /// A comparison with a reference that is often right, and otherwise up to 8 s ahead: then later
  /// events of other devices are in the past of this one.
  private mutating func comparison() -> (Command, Request.Time) {
    let ticks = fixture.machine.reading.ticks
    let ahead = Duration.seconds(seed.chance(30) ? seed.below(9) : 0)
    let time = Duration.nanoseconds(machines.first?.wall ?? 0) + ahead
    let comparison = ClockComparison(
      reference: "hub", sent: ticks - .milliseconds(seed.below(900)), referenceReceived: time,
      referenceSent: time, received: ticks)
    return (.race(.clocksCompared(comparison)), .now)
  }

  private func crossed(_ session: Int) -> [Int] {
    events[session - 1].compactMap { if case .race(.crossed) = $0.kind { $0.version } else { nil } }
  }

  /// Imports the events into another log in random pieces.
  mutating func send(to copy: LogFixture) throws {
    var lines = Array(repeating: [[UInt8]](), count: events.count)
    for session in events.indices {
      let export = try log().exported(sessions: [session + 1])
      lines[session] = export.split(separator: UInt8(ascii: "\n")).dropLast().map { $0 + [10] }
    }
    var sent = lines.map { _ in 0 }
    // A log that stays open keeps what it folded.
    let kept = seed.chance(50) ? try copy.open() : nil
    while lines.indices.contains(where: { sent[$0] < lines[$0].count }) {
      var piece: [UInt8] = []
      for session in lines.indices.shuffled(using: &seed) where seed.chance(50) {
        // An export of a session always begins with its first event.
        sent[session] += 1 + seed.below(seed.chance(30) ? 99 : 9)
        piece += lines[session].prefix(sent[session]).joined()
      }
      guard !piece.isEmpty else { continue }
      var rest: [UInt8]? = closed(piece)
      _ = try (kept ?? copy.open()).importEvents(foreign: seed.chance(50) ? { _ in true } : nil) {
        defer { rest = nil }
        return rest
      }
    }
  }
}
