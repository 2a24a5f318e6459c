import EventLog
import Racing
import SQLite
import Text
import Timing

/// Updates the tables during an import.
///
/// Events in order are written directly; a corrected session is folded again once, at the end.
final class ImportedSessions: ImportProjection {
  private let projection: SessionProjection
  private let log: EventLog
  private let tables: Tables
  private var live: [Int: Live] = [:]
  private var corrected: [Int: Corrected] = [:]
  /// The races whose rows are to be folded again at the end.
  private var races: Set<Int> = []
  /// The ids of the races of which sessions of the import time a point.
  private var joinedRaces: Set<EventID> = []
  /// The largest number of sessions that were live at once.
  private(set) var mostLive = 0

  /// A session with a row that is not up to date.
  private struct Live {
    var uid: EventID
    var before: Summary?
    var summary: Summary
  }

  /// A session to be folded again at the end.
  private struct Corrected {
    /// The number of its events that are not new.
    var known: Int
    /// The line of its newest event.
    var line: Int
  }

  /// An export has sessions one after the other, or as many interleaved as ran at the same time.
  static let mostAtOnce = 1000

  init(_ projection: SessionProjection, _ log: EventLog, _ connection: Connection) {
    self.projection = projection
    self.log = log
    tables = Tables(connection: connection)
  }

  /// Projects a new event; throws an `ImportError` if it is beyond the timeline of its session.
  func project(_ record: Record, of uid: EventID, line: Int) throws {
    let (session, event) = (record.session, try Event(record))
    if corrected[session] != nil {
      corrected[session]?.line = line
      return
    }
    if live[session] == nil { try begin(session, uid) }
    guard let addition = live[session]?.summary.apply(event) else {
      let known = live[session]?.before?.version ?? 0
      corrected[session] = Corrected(known: known, line: line)
      live[session] = nil
      return
    }
    if let state = live[session], state.summary.isBeyondTimeline,
      state.before?.isBeyondTimeline != true
    {
      throw ImportError.beyondTimeline(event: event.version, line: line)
    }
    try tables.put(addition, session)
  }

  /// Writes the rows that are not up to date, and folds the corrected sessions.
  func finish() throws {
    try flush()
    let streams = StreamTables(connection: tables.connection)
    for (session, state) in corrected.sorted(by: { $0.key < $1.key }) {
      try note(streams.point(of: session))
      let folded = try projection.refolded(session, of: log, in: tables.connection)
      note(folded.summary.profile.timingPoint)
      if folded.summary.profile.plan.race != nil { races.remove(session) }
      if let event = folded.firstBeyondTimeline, event > state.known {
        throw ImportError.beyondTimeline(event: event, line: state.line)
      }
    }
    for uid in joinedRaces {
      if let session = try tables.connection.number(ofSession: uid) { races.insert(session) }
    }
    for session in races.sorted() {
      try projection.refoldRace(session, of: log, in: tables.connection)
    }
  }

  private func note(_ point: TimingPoint?) {
    if let point { joinedRaces.insert(point.race) }
  }

  private func begin(_ session: Int, _ uid: EventID) throws {
    let summary = try tables.row(of: session)?.summary
    if live.count >= Self.mostAtOnce { try flush() }
    live[session] = Live(uid: uid, before: summary, summary: summary ?? Summary())
    mostLive = max(mostLive, live.count)
  }

  private func flush() throws {
    for (session, state) in live.sorted(by: { $0.key < $1.key }) {
      try tables.put(state.summary, from: state.before, session, state.uid)
      try CourseTables(connection: tables.connection).update(
        session, from: state.before, to: state.summary, isInOrder: true
      ) { try projection.replayed(session, of: log) }
      if state.summary.profile.plan.race != nil { races.insert(session) }
      note(state.before?.profile.timingPoint)
      note(state.summary.profile.timingPoint)
    }
    live.removeAll(keepingCapacity: true)
  }
}

extension ImportError {
  /// An event of its session, by number, is beyond the timeline, or moves a lap there.
  fileprivate static func beyondTimeline(event: Int, line: Int) -> ImportError {
    ImportError(
      line: line,
      fault: .invalid(
        "event \(event) of the session lies more than 146 years from the first, or moves a lap there"
      ))
  }
}
