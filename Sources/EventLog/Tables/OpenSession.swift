import Timing

/// A session that runs or counts down.
struct OpenSession {
  var session: Int
  var phase: Phase
  var summary: Summary
}

extension Tables {
  /// The sessions that run or count down as of a reading, in the order of their numbers.
  ///
  /// Those whose limit has been reached since their last event are not among them.
  func openSessions(at now: Reading) throws -> [OpenSession] {
    let statement = try connection.cached(SummaryColumns.selectOpen)
    var open: [OpenSession] = []
    defer { statement.reset() }
    while try statement.step() {
      let session = Int(statement.int(0))
      var summary = try statement.summary(from: 1)
      try addAnchors(to: &summary, of: session, for: now)
      let phase = summary.phase(at: now)
      guard phase == .running || phase == .countdown else { continue }
      open.append(OpenSession(session: session, phase: phase, summary: summary))
    }
    return open
  }
}
