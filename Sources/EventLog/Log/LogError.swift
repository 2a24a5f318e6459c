public import SQLite

/// A failure of the log, independent of the state of a session.
public enum LogError: Error, Hashable, Sendable {
  /// The event at this position cannot be the one that was appended there.
  case damaged(position: Int, EventFlaw)
  /// The log, or a table derived from it, contradicts itself.
  case inconsistent(Inconsistency)
  /// There is no session with this number.
  case noSession(Int)
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
  /// Its events are not in the log.
  case notSaved = "not_saved"
  /// The log could not be read to determine the outcome.
  case unknown
}

/// A fault of an event in a log.
public enum EventFlaw: Error, Hashable, Sendable {
  /// There is no event at the position.
  case missing
  /// The row is out of order.
  case outOfOrder
  /// It is not the next event of its session, which has this version.
  case notNext(version: Int)
  /// It begins a session whose number is not the next one.
  case beginsOutOfTurn(session: Int)
  /// It is the first event of its session, but not its event 1.
  case firstIsNotOne
  /// It comes after this event of its session.
  case follows(version: Int)
  /// The number of its session is impossible.
  case impossibleSession(Int)
  /// Its own number, in the log or its session, is impossible.
  case impossibleNumber(Int)
  /// Its id is not a UUID.
  case id
  /// An earlier event has its id.
  case repeatedID
  /// Its basis is unknown.
  case basis
  /// Its clock is not in the log.
  case unknownClock
  /// Its digest does not match.
  case digest
  /// Its payload is not a JSON object on one line.
  case payloadIsNoObject
  /// Its payload cannot be read.
  case unreadablePayload
  /// Its payload lacks a field that its kind needs.
  case incompletePayload
  /// The first event of its session is lost, and with it the session's id.
  case lostSessionID
  /// SQLite cannot read the row, for this reason.
  case unreadable(String)
  /// The log contradicts itself about it.
  case inconsistent(Inconsistency)
}

extension LogError {
  /// The fault of the event that was read; nil for other errors.
  package var flaw: EventFlaw? {
    switch self {
    case .damaged(_, let flaw): flaw
    case .inconsistent(let contradiction): .inconsistent(contradiction)
    case .noSession, .newerTables, .moved, .commitFailed: nil
    }
  }
}

extension EventFlaw: CustomStringConvertible {
  /// The fault in English, as the rest of a sentence.
  public var description: String {
    switch self {
    case .missing: "there is no event at this position"
    case .outOfOrder: "it is out of order"
    case .notNext(let version): "it is not event \(version) of its session"
    case .beginsOutOfTurn(let session): "it begins session \(session) out of turn"
    case .firstIsNotOne: "it is the first of its session, and not its event 1"
    case .follows(let version): "it comes after event \(version) of its session"
    case .impossibleSession(let number): "no session has the number \(number)"
    case .impossibleNumber(let number): "no event has the number \(number)"
    case .id: "its id is not a UUID"
    case .repeatedID: "an earlier event has its id"
    case .basis: "its basis is not known"
    case .unknownClock: "its clock is not in the log"
    case .digest: "its digest is another"
    case .payloadIsNoObject: "its payload is not a JSON object on one line"
    case .unreadablePayload: "its payload cannot be read"
    case .incompletePayload: "its payload lacks what its kind needs"
    case .lostSessionID:
      "the first event of its session is lost, and nothing else tells the session's id"
    case .unreadable(let reason): reason
    case .inconsistent(let contradiction): "\(contradiction)"
    }
  }
}

/// A contradiction within a log, or between its events and its tables.
public enum Inconsistency: Hashable, Sendable {
  /// A log that was just made cannot be found.
  case madeLogIsMissing
  /// It holds a number that no event or session can have.
  case impossibleNumber(Int)
  /// A session has no first event.
  case noFirstEvent(session: Int)
  /// A constraint of the log's tables refused a row, in SQLite's words.
  case refused(String)
  /// There is no session with this number, but a later one.
  case missingSession(Int)
  /// A session lacks events that the tables count.
  case missingEvents(session: Int)
  /// A session is not in the tables.
  case missingRow(session: Int)
  /// The rows of the table of sessions are out of order.
  case sessionsOutOfOrder
  /// The uid in the row of a session is not a UUID.
  case uid(session: Int)
  /// A row counts an impossible number of events or laps.
  case impossibleCount(Int64)
  /// A column of a session's row is malformed.
  case malformed(column: String)
}

extension Inconsistency: CustomStringConvertible {
  /// The contradiction in English, as the rest of a sentence.
  public var description: String {
    switch self {
    case .madeLogIsMissing: "the log that was made is not there"
    case .impossibleNumber(let number): "it holds the number \(number), which none can have"
    case .noFirstEvent(let session): "session \(session) has no first event"
    case .refused(let words): words
    case .missingSession(let session): "there is no session \(session), but one after it"
    case .missingEvents(let session):
      "session \(session) lacks events that the tables know"
    case .missingRow(let session): "session \(session) is not in the tables"
    case .sessionsOutOfOrder: "the rows of the table 'sessions' are out of order"
    case .uid(let session): "the uid of session \(session) is not a UUID"
    case .impossibleCount(let number): "a session cannot have \(number) events or laps"
    case .malformed(let column): "the column '\(column)' of a session is malformed"
    }
  }
}
