public import Text

/// The reason why an import failed; nothing was imported.
public struct ImportError: Error, Hashable, Sendable {
  /// The line with the fault, counted from 1.
  public var line: Int
  /// The fault.
  public var fault: Fault

  package init(line: Int, fault: Fault) {
    self.line = line
    self.fault = fault
  }

  /// A fault in a line.
  public enum Fault: Hashable, Sendable {
    /// The line, or an event in it, is invalid for this reason: a clause without a full stop.
    case invalid(String)
    /// The session does not begin with its start.
    case noStart(EventID)
    /// Events of the session are missing, and the log does not have them either.
    case missing(events: Int, session: EventID)
    /// The event, or the order of its session, differs from the log.
    case diverged(EventID)
    /// The export of another device extends a session that is written in this log.
    case writtenHere(session: Int)

    /// A line about missing events is misplaced.
    ///
    /// It must precede an event of its session, or follow all events as the only such line of a
    /// session that has some.
    static let strayOmission = Fault.invalid(
      "a line about missing events is in a place where none can be missing")
  }

  /// The name of the error for scripts.
  public var kind: String {
    switch fault {
    case .diverged: "diverged"
    case .missing: "incomplete"
    case .writtenHere: "written_here"
    case .invalid, .noStart: "bad_data"
    }
  }
}

extension ImportError: CustomStringConvertible {
  /// The line and its fault in English.
  public var description: String { "line \(line): \(fault)" }
}

extension ImportError.Fault: CustomStringConvertible {
  /// The fault in English: a clause without a full stop.
  public var description: String {
    switch self {
    case .invalid(let reason): reason
    case .noStart(let session): "session \(session) does not begin with its start"
    case .missing(1, let session):
      "1 event of session \(session) is missing, also in this log"
    case .missing(let events, let session):
      "\(events) events of session \(session) are missing, also in this log"
    case .diverged(let id): "event \(id) differs from this log"
    case .writtenHere(let session):
      "the file continues session \(session), which is written in this log"
    }
  }
}
