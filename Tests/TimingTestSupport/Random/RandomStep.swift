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

  package init(session: Int, action: Action, time: EventTime) {
    self.session = session
    self.action = action
    self.time = time
  }

  /// The step in one line, wall-clock times counted from the machine's beginning.
  package var description: String {
    let reading = time.reading
    let origin = Moment(nanosecondsSince1970: Machine().wall)
    return """
      session \(session): \(action) at \(time.at - origin) \(time.basis), reading \
      \(reading.recordedAt - origin) ticks \(reading.ticks) of clock \(reading.clock.rawValue)
      """
  }

  /// The identity of a session's event of this version; the sessions of all tests share them.
  package static func id(session: Int, version: Int) -> EventID {
    EventID(high: UInt64(session + 1), low: UInt64(version))
  }
}
