import Timing
import SQLite

/// The tables that are kept of the log: `sessions`, `anchors`, `laps` and `timestamps`.
///
/// All of it is called within the transaction of an append.
struct Tables {
  let connection: Connection

  /// Which version of the fold writes these tables.
  ///
  /// A fold that tells anything else of the same events has the next number.
  static let foldVersion = 2

  /// What is known of a session without its past; nil if there is no such session.
  ///
  /// With a `reading`, the summary is for that reading alone to be told by, or to go on with.
  func summary(of session: Int, for reading: Reading? = nil) throws -> Summary? {
    let statement = try connection.cached(SummaryColumns.selectOne)
    try statement.bind(session)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    var summary = try statement.summary()
    try addAnchors(to: &summary, of: session, for: reading)
    return summary
  }

  /// Writes what an event in order has added to the lists of its session.
  func put(_ addition: Summary.Addition, _ session: Int) throws(DatabaseError) {
    switch addition {
    case .nothing: break
    case .lap(let lap): try put(lap, session)
    case .timestamp(let timestamp): try put(timestamp, session)
    }
  }

  /// Writes the lists of a session where an event has changed them.
  func put(_ change: Session.Change, of after: Session, _ session: Int) throws(DatabaseError) {
    switch change {
    case .added(let addition): try put(addition, session)
    case .judgedAnew(let laps, let timestamps):
      try replace(laps.before, after.laps[laps.range], session)
      try replace(timestamps.before, after.timestamps[timestamps.range], session)
    }
  }
}
