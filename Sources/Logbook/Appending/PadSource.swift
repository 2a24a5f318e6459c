import EventLog
package import Text
package import Timing

/// The source of the events that a pad recorded: `pad NAME`.
package enum PadSource {
  private static let prefix = "pad "

  /// Returns the source of the events of a pad.
  package static func of(_ name: String) -> String { prefix + name }

  static func has(_ source: String) -> Bool { source.hasPrefix(prefix) }

  /// The condition for other events in SQL.
  static let isOther = "source NOT GLOB '\(prefix)*'"
}

extension Logbook {
  /// Returns the events of a session that an undo passes over: the newer ones of pads, which only a
  /// correction that names them changes.
  ///
  /// `known` are events of pads, which are not read again.
  package func eventsPassedByUndo(
    in session: Session, including known: Set<EventID> = []
  ) throws -> Set<EventID> {
    try session.eventsPassedByUndo { id in
      try known.contains(id) || event(id).map { PadSource.has($0.source) } ?? false
    }
  }
}

extension Appender {
  /// Returns the events of a session that a command passes over.
  func events(passedBy command: Command, in session: Session) throws -> Set<EventID> {
    command == .undo ? try log.eventsPassedByUndo(in: session) : []
  }
}
