import EventLog
import Logbook
import Text
import Timing

/// The events that only this log has of a diverged session, as a session of their own.
struct RescuedStream {
  /// The id of the new session; zero as long as it has no events.
  private(set) var uid = EventID.zero
  /// Its events as lines of an export.
  private(set) var lines: [String] = []
  /// The ids of its events by those of the events that they are copies of.
  private var ids: [EventID: EventID] = [:]
  /// Events that cannot be in it, such as entries and rulings of a race: they are to be entered again.
  private(set) var leftOut: [Record] = []
  /// The number of its events that were not moved: `joined`, and comparisons of clocks.
  private(set) var unmoved = 0

  /// Adds a copy of an event that has another id.
  private mutating func append(_ record: Record, as id: EventID, in log: Logbook) throws {
    guard let clock = try log.clock(record.clock) else { return }
    if lines.isEmpty { uid = id }
    var copy = record
    ids[record.id] = id
    (copy.id, copy.data) = (id, record.data.replacing(ids))
    lines.append(ExportedEvent(signing: copy, uid: uid, clock: clock).exportedLine)
  }
}

extension RescuedStream {
  /// Copies the events of a race, or of a session that joined one, from a version on to a session that
  /// joins the race.
  ///
  /// It holds crossings, timestamps and corrections of these, and the comparisons of their clocks before
  /// that version, which place them on the timeline of the race. The ids are derived from the old ones,
  /// so that a repeated rescue makes the same events. Those that another copy of this log has rescued
  /// already, as the log shows, are not rescued again.
  init(ofRace stream: LocalStream, from version: Int, in log: Logbook) throws {
    var compared: [ClockID: Record] = [:]
    try log.forEachRecord(of: stream.session) { record in
      guard record.version >= version else {
        if record.kind == "clocks_compared" { compared[record.clock] = record }
        return
      }
      guard record.isOfPoint(correcting: ids) else {
        var record = record
        record.data = record.data.replacing(ids)
        return leftOut.append(record)
      }
      let id = record.id.rescued
      if try log.record(id) != nil { return ids[record.id] = id }
      if lines.isEmpty {
        var joined = compared[record.clock] ?? record
        let kind = Event.Kind.race(try log.joined(stream))
        (joined.kind, joined.kindVersion) = (kind.name, kind.version)
        (joined.data, joined.at, joined.basis) = (kind.data, joined.recordedAt, .measured)
        try append(joined, as: id.rescued, in: log)
        unmoved = 1
      }
      if let comparison = compared.removeValue(forKey: record.clock) {
        unmoved += 1
        try append(comparison, as: uid.inBatch(number: unmoved), in: log)
      }
      try append(record, as: id, in: log)
    }
  }

  /// Copies a session that belongs to no race as a whole, since its laps need its start.
  ///
  /// If another copy of this log has rescued the session with other events, as the log shows, the ids
  /// are derived from those of that rescue. If it has rescued the first of these events, the copy
  /// continues its session.
  init(copying stream: LocalStream, in log: Logbook) throws {
    var generation = 0
    while true {
      generation += 1
      self = RescuedStream()
      try log.forEachRecord(of: stream.session, after: 0) { record in
        let id = (0..<generation).reduce(record.id) { id, _ in id.rescued }
        try append(record, as: id, in: log)
      }
      guard let session = try log.number(ofSession: uid) else { return }
      let held = try log.exportedLines(of: session, after: 0, limit: lines.count, mostBytes: .max)
      if zip(held, lines).allSatisfy(==) { return }
    }
  }
}

extension Logbook {
  /// Returns the first event of a session that times the same point as another one.
  fileprivate func joined(_ stream: LocalStream) throws -> RaceEvent {
    if let timed = try entry(stream.session)?.summary.profile.timingPoint {
      return .joined(race: timed.race, point: timed.point, priority: timed.priority)
    }
    let point = try points(ofRace: stream.session).last ?? "finish"
    return .joined(race: stream.group, point: point, priority: 0)
  }
}

extension EventID {
  /// The id of the copy of the event in a rescued session; no command appends that many events.
  fileprivate var rescued: EventID { inBatch(number: .max) }
}

extension Record {
  /// Whether a session that times a point may hold the event: a crossing, a timestamp, a clock
  /// comparison, or a correction of one of some events.
  fileprivate func isOfPoint(correcting ids: [EventID: EventID]) -> Bool {
    switch try? Event.Kind(kind, version: kindVersion, data: data) {
    case .race(.crossed), .race(.clocksCompared), .timestamped: true
    case .amended(let target, _), .removed(let target), .reverted(let target, _):
      ids[target] != nil
    case .started, .stopped, .resumed, .lapped, .named, .tagged, .untagged, .identified, .planned,
      .discarded, .race, .unknown, nil:
      false
    }
  }
}

extension String {
  /// The JSON text with other ids in the place of some.
  fileprivate func replacing(_ ids: [EventID: EventID]) -> String {
    split(separator: "\"", omittingEmptySubsequences: false).map { word in
      word.utf8.count == 36
        ? EventID(String(word)).flatMap { ids[$0]?.description } ?? String(word) : String(word)
    }.joined(separator: "\"")
  }
}
