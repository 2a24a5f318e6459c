import EventLog
import Timing
import Text
import SQLite

/// A session that runs or counts down.
struct OpenSession {
  var session: Int
  var phase: Phase

  /// The largest number of sessions to look up.
  ///
  /// One more than are named shows that there are more, and one may be the session of the request.
  static let most = RunningSessions.mostNamed + 2

  /// Creates an open session at a reading; nil if it has reached its limit, or is not open.
  init?(session: Int, _ summary: Summary, at now: Reading) {
    (self.session, phase) = (session, summary.phase(at: now))
    if !phase.isOpen { return nil }
  }
}

extension Summary {
  var isOpen: Bool { storedPhase.isOpen }
}

/// The rows of the newest sessions that ran or counted down at their last events, newest first.
struct OpenRows {
  var rows: [(session: Int, summary: Summary)] = []
  /// Whether there are no others.
  var isComplete = false

  /// Returns the newest that run or count down at a reading; nil if older rows may be needed.
  func open(at now: Reading) -> [OpenSession]? {
    var open: [OpenSession] = []
    for row in rows where open.count < OpenSession.most {
      if let session = OpenSession(session: row.session, row.summary, at: now) {
        open.append(session)
      }
    }
    return isComplete || open.count == OpenSession.most ? open : nil
  }

  /// Updates the rows with a session's row that was written; returns false if they lack that of a
  /// session that runs or counts down.
  mutating func follow(_ session: Int, _ summary: Summary) -> Bool {
    guard let index = rows.firstIndex(where: { $0.session == session }) else {
      return !summary.isOpen || !isComplete && session < rows.last?.session ?? 0
    }
    if summary.isOpen { rows[index].summary = summary } else { rows.remove(at: index) }
    return true
  }
}

extension Tables {
  /// Reads the rows of the newest sessions that ran or counted down at their last events.
  ///
  /// It stops after `most` sessions that run or count down at a reading; the summaries are valid for
  /// this reading only, and have no labels.
  func openRows(
    at now: Reading, most: Int = OpenSession.most, without skipped: Set<Int> = []
  ) throws -> OpenRows {
    let statement = try connection.cached(
      SessionColumn.select + "phase IN ('running', 'countdown') ORDER BY session DESC")
    var open = OpenRows()
    var count = 0
    defer { statement.reset() }
    while count < most {
      guard try statement.step() else {
        open.isComplete = true
        break
      }
      let row = try row(of: statement, for: now, withLabels: false)
      if skipped.contains(row.number) { continue }
      open.rows.append((row.number, row.summary))
      if OpenSession(session: row.number, row.summary, at: now) != nil { count += 1 }
    }
    return open
  }
}
