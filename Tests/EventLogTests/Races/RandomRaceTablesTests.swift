import Foundation
import Racing
import SQLite
import Testing
import Text
import Timing
import struct TimingTestSupport.Seed
import enum TimingTestSupport.SmallRace

@testable import EventLog
@testable import Logbook

/// Random races in whole logs; ask for more by `LAPTIMER_TEST_SEEDS`.
struct RandomRaceTablesTests {
  private static let count =
    ProcessInfo.processInfo.environment["LAPTIMER_TEST_SEEDS"].flatMap { Int($0) } ?? 40

  @Test func `the view has the standings of the fold, and the tables are sound`()
    throws
  {
    for race in 0..<Self.count {
      var history = try RandomRaceHistory(Seed(), isLongLived: race % 3 > 0)
      try history.begin()
      for _ in 0..<30 + history.seed.below(50) {
        guard try history.next(), race % 4 == 0 || history.seed.chance(25) else { continue }
        if try !history.hasSameStandings() { return }
      }
      if case let findings = try history.log().check().findings, !findings.isEmpty {
        Issue.record("\(findings)\n\(history)")
        return
      }
      let before = try Dump(history.path)
      try history.log().rebuild()
      let after = try Dump(history.path)
      #expect(after == before, "\(history.seed)")
      if after != before { return }
    }
  }
}

/// A race of up to six runners in a log: entries, crossings, rulings, and corrections anywhere.
private struct RandomRaceHistory: CustomStringConvertible {
  var seed: Seed
  private var fixture: LogFixture
  private let kept: Logbook?
  private var events: [Event] = []
  private var accepted: [String] = []
  /// Few values, so that results are often equal.
  private var step = Duration.seconds(1)

  var path: String { fixture.path }
  var description: String { "\(seed)\n\(accepted.joined(separator: "\n"))" }

  init(_ seed: Seed, isLongLived: Bool) throws {
    self.seed = seed
    fixture = try LogFixture()
    kept = isLongLived ? try fixture.open(.appending(longLived: true)) : nil
  }

  func log() throws -> Logbook { try kept ?? fixture.open() }

  mutating func begin() throws {
    var start = Event.Start(plan: Plan(race: SmallRace.format(&seed)))
    if seed.chance(20) { start.plan.limit = .seconds(10 + seed.below(100)) }
    if seed.chance(5) { start.plan.laps = 2 }
    try perform(
      [(.start(start), seed.chance(15) ? .after(.seconds(4)) : .now)], of: .new(also: true))
    let entered = SmallRace.bibs.prefix(2 + seed.below(5)).map {
      (Command.race(.entered(SmallRace.entry($0, &seed))), Request.Time.now)
    }
    if seed.chance(85) { try perform(entered, of: .number(1)) }
  }

  /// Tries one command, or several in one transaction.
  ///
  /// - Returns: whether one was accepted.
  mutating func next() throws -> Bool {
    if seed.chance(70) { fixture.machine.pass(.seconds(seed.below(4))) }
    let count = seed.chance(80) ? 1 : 1 + seed.below(6)
    return try perform((0..<count).map { _ in command() }, of: .number(1))
  }

  @discardableResult
  private mutating func perform(
    _ commands: [(Command, Request.Time)], of target: Request.Target
  ) throws -> Bool {
    let requests = commands.map { fixture.request($0.0, of: target, time: $0.1) }
    let log = try log()
    let results = try log.append(requests)
    for (result, request) in zip(results, requests) {
      guard case .success = result else { continue }
      accepted.append("\(fixture.machine.wall / 1_000_000_000 % 1000): \(request.command)")
    }
    events = try log.session(1).map { Array($0.events) } ?? []
    return results.contains { if case .success = $0 { true } else { false } }
  }

  private mutating func command() -> (Command, Request.Time) {
    let time: Request.Time =
      switch seed.below(20) {
      case 0: .ago(.seconds(seed.below(12)))
      case 1:
        .at(
          Moment(nanosecondsSince1970: fixture.machine.wall) - .seconds(seed.below(12)))
      default: .now
      }
    let bib = SmallRace.bibs[seed.below(SmallRace.bibs.count)]
    let any = EventReference.event(1 + seed.below(max(1, events.count)))
    let target = crossed.isEmpty ? any : EventReference.event(crossed[seed.below(crossed.count)])
    switch seed.below(100) {
    case 0..<58:
      var crossing = RaceEvent.Crossing()
      switch seed.below(10) {
      case 0: break
      case 1, 2: crossing.chip = ["C1", "c2", "c 3", "c4"][seed.below(4)]
      default: crossing.bib = seed.chance(95) ? bib : seed.chance(50) ? "99" : "é"
      }
      if seed.chance(25) { crossing.point = SmallRace.points[seed.below(3)] }
      if seed.chance(5) { crossing.reader = "north" }
      return (.race(.crossed(crossing)), time)
    case 58..<62: return (.race(.entered(SmallRace.entry(bib, &seed))), .now)
    case 62: return (.race(.withdrawn(bib: bib)), .now)
    case 63..<67:
      return (
        .race(
          .waveStarted(
            wave: SmallRace.waves[seed.below(2)],
            race: seed.chance(20) ? SmallRace.format(&seed) : nil)),
        time
      )
    case 67:
      return (
        .race(.wavePlanned(wave: SmallRace.waves[seed.below(2)], race: SmallRace.format(&seed))),
        .now
      )
    case 68..<71: return (.assign(target, bib: seed.chance(85) ? bib : nil), .now)
    case 71..<74: return (.race(.linked(chip: SmallRace.chips[seed.below(3)], bib: bib)), time)
    case 74..<78:
      let decision: RaceEvent.Ruling.Decision =
        switch seed.below(3) {
        case 0: .time(.seconds(1 + seed.below(8)))
        case 1: .laps(1)
        default: .status(RaceEvent.Ruling.Status.allCases[seed.below(5)])
        }
      return (.race(.ruled(RaceEvent.Ruling(bib: bib, decision))), .now)
    case 78..<82:
      let list = crossed.suffix(6).filter { _ in seed.chance(60) }.map(EventReference.event)
      return (list.count > 1 ? .order(list.reversed()) : .mark(label: "m"), .now)
    case 82..<84: return (.remove(target), .now)
    case 84..<87: return (.amend(target, .by(.seconds(seed.below(9) - 4))), .now)
    case 87..<91: return (.undo, .now)
    case 91: return (.redo, .now)
    case 92: return (.plan(PlanChange(race: .set(SmallRace.format(&seed)))), .now)
    case 93: return (.stop, time)
    case 94: return (.resume, .now)
    case 95: return (.mark(label: "m"), time)
    case 96: return (.lap(label: nil), .now)
    case 97: return (seed.chance(30) ? .plan(PlanChange(race: .lifted)) : .name("race"), .now)
    default:
      fixture.machine.pass(.seconds(10))
      return (.mark(label: "late"), .now)
    }
  }

  private var crossed: [Int] {
    events.compactMap { if case .race(.crossed) = $0.kind { $0.version } else { nil } }
  }

  // MARK: Comparing

  /// Whether the view has the rows of the fold, and the tables those of a fresh fold.
  func hasSameStandings() throws -> Bool {
    let session = try #require(try log().session(1))
    let race = Race(session)
    let expected =
      race.standingsAtNewestEvent().map { standings in
        standings.waves.sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap { wave in
          wave.rows.enumerated().map { text(of: $1, line: $0 + 1, wave.name, session) }
        }
      } ?? []
    let shown = try shown()
    if shown != expected {
      report("the view has\n\(shown.joined(separator: "\n"))", expected)
      return false
    }
    let rows = Set(race.rows(of: 1).crossings)
    let stored = try crossings()
    let fresh = rows.map { row in
      "\(row.event.version) \(row.bib ?? "-") \(row.passage?.number ?? 0) \(row.flags.names)"
    }.sorted()
    if stored != fresh {
      report("crossings are\n\(stored.joined(separator: "\n"))", fresh)
      return false
    }
    return true
  }

  private func report(_ text: String, _ expected: [String]) {
    Issue.record(
      """
      \(text)
      not
      \(expected.joined(separator: "\n"))
      \(self)
      """)
  }

  private func text(
    of row: Standings.Row, line: Int, _ wave: String?, _ session: Session
  ) -> String {
    let numbers: [Int64?] = [
      row.position.map(Int64.init), Int64(row.laps), row.time?.nanoseconds, row.gap?.nanoseconds,
      Int64(row.gapLaps), row.interval?.nanoseconds, row.last?.nanoseconds,
      row.best?.nanoseconds, row.penaltyTime.nanoseconds, Int64(row.penaltyLaps),
      row.event.flatMap { id in session.events.first { $0.id == id }.map { Int64($0.version) } },
    ]
    let texts = [wave, row.bib, row.name, row.team, row.category, row.status.rawValue]
    return "\(line) " + texts.map { $0 ?? "-" }.joined(separator: " ") + " "
      + numbers.map { $0.map(String.init) ?? "-" }.joined(separator: " ")
      + " \(row.flags.names.sorted())"
  }

  private func connection() throws -> Connection {
    try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
  }

  private func shown() throws -> [String] {
    let connection = try connection()
    guard try RaceTables(connection: connection).exist() else { return [] }
    let statement = try connection.prepare(
      """
      SELECT line, wave, bib, name, team, category, status, position, laps, time_ns, gap_ns, \
      gap_laps, interval_ns, last_ns, best_ns, penalty_ns, penalty_laps, last_event, flags \
      FROM standings WHERE session = 1 ORDER BY coalesce(wave, ''), line
      """)
    var rows: [String] = []
    while try statement.step() {
      let flags = try [String](storedJSON: statement.text(18), column: "flags").sorted()
      rows.append(
        (0..<18).map { statement.optionalText($0) ?? "-" }.joined(separator: " ") + " \(flags)")
    }
    return rows
  }

  private func crossings() throws -> [String] {
    let connection = try connection()
    guard try RaceTables(connection: connection).exist() else { return [] }
    let statement = try connection.prepare("SELECT event, bib, number, flags FROM crossings")
    var rows: [String] = []
    while try statement.step() {
      let flags = try [String](storedJSON: statement.text(3), column: "flags")
      rows.append(
        "\(statement.int(0)) \(statement.optionalText(1) ?? "-") \(statement.int(2)) \(flags)")
    }
    return rows.sorted()
  }
}
