import Timing
import Text
import SQLite

/// A session that runs or counts down.
struct OpenSession {
  var session: Int
  var phase: Phase

  /// The session as of a reading; nil if its limit has been reached since its last event.
  init?(session: Int, _ summary: Summary, at now: Reading) {
    phase = summary.phase(at: now)
    guard phase == .running || phase == .countdown else { return nil }
    self.session = session
  }
}

extension Summary {
  /// Whether its row is one of a session that runs or counts down.
  var isOpen: Bool { [.running, .countdown].contains(storedPhase) }
}

extension Tables {
  /// The sessions that run or count down as of a reading, in the order of their numbers.
  ///
  /// Those whose limit has been reached since their last event are not among them.
  func openSessions(at now: Reading) throws -> [OpenSession] {
    try openRows(at: now).compactMap { OpenSession(session: $0.session, $0.summary, at: now) }
  }

  /// The sessions that ran or counted down as of their last events, in the order of their numbers,
  /// their summaries being for this reading.
  func openRows(at now: Reading) throws -> [(session: Int, summary: Summary)] {
    let statement = try connection.cached(SummaryColumns.selectOpen)
    var rows: [(session: Int, summary: Summary)] = []
    defer { statement.reset() }
    while try statement.step() {
      let session = Int(statement.int(0))
      var summary = try statement.summary(from: 1)
      try addAnchors(to: &summary, of: session, for: now)
      rows.append((session, summary))
    }
    return rows
  }
}
