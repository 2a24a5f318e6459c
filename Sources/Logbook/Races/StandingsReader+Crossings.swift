import EventLog
import Racing
import SQLite
import Text
import Timing

extension StandingsReader {
  /// Reads all crossings of the runners.
  ///
  /// - Returns: false if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  mutating func readCrossings() throws -> Bool {
    // CROSS JOIN keeps SQLite from reading `events` first, which would be random access.
    let statement = try connection.cached(
      """
      SELECT c.bib, c.number, c.lap_ns, c.place, c.point, c.flags, e.id \
      FROM crossings AS c CROSS JOIN events AS e ON e.session = c.stream AND e.version = c.event \
      WHERE c.session = ? AND c.bib IS NOT NULL
      """
    ).bind(session)
    defer { statement.reset() }
    while try statement.step() {
      guard let runner = runners[statement.utf8(0)] else { continue }
      guard let id = statement.withBlob(6, { EventID($0) }), try add(statement, id, to: runner)
      else { return false }
    }
    sortPassages()
    return true
  }

  /// Reads the laps of the runners that a table may show, their crossings that do not count, and
  /// the crossings of nobody entered.
  ///
  /// The laps have no events: a table does not show them, and to look up their ids would take two
  /// thirds of the time of this function.
  ///
  /// - Returns: the crossings of nobody entered; nil if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  mutating func readShownLaps() throws -> UnknownCrossings? {
    // A join would search for a runner and an event at each crossing: four times the work.
    let statement = try connection.cached(
      """
      SELECT bib, number, lap_ns, place, point, flags, stream, event, chip FROM crossings \
      WHERE session = ?
      """
    ).bind(session)
    defer { statement.reset() }
    var unknown = UnknownCrossings()
    while try statement.step() {
      guard !statement.isNull(0), let runner = runners[statement.utf8(0)] else {
        guard try add(statement, to: &unknown) else { return nil }
        continue
      }
      if !statement.isNull(1) {
        guard let lap = statement.duration(2), runner.shows(lap) else { continue }
      }
      let event = statement.crossingEvent
      guard event.version > 0, event.version <= versions[event.session] ?? 0 else { return nil }
      let id = try statement.isNull(1) ? id(of: event) : nil
      guard try add(statement, id, to: runner) else { return nil }
    }
    sortPassages()
    return unknown
  }

  private func id(of event: CrossingRow.Event) throws -> EventID? {
    try log.id(ofEvent: event.version, in: event.session)
  }

  /// Adds the crossing of a row to its runner.
  ///
  /// - Returns: false if the race must be folded.
  private mutating func add(
    _ statement: Statement, _ id: EventID?, to runner: TableRunner
  ) throws -> Bool {
    let (wave, index) = (runner.wave, runner.index)
    let flags = try statement.flags(5)
    guard flags.isDisjoint(with: [.bridged, .compared]) else { return false }
    let origin = origins[wave].isOwnClock ? runner.start : nil
    let number = statement.isNull(1) ? nil : try statement.laps(1, "number")
    let passage = Standings.Passage(
      number: number ?? 0,
      split: .nanoseconds(statement.int(3)) - (origin ?? origins[wave].place),
      lap: number == nil ? .zero : statement.duration(2) ?? .zero,
      point: statement.optionalText(4), event: id, flags: flags)
    let isInOrder =
      if number == nil {
        waves[wave].runners[index].row.others.addInOrder(passage)
      } else {
        waves[wave].runners[index].row.passages.addInOrder(passage)
      }
    if !isInOrder { unordered.append((wave, index)) }
    return true
  }

  /// Sorts the passages of the runners whose crossings were read out of order.
  private mutating func sortPassages() {
    for (wave, index) in unordered {
      waves[wave].runners[index].row.passages.sort { $0.isBefore($1) }
      waves[wave].runners[index].row.others.sort { $0.isBefore($1) }
    }
    unordered = []
  }

  /// Reads the crossings of nobody entered.
  ///
  /// - Returns: the crossings; nil if the race must be folded.
  func unknownCrossings() throws -> UnknownCrossings? {
    // Only bibs have an index: the crossings of unknown bibs are found by it, while those without a
    // bib take a read of all crossings. Unasked, SQLite 3.40 reads all crossings for each such bib.
    let statement = try connection.cached(
      """
      WITH bibs(bib) AS ( \
      SELECT DISTINCT bib FROM crossings WHERE session = ?1 AND bib IS NOT NULL \
      ), unknown AS ( \
      SELECT c.* FROM bibs AS b CROSS JOIN crossings AS c INDEXED BY crossings_by_bib \
      ON c.session = ?1 AND c.bib = b.bib WHERE NOT EXISTS ( \
      SELECT 1 FROM competitors AS p WHERE p.session = ?1 AND p.bib = b.bib) \
      UNION ALL SELECT * FROM crossings WHERE session = ?1 AND bib IS NULL \
      ) \
      SELECT bib, number, lap_ns, place, point, flags, stream, event, chip FROM unknown
      """
    ).bind(session)
    defer { statement.reset() }
    var unknown = UnknownCrossings()
    while try statement.step() {
      guard try add(statement, to: &unknown) else { return nil }
    }
    return unknown
  }

  /// Adds the crossing of a row to those of nobody entered.
  ///
  /// - Returns: false if the race must be folded.
  private func add(_ statement: Statement, to unknown: inout UnknownCrossings) throws -> Bool {
    let event = statement.crossingEvent
    let bib = statement.optionalText(0)
    let chip = bib == nil ? statement.optionalText(8).map(RaceEvent.comparable(chip:)) : nil
    // The fold takes texts in other bytes as the same one.
    guard [bib, chip].allSatisfy({ $0.map { $0.isASCII && !$0.mayHaveOtherSpelling } ?? true })
    else { return false }
    if bib == nil, try statement.flags(5).contains(.amended) {
      guard let id = try id(of: event) else { return false }
      if try tables.isAssigned(id, in: session) { return true }
    }
    return try unknown.add(bib: bib, chip: chip, at: .nanoseconds(statement.int(3))) {
      try id(of: event)
    }
  }
}

extension [Standings.Passage] {
  /// Adds a passage at the end.
  ///
  /// - Returns: whether the passages are still in order.
  fileprivate mutating func addInOrder(_ passage: Standings.Passage) -> Bool {
    let isInOrder = last.map { !passage.isBefore($0) } ?? true
    append(passage)
    return isInOrder
  }
}

extension Statement {
  /// The event of a row of the statements for unknown crossings and shown laps.
  fileprivate var crossingEvent: CrossingRow.Event {
    CrossingRow.Event(session: Int(int(6)), version: Int(int(7)))
  }
}
