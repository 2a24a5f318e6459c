import Timing
public import Text

/// Why events were not taken in: nothing of them was.
public struct ImportError: Error, Hashable, Sendable {
  /// The line at fault, from 1 on.
  public var line: Int
  /// What is wrong with it.
  public var fault: Fault

  /// What can be wrong with a line.
  public enum Fault: Hashable, Sendable {
    /// It is no event as an export writes it, from this byte on, counted from 1.
    case malformed(byte: Int)
    /// It says what an event may, but not in the one form in which an export says it.
    case notCanonical
    /// It is longer than any line may be.
    case tooLong
    /// The event is not the one that its digest was made of.
    case wrongDigest
    /// No event can say this.
    case unsound(String)
    /// The session of this id begins with another event than its start.
    case noStart(EventID)
    /// So many events of this session are missing here, and the log does not have them.
    case missing(events: Int, session: EventID)
    /// A line that says what is missing is neither followed by an event of its session nor behind
    /// all events the only one of a session that has some.
    case strayOmission
    /// It disagrees with the log: about this event, or about what came next in its session.
    case diverged(EventID)
    /// The closing line is missing, or its end is.
    case cutShort
    /// The closing line says another number of events than there are.
    case wrongCount(said: Int, found: Int)
    /// The closing line has the checksum of other lines.
    case wrongChecksum
    /// Something comes after the closing line.
    case behindTheEnd
  }

  /// The name of the error, as scripts see it.
  public var kind: String {
    switch fault {
    case .diverged: "diverged"
    case .missing: "incomplete"
    default: "bad_data"
    }
  }
}

extension ImportError: CustomStringConvertible {
  /// The line and what is wrong with it, in English.
  public var description: String { "line \(line): \(fault)" }
}

extension ImportError.Fault: CustomStringConvertible {
  /// What is wrong, in English.
  public var description: String {
    switch self {
    case .malformed(let byte): "no event as export writes it, from byte \(byte) on"
    case .notCanonical: "not in the form in which export writes it"
    case .tooLong: "longer than any event"
    case .wrongDigest: "the event does not match its digest"
    case .unsound(let reason): reason
    case .noStart(let session): "session \(session) does not begin with its start"
    case .missing(1, let session):
      "1 event of session \(session) is missing here, and this log does not have it"
    case .missing(let events, let session):
      "\(events) events of session \(session) are missing here, and this log does not have them"
    case .strayOmission:
      "a line about missing events stands where none of its session can be missing"
    case .diverged(let id): "event \(id) is not what the log has there"
    case .cutShort: "the export is cut short"
    case .wrongCount(let said, let found): "\(found) events are there, and not \(said)"
    case .wrongChecksum: "the checksum is that of other lines"
    case .behindTheEnd: "something comes after the last line"
    }
  }
}

/// What was taken in.
public struct ImportReport: Hashable, Sendable {
  /// Events that the log did not have.
  public internal(set) var newEvents = 0
  /// Events that it had.
  public internal(set) var knownEvents = 0
  /// Sessions that the log did not have.
  public internal(set) var newSessions = 0
  /// Sessions that it had, and that went on in what was imported.
  public internal(set) var extendedSessions = 0
  /// Sessions that lack events; only when salvaging.
  public internal(set) var incomplete: [Incomplete] = []
  /// Sessions that were left out, since neither the export nor the log has their start; only when
  /// salvaging.
  public internal(set) var headless: [Headless] = []

  /// A session that lacks events.
  public struct Incomplete: Hashable, Sendable {
    /// The identity of the session.
    public var session: EventID
    /// How many of its events are missing, at least.
    public var missing: Int
  }

  /// A session that was left out.
  public struct Headless: Hashable, Sendable {
    /// The identity of the session.
    public var session: EventID
    /// How many of its events the export has.
    public var events: Int
  }
}
