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
    /// The line is not an event of an export; parsing stopped at this byte, counted from 1.
    case malformed(byte: Int)
    /// The line is valid, but not in the canonical form of an export.
    case notCanonical
    /// The line is longer than any event.
    case tooLong
    /// The event does not match its digest.
    case wrongDigest
    /// The payload is invalid.
    case invalid(String)
    /// The session does not begin with its start.
    case noStart(EventID)
    /// Events of the session are missing, and the log does not have them either.
    case missing(events: Int, session: EventID)
    /// A line about missing events is misplaced.
    ///
    /// It must precede an event of its session, or follow all events as the only such line of a
    /// session that has some.
    case strayOmission
    /// The event, or the order of its session, differs from the log.
    case diverged(EventID)
    /// The export of another device extends a session that is written in this log.
    case writtenHere(session: Int)
    /// The closing line is missing or incomplete.
    case cutShort
    /// The closing line states a different number of events.
    case wrongCount(said: Int, found: Int)
    /// The checksum of the closing line does not match.
    case wrongChecksum
    /// There is more data after the closing line.
    case behindTheEnd
  }

  /// The name of the error for scripts.
  public var kind: String {
    switch fault {
    case .diverged: "diverged"
    case .missing: "incomplete"
    case .writtenHere: "written_here"
    case .malformed, .notCanonical, .tooLong, .wrongDigest, .invalid, .noStart, .strayOmission,
      .cutShort, .wrongCount, .wrongChecksum, .behindTheEnd:
      "bad_data"
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
    case .malformed(1): "not a laptimer export"
    case .malformed(let byte): "not a laptimer export, from byte \(byte)"
    case .notCanonical: "not in the format of a laptimer export"
    case .tooLong: "longer than any event"
    case .wrongDigest: "the event does not match its digest"
    case .invalid(let reason): reason
    case .noStart(let session): "session \(session) does not begin with its start"
    case .missing(1, let session):
      "1 event of session \(session) is missing, also in this log"
    case .missing(let events, let session):
      "\(events) events of session \(session) are missing, also in this log"
    case .strayOmission:
      "a line about missing events is in a place where none can be missing"
    case .diverged(let id): "event \(id) differs from this log"
    case .writtenHere(let session):
      "the file continues session \(session), which is written in this log"
    case .cutShort: "the export is cut short"
    case .wrongCount(let said, let found):
      "the last line states \(said) events, but there are \(found)"
    case .wrongChecksum: "the checksum does not match the lines"
    case .behindTheEnd: "there is more after the last line"
    }
  }
}

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// Events that the log did not have.
  public internal(set) var newEvents = 0
  /// Events that the log already had.
  public internal(set) var knownEvents = 0
  /// Sessions that the log did not have.
  public internal(set) var newSessions = 0
  /// Sessions of the log that the import extended.
  public internal(set) var extendedSessions = 0
  /// The numbers of the sessions that could be written before and are read-only now, in ascending
  /// order.
  package internal(set) var nowForeign: [Int] = []
  /// Sessions that lack events; only when salvaging.
  public internal(set) var incomplete: [Incomplete] = []
  /// Omitted sessions, whose start is in neither the export nor the log; only when salvaging.
  public internal(set) var headless: [Headless] = []

  /// A session that lacks events.
  public struct Incomplete: Hashable, Sendable {
    /// The identity of the session.
    public var session: EventID
    /// The number of its missing events, at least.
    public var missing: Int
  }

  /// An omitted session.
  public struct Headless: Hashable, Sendable {
    /// The identity of the session.
    public var session: EventID
    /// The number of its events in the export.
    public var events: Int
  }
}
