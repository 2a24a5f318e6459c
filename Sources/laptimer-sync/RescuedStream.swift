import EventLog
import Logbook
import Text
import Timing

/// The events that only this log has of a diverged session, as a session of their own.
struct RescuedStream {
  /// The new session.
  var part: StreamPart
  /// Events that cannot be in it, such as entries and rulings of a race: they are to be entered again.
  var leftOut: [Record]
}

extension Logbook {
  /// Returns the events of a session from a version on as a new session.
  ///
  /// Those of a race, or of a session that joined one, become a session that joins the race. It holds
  /// crossings, timestamps and corrections of these. Another session is copied as a whole. The ids
  /// are derived from the old ones, so that a repeated rescue makes the same events. Events of a race
  /// that another copy of this log has rescued already, as the log shows, are not rescued again.
  ///
  /// Returns nil if nothing can be rescued.
  func rescue(_ stream: LocalStream, from version: Int) throws -> RescuedStream? {
    var ids: [EventID: EventID] = [:]
    var lines: [String] = []
    var leftOut: [Record] = []
    var uid = EventID.zero
    var areRescued = false
    func append(_ record: Record, id: EventID) throws {
      guard let clock = try clock(record.clock) else { return }
      var record = record
      if lines.isEmpty { uid = id }
      (record.id, record.data) = (id, record.data.replacing(ids))
      lines.append(ExportedEvent(signing: record, uid: uid, clock: clock).exportedLine)
    }
    try forEachRecord(of: stream.session, after: stream.isOfRace ? version - 1 : 0) { record in
      let id = record.id.rescued
      guard !stream.isOfRace || record.isOfPoint(correcting: ids) else {
        return leftOut.append(record)
      }
      if stream.isOfRace, try self.record(id) != nil {
        ids[record.id] = id
        return areRescued = true
      }
      if stream.isOfRace, lines.isEmpty {
        var joined = record
        let kind = Event.Kind.race(try self.joined(stream))
        (joined.kind, joined.kindVersion) = (kind.name, kind.version)
        (joined.data, joined.at, joined.basis) = (kind.data, record.recordedAt, .measured)
        try append(joined, id: id.rescued)
      }
      ids[record.id] = id
      try append(record, id: id)
    }
    if lines.isEmpty {
      return leftOut.isEmpty && !areRescued ? nil : RescuedStream(part: .none, leftOut: leftOut)
    }
    let part = StreamPart(stream: uid, after: 0, lines: lines, isForeign: false)
    return RescuedStream(part: part, leftOut: leftOut)
  }

  /// Returns the first event of a session that times the same point as another one.
  private func joined(_ stream: LocalStream) throws -> RaceEvent {
    if let timed = try entry(stream.session)?.summary.profile.timingPoint {
      return .joined(race: timed.race, point: timed.point, priority: timed.priority)
    }
    let point = try points(ofRace: stream.session).last ?? "finish"
    return .joined(race: stream.group, point: point, priority: 0)
  }
}

extension StreamPart {
  /// A part without events.
  fileprivate static var none: StreamPart {
    StreamPart(stream: .zero, after: 0, lines: [], isForeign: false)
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
