public import SQLite

/// A failure of the log, independent of the state of a session.
public enum LogError: Error, Hashable, Sendable {
  /// The event at this position cannot be the one that was appended there.
  case damaged(position: Int, LogFlaw)
  /// The log, or a table derived from it, contradicts itself.
  case inconsistent(LogFlaw)
  /// A newer version of this program wrote the tables: this one must not write to them.
  case newerTables(version: Int, known: Int)
  /// The file that was opened is no longer at its path: it was moved, deleted or replaced.
  case moved(path: String)
  /// COMMIT failed; the outcome for the events was determined afterwards.
  case commitFailed(CommitOutcome, DatabaseError)
}

/// The outcome of a transaction whose COMMIT failed.
public enum CommitOutcome: String, Hashable, Sendable {
  /// Its events are in the log.
  case saved
  case notSaved = "not_saved"
  /// The log could not be read to determine the outcome.
  case unknown
}

extension LogError {
  /// The fault of the log that was read; nil for other errors.
  package var flaw: LogFlaw? {
    switch self {
    case .damaged(_, let flaw), .inconsistent(let flaw): flaw
    case .newerTables, .moved, .commitFailed: nil
    }
  }
}

/// A fault of a log or of one of its events, in words.
public struct LogFlaw: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The fault in English: a clause about the log, or the rest of a sentence about the event.
  public let description: String

  /// Creates a fault from its words.
  public init(stringLiteral words: String) { description = words }
}

extension LogFlaw: CustomStringConvertible {
  /// The digest does not match the other fields.
  package static let digest: LogFlaw = "its digest does not match"

  static let payloadIsNoObject: LogFlaw = "its payload is not a JSON object on one line"

  /// The payload is not one of its kind.
  package static let unreadablePayload: LogFlaw = "its payload cannot be read"

  /// The event is not the next one of its session, which has this version.
  package static func notNext(version: Int) -> LogFlaw {
    "it is not event \(version) of its session"
  }

  package static func noFirstEvent(session: Int) -> LogFlaw {
    "session \(session) has no first event"
  }

  /// There is no session with this number, but a later one.
  package static func missingSession(_ session: Int) -> LogFlaw {
    "there is no session \(session), but one after it"
  }

  /// A session lacks events that the tables count.
  package static func missingEvents(session: Int) -> LogFlaw {
    "session \(session) lacks events that the tables know"
  }

  /// A column of a session's row is malformed.
  package static func malformed(column: String) -> LogFlaw {
    "the column '\(column)' of a session is malformed"
  }
}
