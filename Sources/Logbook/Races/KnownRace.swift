import EventLog
import Racing
import SQLite
import Text
import Timing

/// The rows of a race that judge crossings in order, kept from one event to the next.
struct KnownRace {
  /// The number of the race's own session.
  let session: Int
  var waves: [WaveRow]
  /// Whether other sessions joined it.
  let hasStreams: Bool
  /// The entered runners who crossed since the race was read, by their bibs.
  var runners: [String: Runner] = [:]
  /// The owners of chips that were read, by the chips.
  var chips: [String: [ChipRow]] = [:]
  /// The newest crossing, as written.
  var newest: StoredCrossing?

  /// An entered runner with a summary of the crossings.
  struct Runner {
    var runner: WaveRow.Runner
    /// The name of the entry.
    var name: String?
    /// The place of the last crossing; nil without one.
    var last: Duration?
    var row: CompetitorRow { runner.row }
  }

  /// Returns the index of the wave with a name; nil if it has no row.
  func index(ofWave name: String?) -> Int? {
    waves.firstIndex { $0.key == RaceRowKey(text: name) }
  }

  /// Whether a result may change by a present alone.
  func changes(at present: Duration) -> Bool {
    waves.contains { wave in wave.nextChange.map { $0 <= present } ?? false }
  }
}

extension Tables {
  /// Reads a race; nil if the format of a wave is not valid, as in damaged tables.
  ///
  /// - Complexity: O(n log n) in the streams and waves.
  func race(_ session: Int, _ uid: EventID) throws -> KnownRace? {
    let waves = try waves(of: session)
    guard waves.allSatisfy({ $0.wave.format.validationError == nil }) else { return nil }
    // No session joins itself.
    let hasStreams = try sessions(joining: uid)
      .contains { $0 != session }
    return KnownRace(session: session, waves: waves, hasStreams: hasStreams)
  }

  /// Returns the waves of a race; none if the tables are damaged.
  func waves(of session: Int) throws -> [WaveRow] {
    guard try connection.knowsTable(WaveRow.table.name) else { return [] }
    let statement = try connection.cached(WaveRow.table.select).bind(session)
    defer { statement.reset() }
    var waves: [WaveRow] = []
    while try statement.step() {
      guard let wave = try WaveRow(of: statement) else { return [] }
      waves.append(wave)
    }
    return waves
  }

  /// Reads an entered runner with a summary of the crossings; nil if nobody has the bib, and if the
  /// tables are damaged.
  ///
  /// - Complexity: O(log n).
  func runner(_ bib: String, in session: Int, _ waves: [WaveRow]) throws -> KnownRace.Runner? {
    let key = RaceRowKey(text: bib)
    guard let row = try CompetitorRow.read(key, of: session, in: connection) else { return nil }
    var last: CrossingRow?
    if let event = row.lastEvent {
      last = try CrossingRow.read(CrossingRow.key(of: event), of: session, in: connection)
      guard last?.number != nil else { return nil }
    }
    var runner = WaveRow.Runner(row, last: last)
    let wave = waves.first { $0.key == RaceRowKey(text: row.wave) }
    if wave?.wave.format.minimumLap != nil, let counted = runner.lapStart {
      // A lap after the finish is one all the same.
      let after = try connection.cached(
        """
        SELECT place FROM crossings WHERE session = ? AND bib = ? AND place > ? \
        AND instr(flags, '"after_finish"') > 0 ORDER BY place DESC LIMIT 1
        """
      ).bind(session, bib, counted.nanoseconds).first { $0.duration(0) }
      runner.lapStart = after ?? counted
    }
    let place =
      try connection.cached(
        "SELECT max(place) FROM crossings WHERE session = ? AND bib = ?"
      ).bind(session, bib).first { $0.duration(0) } ?? nil
    let entry = try Race.Entry.read(key, of: session, in: connection)
    return KnownRace.Runner(
      runner: runner, name: entry?.fullName, last: place)
  }

  /// Whether an entry may have a bib in other bytes, which the fold takes as the same text: the Kelvin
  /// sign, the Greek question mark and the Greek varia are equal to ASCII characters.
  ///
  /// - Complexity: O(n) in the entries for a bib with such a character, else O(1).
  func hasOtherSpelling(ofBib bib: String, in session: Int) throws(DatabaseError) -> Bool {
    guard bib.utf8.contains(where: { "K;`".utf8.contains($0) }) else { return false }
    return try connection.cached(
      """
      SELECT 1 FROM entries WHERE session = ? \
      AND bib GLOB '*[' || char(0x212A, 0x37E, 0x1FEF) || ']*' LIMIT 1
      """
    ).bind(session).first { _ in true } ?? false
  }
}
