import Racing
import SQLite
import Text
import Timing

/// Entries, and changes of them.
extension RaceTables {
  /// Updates the rows with an entry, or a change of one.
  ///
  /// - Parameters:
  ///   - change: the entry.
  ///   - version: the number of its event within the race's own session.
  ///   - clock: the race's clock.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded: other chips or another wave
  ///   of a runner, and a new runner in some formats, change the results of others.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(log n), and O(k) in the crossings of a bib that was not entered.
  func enter(
    _ change: RaceEvent.Entry, by version: Int, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    let (bib, session) = (change.bib, race.session)
    guard bib.isASCII, !bib.mayHaveOtherSpelling else { return false }
    let former = try entry(bib, in: session)
    var entry = former ?? Race.Entry(bib: bib)
    entry.apply(change)
    if let former {
      guard entry.wave == former.wave, change.chips == .unchanged else { return false }
    } else {
      // Rulings on an entry that was withdrawn still stand.
      guard try !isRuled(bib, in: session),
        try enterNew(entry, chipsBy: version, rulings: [], clock, &race)
      else { return false }
    }
    try EntryRow(entry: entry, event: version).write(session, to: connection)
    return true
  }

  /// Returns the entry of a bib; nil without one.
  func entry(_ bib: String, in session: Int) throws -> Race.Entry? {
    let statement = try connection.cached(
      """
      SELECT name, first, last, team, category, wave, chips FROM entries \
      WHERE session = ? AND bib = ?
      """
    ).bind(session, bib)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var entry = Race.Entry(bib: bib)
    entry.name = statement.optionalText(0)
    entry.first = statement.optionalText(1)
    entry.last = statement.optionalText(2)
    entry.team = statement.optionalText(3)
    entry.category = statement.optionalText(4)
    entry.wave = statement.optionalText(5)
    entry.chips = try [String](storedJSON: statement.text(6), column: "chips")
    return entry
  }

  /// Whether a ruling on a bib stands, as one of an entry that was withdrawn may.
  private func isRuled(_ bib: String, in session: Int) throws(DatabaseError) -> Bool {
    try connection.cached("SELECT 1 FROM race_decisions WHERE session = ? AND target = ?")
      .bind(session, bib).first { _ in true } ?? false
  }
}
