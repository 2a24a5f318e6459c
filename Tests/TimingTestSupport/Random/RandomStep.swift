package import Timing
package import Text

/// Something that is tried on one of several sessions.
package struct RandomStep: Sendable, CustomStringConvertible {
  /// What is tried.
  package enum Action: Hashable, Sendable {
    /// A command: it is decided, and done or refused.
    case command(Command)
    /// An event as another log might have it: it is taken in undecided.
    case imported(Event.Kind)
  }

  /// Which of the sessions, from 0.
  package var session: Int
  package var action: Action
  package var time: EventTime
  /// The batch that its event belongs to.
  package var batch: EventID?

  package init(session: Int, action: Action, time: EventTime, batch: EventID? = nil) {
    self.session = session
    self.action = action
    self.time = time
    self.batch = batch
  }

  /// The event of this version that comes of the step.
  package func event(_ kind: Event.Kind, version: Int) -> Event {
    Event(
      id: Self.id(session: session, version: version), version: version, kind: kind, at: time.at,
      basis: time.basis, reading: time.reading, batch: batch)
  }

  /// The step in one line, wall-clock times counted from the machine's beginning.
  package var description: String {
    let reading = time.reading
    let origin = Moment(nanosecondsSince1970: Machine().wall)
    return """
      session \(session): \(action)\(batch.map { " of \($0)" } ?? "") at \(time.at - origin) \(time.basis), reading \
      \(reading.recordedAt - origin) ticks \(reading.ticks) of clock \(reading.clock.rawValue)
      """
  }

  /// The identity of a session's event of this version; the sessions of all tests share them.
  package static func id(session: Int, version: Int) -> EventID {
    EventID(high: UInt64(session + 1), low: UInt64(version))
  }
}
