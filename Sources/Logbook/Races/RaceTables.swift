import EventLog
import Racing
import SQLite
import Text
import Timing

/// The tables `entries`, `chips`, `waves`, `crossings` and `competitors`, and the view `standings`.
extension Tables {
  /// The tables, in the order in which they are made.
  static let ofRaces = [
    Race.Entry.table, ChipRow.table, WaveRow.table, CrossingRow.table, CompetitorRow.table,
  ]

  /// Makes the rows of a race, or of some of its runners, equal to these; rows that stay the same,
  /// but for those of waves, are not written.
  ///
  /// - Complexity: O(n log n) in the rows of these runners, and O(n) in the chips if these changed.
  func replace(_ rows: RaceRows, of session: Int) throws {
    guard try makeOptionalTables(forRow: !rows.waves.isEmpty) else { return }
    if let chips = rows.chips { try ChipRow.replace(with: chips, of: session, in: connection) }
    // The table of waves has no key, since the name of a wave may be null.
    try connection.cached("DELETE FROM waves WHERE session = ?").bind(session).run()
    for wave in rows.waves.sorted(by: { $0.key < $1.key }) {
      try wave.write(session, to: connection)
    }
    guard let removed = rows.removed else {
      try Race.Entry.replace(with: rows.entries, of: session, in: connection)
      try CrossingRow.replace(with: rows.crossings, of: session, in: connection)
      try CompetitorRow.replace(with: rows.competitors, of: session, in: connection)
      return
    }
    for bib in removed.bibs {
      try Race.Entry.delete(RaceRowKey(text: bib), of: session, in: connection)
      try CompetitorRow.delete(RaceRowKey(text: bib), of: session, in: connection)
    }
    for event in removed.crossings {
      try CrossingRow.delete(CrossingRow.key(of: event), of: session, in: connection)
    }
    for row in rows.entries { try row.write(session, to: connection) }
    if rows.hasAllRunners {
      try CompetitorRow.replace(with: rows.competitors, of: session, in: connection)
    } else {
      for row in rows.competitors { try row.write(session, to: connection) }
    }
    // In the order of the table, which takes much less time if they are many.
    let order = rows.crossings.indices.map { (event: rows.crossings[$0].event, index: $0) }
      .sorted { ($0.event.session, $0.event.version) < ($1.event.session, $1.event.version) }
    for (_, index) in order { try rows.crossings[index].write(session, to: connection) }
  }

  func isEntered(_ bib: String, in session: Int) throws(DatabaseError) -> Bool {
    guard try hasOptionalTables() else { return false }
    return try connection.cached("SELECT 1 FROM entries WHERE session = ? AND bib = ?")
      .bind(session, bib).first { _ in true } ?? false
  }

  /// Returns the owners of a chip, by the newest event first.
  func owners(ofChip chip: String, in session: Int) throws(DatabaseError) -> [ChipRow] {
    // In the order of the key: SQLite would sort by another one in a table of its own.
    try connection.cached(
      "SELECT * FROM chips WHERE session = ? AND chip = ? ORDER BY event DESC"
    ).bind(session, chip).all { ChipRow(of: $0) }
  }
}

extension [ChipRow] {
  /// Returns the bib that has the chip at a place, where the newest event comes first.
  func owner(at place: Duration) -> String? {
    var latest: ChipRow?
    for owner in self {
      guard let start = owner.place, start <= place else { continue }
      if latest?.place.map({ $0 < start }) ?? true { latest = owner }
    }
    return (latest ?? first { $0.place == nil })?.bib
  }
}
