import Text
import SQLite

/// The import of sessions that lack events.
extension Merge {
  /// Whether the event is left out because the start of its session is in neither the export nor
  /// the log.
  mutating func isHeadless(_ read: ImportReader.Read) throws -> Bool {
    guard mark != nil else { return false }
    let uid = read.exported.uid
    if let index = headless[uid] {
      report.headless[index].events += 1
      return true
    }
    guard sessions[uid] == nil, !read.beginsSession else { return false }
    if try log.has(uid) { return false }
    headless[uid] = report.headless.count
    report.headless.append(.init(session: uid, events: 1))
    return true
  }

  /// Counts the events missing before an event that the log does not have.
  ///
  /// Events that the log has there count as some of these. If one was recorded later, the session
  /// has diverged. Events of the same clock are compared by ticks, others by the wall clock.
  func missEvents(before read: ImportReader.Read, _ place: inout Place) throws {
    guard read.omitted > 0 else { return }
    let exported = read.exported
    let isLater = try connection.cached(
      """
      SELECT 1 FROM events WHERE session = ?1 AND version > ?2 \
      AND CASE WHEN clock = ?3 THEN ticks_ns > ?4 ELSE recorded_at > ?5 END
      """
    ).bind(
      place.number, place.read, log.clockNumber(exported.clock)?.rawValue, exported.ticks,
      exported.recordedAt.nanosecondsSince1970
    ).first { _ in true }
    if isLater == true { throw diverged(read) }
    try miss(read.omitted, line: read.line, exported.uid, &place)
  }

  /// Counts the events missing after the last event of a session.
  ///
  /// Events that the log has there count as some of these.
  mutating func missEnd(_ loss: ImportReader.Loss) throws {
    let uid = loss.omission.uid
    if headless[uid] != nil { return }
    guard var place = sessions[uid], !place.isEnded else {
      throw ImportError(line: loss.line, fault: .strayOmission)
    }
    place.isEnded = true
    if try !isMarked(place) { try miss(loss.omission.events, line: loss.line, uid, &place) }
    sessions[uid] = place
  }

  private func miss(
    _ omitted: Int, line: Int, _ uid: EventID, _ place: inout Place
  ) throws {
    let missing = max(0, omitted - max(0, place.stored - place.read))
    if missing > 0, mark == nil {
      throw ImportError(line: line, fault: .missing(events: missing, session: uid))
    }
    // Both are at most the largest number in a log, so the sum does not overflow.
    place.missing += missing
    guard place.missing <= Numbering.range.upperBound else {
      throw ImportError(line: line, fault: .invalid("more events are missing than there can be"))
    }
    place.read = max(place.read, place.stored)
  }

  /// Whether the log has the mark of the session right after the last event read.
  ///
  /// Then it was imported before, without the events missing there.
  private func isMarked(_ place: Place) throws -> Bool {
    let mark = log.projection.salvageMark
    let isMarked = try connection.cached(
      "SELECT 1 FROM events WHERE session = ? AND version = ? AND kind = ? AND data = ?"
    ).bind(place.number, place.read + 1, mark.kind, mark.data).first { _ in true }
    return isMarked == true
  }
}
