import Timing
import Text

/// Keeps the tables while events are taken in: what comes in order goes straight into them, and a
/// session that is corrected is folded anew at the end, once.
struct MergeProgress {
  private let log: EventLog
  private let tables: Tables
  private var live: [Int: Live] = [:]
  private var corrected: Set<Int> = []

  /// A session whose row in the tables is behind.
  private struct Live {
    var uid: EventID
    var before: Summary?
    var summary: Summary
  }

  /// How many sessions may be live at once: an export has them one after the other, or as many at
  /// a time as once ran.
  private static let most = 1000

  init(_ log: EventLog, _ tables: Tables) {
    self.log = log
    self.tables = tables
  }

  mutating func take(_ event: Event, _ session: Int, _ uid: EventID) throws {
    if corrected.contains(session) { return }
    if live[session] == nil { try begin(session, uid) }
    guard let addition = live[session]?.summary.apply(event) else {
      corrected.insert(session)
      live[session] = nil
      return
    }
    try tables.put(addition, session)
  }

  mutating func finish() throws {
    try flush()
    for session in corrected.sorted() {
      try tables.remove(session)
      try log.refold(session, tables)
    }
  }

  private mutating func begin(_ session: Int, _ uid: EventID) throws {
    if live.count >= Self.most { try flush() }
    let summary = try tables.summary(of: session)
    live[session] = Live(uid: uid, before: summary, summary: summary ?? Summary())
  }

  private mutating func flush() throws {
    for (session, state) in live.sorted(by: { $0.key < $1.key }) {
      try tables.put(state.summary, from: state.before, session, state.uid)
    }
    live.removeAll(keepingCapacity: true)
  }
}
