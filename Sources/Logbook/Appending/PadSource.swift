import EventLog
import Text
import Timing

/// The source of the events that a pad recorded: `pad NAME`.
package enum PadSource {
  private static let prefix = "pad "

  /// Returns the source of the events of a pad.
  package static func of(_ name: String) -> String { prefix + name }

  static func has(_ source: String) -> Bool { source.hasPrefix(prefix) }

  /// The condition for other events in SQL.
  static let isOther = "source NOT GLOB '\(prefix)*'"
}

extension Appender {
  /// Returns the events of a session that a command passes over: for an undo, the newer ones of
  /// pads, which only a correction that names them changes.
  func events(passedBy command: Command, in session: Session) throws -> Set<EventID> {
    guard command == .undo else { return [] }
    return try session.eventsPassedByUndo {
      try log.event($0).map { PadSource.has($0.source) } ?? false
    }
  }
}
