import EventLog
import Text
import Timing

/// Undo and redo of commands that appended events to several sessions.
extension Appender {
  /// Returns the requests of an undo or redo that names no session, one for each session of the
  /// command that it takes back or restores; for `stop --all`, one for each running session.
  ///
  /// They are in ascending order of the sessions. A session is left out if its undo or redo would
  /// concern another event. A repeated command has the same requests as the first time. The
  /// requests of other commands, and those for a single session, stay as they are.
  mutating func withSessionsOfBatch(_ requests: [Request]) throws -> [Request] {
    guard requests.count == 1, let request = requests.first else { return requests }
    if request.isForAllRunning {
      return request.batch(of: try runningSessions(for: request).map { .number($0) })
    }
    guard request.isReversalInImpliedSession else { return requests }
    if request.mayBeRepeated, let logged = try log.event(request.id) {
      guard try logged.record.batch == request.id else { return requests }
      return request.batch(of: try events(ofBatch: request.id).map { .number($0.session) })
    }
    let reading = request.instant.reading(
      try clockNumber(request.instant.clock) ?? connection.nextClock())
    let number = try session(for: request, [])
    guard let event = try reversed(by: request.command, number, at: reading),
      let batch = event.batch, try isInSeveralSessions(batch)
    else { return requests }
    let sessions = try events(ofBatch: batch).map { ($0.session, $0.event.id) }.filter {
      session, id in
      if session == number { return true }
      if try isForeign(session) { return false }
      return try log.unlessDamaged(session) { _ in
        try reversed(by: request.command, session, at: reading)?.id == id
      } ?? false
    }
    return sessions.count == 1 ? requests : request.batch(of: sessions.map { .number($0.0) })
  }

  /// Adds the sessions that an undo or redo has left out to its last answer.
  func addSessionsLeftOut(by requests: [Request], to receipts: inout [Receipt]) throws {
    guard requests.count == 1, requests[0].isReversalInImpliedSession,
      let batch = receipts.last?.reverted?.event.batch, try isInSeveralSessions(batch)
    else { return }
    let concerned = Set(receipts.map(\.session))
    receipts[receipts.count - 1].leftOut = try events(ofBatch: batch).map(\.session)
      .filter { !concerned.contains($0) }
  }

  /// Returns the events of a command that appended several, in order.
  func events(ofBatch id: EventID) throws -> [LoggedEvent] {
    var events: [LoggedEvent] = []
    while let logged = try log.event(id.inBatch(number: events.count + 1)) { events.append(logged) }
    return events
  }

  /// Whether the events of a command are in different sessions; then each is in one of its own.
  private func isInSeveralSessions(_ batch: EventID) throws -> Bool {
    guard let first = try log.event(batch), let second = try log.event(batch.inBatch(number: 2))
    else { return false }
    return first.session != second.session
  }

  /// Returns the event that an undo or redo of a session would take back; nil if it is refused.
  private mutating func reversed(
    by command: Command, _ number: Int, at reading: Reading
  ) throws -> Event? {
    guard let version = try tables.row(of: number)?.summary.version else { return nil }
    let session = try fold(number, version)
    do throws(Refusal) {
      guard case .reverted(let id, _) = try session.decide(command, .now(reading)) else {
        return nil
      }
      return session.event(id)
    } catch {
      return nil
    }
  }
}

extension Request {
  /// Whether it is an undo or redo that names no session.
  fileprivate var isReversalInImpliedSession: Bool {
    guard target == .implied else { return false }
    return command == .undo || command == .redo
  }
}
