import Racing
import SQLite
import Testing
import Text
import Timing
import struct TimingTestSupport.Seed

@testable import EventLog
@testable import Logbook

struct RandomRaceTablesTests {
  private static let races = 0..<Seed.tries(16)

  /// In how many of a hundred cases the standings of a race are compared after an event.
  ///
  /// Those of the races after the first are compared at the end alone, which takes a tenth of the
  /// time, and are sent to one other log.
  private static func chance(of race: Int) -> Int { race < 200 ? race % 4 == 0 ? 100 : 25 : 0 }

  @Test(arguments: races)
  func `the view has the standings of the fold, and the tables are sound`(race: Int) throws {
    var history = try RandomRaceHistory(Seed(), isLongLived: race % 3 > 0)
    _ = try isSound(&history, comparing: Self.chance(of: race))
  }

  @Test(arguments: races)
  func `the tables are equal for any order of arrival of the streams`(race: Int) throws {
    var seed = Seed()
    let streams = 1 + seed.below(4)
    var history = try RandomRaceHistory(seed, streams: streams, isLongLived: race % 3 > 0)
    guard try isSound(&history, comparing: Self.chance(of: race)) else { return }
    let expected = try RaceDump(history.path)
    for _ in 0..<(race < 200 ? 3 : 1) {
      let copy = try LogFixture()
      try history.send(to: copy)
      #expect(try RaceDump(copy.path) == expected, "\(history)")
      #expect(try copy.open().check().findings == [], "\(history)")
    }
  }

  /// Withdrawals, removed and assigned crossings, rulings, and the undo of each move the end.
  @Test(arguments: races)
  func `the tables equal a fold after each correction at the end of a race`(race: Int) throws {
    var history = try RandomRaceHistory(Seed(), isEnding: true, isLongLived: false)
    try history.begin()
    for event in 1...40 where try history.next() {
      guard race < 200 || event % 10 == 0 else { continue }
      if try !history.isSound() { return }
    }
  }

  /// Whether the tables equal the fold after random events, and a rebuild at the end.
  private func isSound(_ history: inout RandomRaceHistory, comparing chance: Int) throws -> Bool {
    try history.begin()
    for _ in 0..<30 + history.seed.below(50) {
      guard try history.next(), history.seed.chance(chance) else { continue }
      if try !history.hasSameStandings() { return false }
    }
    guard try history.hasSameStandings() else { return false }
    let before = try Dump(history.path)
    try history.log().rebuild()
    let after = try Dump(history.path)
    #expect(after == before, "\(history)")
    return after == before
  }
}

extension RandomRaceHistory {
  func isSound() throws -> Bool {
    let findings = try log().check().findings
    if !findings.isEmpty { Issue.record("\(findings)\n\(self)") }
    return findings.isEmpty
  }

  /// Whether the view and the tables have the rows of a new fold.
  func hasSameStandings() throws -> Bool {
    let race = try #require(try log().race(1))
    let expected =
      race.standings().map { standings in
        standings.waves.sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap { wave in
          wave.rows.enumerated().map { text(of: $1, line: $0 + 1, wave.name) }
        }
      } ?? []
    let shown = try shown()
    if shown != expected {
      report("the view has\n\(shown.joined(separator: "\n"))", expected)
      return false
    }
    return try isSound() && hasSameTables(as: race)
  }

  /// Whether the tables of results with the passages that they show equal those with all.
  private func hasSameTables(as race: Race) throws -> Bool {
    guard let all = race.standings(at: now), let uid = race.uid,
      let shown = race.standings(at: now, passages: .shown)
    else { return true }
    for format in StandingsFormat.allCases {
      func text(_ standings: Standings) throws -> String {
        var bytes: [UInt8] = []
        let report = StandingsReport(
          session: 1, uid: uid, name: nil, position: 1, standings: standings)
        try report.write(format, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
      }
      let (text, expected) = (try text(shown), try text(all))
      guard text == expected else {
        report("\(format) of the passages shown has\n\(text)", [expected])
        return false
      }
    }
    return true
  }

  /// Compares the crossings of a transaction, as their receipts have them, with those of a race that
  /// is folded up to their events, and the last one with that of the tables.
  func compareCrossings(_ results: [Result<Receipt, Rejection>], _ log: Logbook) throws {
    let other = try fixture.open(.reading)
    let receipts = results.compactMap { result in try? result.get() }
    for receipt in receipts where receipt.kind.isCrossing && !receipt.isProvisional {
      var crossings: [StoredCrossing?] = []
      if receipt.session == 1, let race = try log.race(1, throughPosition: receipt.position) {
        var folded = FoldedRace(1, race)
        folded.settle()
        crossings.append(folded.crossing(receipt.version, of: 1))
      }
      if receipt.position == receipts.last?.position {
        crossings.append(try other.storedCrossing(receipt.version, of: receipt.session, in: 1))
      }
      for crossing in crossings where crossing != receipt.crossing {
        Issue.record(
          "\(receipt.version) is \(receipt.crossing as Any), not \(crossing as Any)\n\(self)")
      }
    }
  }

  func report(_ text: String, _ expected: [String]) {
    Issue.record("\(text)\nnot\n\(expected.joined(separator: "\n"))\n\(self)")
  }

  private func text(of row: Standings.Row, line: Int, _ wave: String?) -> String {
    let numbers: [Int64?] = [
      row.position.map(Int64.init), Int64(row.laps), row.time?.nanoseconds, row.gap?.nanoseconds,
      Int64(row.gapLaps), row.interval?.nanoseconds, row.last?.nanoseconds,
      row.best?.nanoseconds, row.penaltyTime.nanoseconds, Int64(row.penaltyLaps),
      row.event.flatMap { id in
        events.lazy.flatMap(\.self).first { $0.id == id }.map { Int64($0.version) }
      },
    ]
    let texts = [wave, row.bib, row.name, row.team, row.category, row.status.rawValue]
    return "\(line) " + texts.map { $0 ?? "-" }.joined(separator: " ") + " "
      + numbers.map { $0.map(String.init) ?? "-" }.joined(separator: " ")
      + " \(row.flags.names.sorted())"
  }

  /// The rows of the view; none if there are no tables of races.
  private func shown() throws -> [String] {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    guard try Tables(connection: connection).hasOptionalTables() else { return [] }
    let row = try connection.prepare(
      """
      SELECT line, wave, bib, name, team, category, status, position, laps, time_ns, gap_ns, \
      gap_laps, interval_ns, last_ns, best_ns, penalty_ns, penalty_laps, last_event, flags \
      FROM standings WHERE session = 1 ORDER BY coalesce(wave, ''), line
      """)
    var rows: [String] = []
    while try row.step() {
      let flags = try [String](storedJSON: row.text(18), column: "flags").sorted()
      let texts = (0..<18).map { row.optionalText($0) ?? "-" }
      rows.append("\(texts.joined(separator: " ")) \(flags)")
    }
    return rows
  }
}
