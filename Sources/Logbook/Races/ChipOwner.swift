import SQLite
import Text
import Timing

struct ChipOwner {
  var bib: String
  /// The place from which a link gives it; nil for an entry.
  var place: Duration?
}

extension [ChipOwner] {
  /// Returns the bib that has the chip at a place, where the newest event comes first.
  func owner(at place: Duration) -> String? {
    var latest: ChipOwner?
    for owner in self {
      guard let start = owner.place, start <= place else { continue }
      if latest?.place.map({ $0 < start }) ?? true { latest = owner }
    }
    return (latest ?? first { $0.place == nil })?.bib
  }
}

extension RaceTables {
  /// Returns the bib that has a chip at a place: by the latest link up to there, else by the newest
  /// entry.
  func owner(
    ofChip chip: String, at place: Duration, in session: Int
  ) throws(DatabaseError) -> String? {
    try owners(ofChip: chip, in: session).owner(at: place)
  }

  /// Returns the owners of a chip, by the newest event first.
  func owners(ofChip chip: String, in session: Int) throws(DatabaseError) -> [ChipOwner] {
    // In the order of the key: SQLite would sort by another one in a table of its own.
    try connection.cached(
      "SELECT bib, place FROM chips WHERE session = ? AND chip = ? ORDER BY event DESC"
    ).bind(session, chip).all { ChipOwner(bib: $0.text(0), place: $0.duration(1)) }
  }

  /// Returns the bib of the newest entry that has a chip, in upper case and without spaces; nil
  /// without one.
  func entry(withChip chip: String, in session: Int) throws(DatabaseError) -> String? {
    try connection.cached(
      """
      SELECT bib FROM chips WHERE session = ? AND chip = ? AND place IS NULL \
      ORDER BY event DESC LIMIT 1
      """
    ).bind(session, chip).first { $0.text(0) }
  }
}
