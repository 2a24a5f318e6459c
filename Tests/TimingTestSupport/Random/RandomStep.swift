package import Timing
package import Text

/// A random command or imported event for one of several sessions.
package struct RandomStep: Sendable, CustomStringConvertible {
  /// The action of a step.
  package enum Action: Hashable, Sendable {
    /// A command, which a decision allows or refuses.
    case command(Command)
    /// An event of another log, which is appended without a decision.
    case imported(Event.Kind)
  }

  /// The index of the session.
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

  /// The event of the step, with its kind and version.
  package func event(_ kind: Event.Kind, version: Int) -> Event {
    Event(
      id: Self.id(session: session, version: version), version: version, kind: kind, at: time.at,
      basis: time.basis, reading: time.reading, batch: batch)
  }

  /// The step in one line, with wall-clock times from the start of the machine.
  package var description: String {
    let reading = time.reading
    let origin = Moment(nanosecondsSince1970: Machine().wall)
    return """
      session \(session): \(action)\(batch.map { " of \($0)" } ?? "") at \(time.at - origin) \(time.basis), reading \
      \(reading.recordedAt - origin) ticks \(reading.ticks) of clock \(reading.clock.rawValue)
      """
  }

  /// The id of an event of a session, which is the same in all tests.
  package static func id(session: Int, version: Int) -> EventID {
    EventID(high: UInt64(session + 1), low: UInt64(version))
  }
}
