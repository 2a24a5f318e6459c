import EventLog
import Logbook
import Timing
import Text

/// What an event of the log refers to beyond itself.
struct EventLinks {
  private let log: Logbook
  private var uids: [Int: EventID] = [:]

  init(_ log: Logbook) {
    self.log = log
  }

  /// The identity of an event's session.
  mutating func uid(of logged: LoggedEvent) throws -> EventID {
    if let uid = uids[logged.session] { return uid }
    let uid = logged.event.version == 1 ? logged.event.id : try log.uid(of: logged.session)
    // Those who follow for months see many sessions, but few of them at a time.
    if uids.count == 1000 { uids.removeAll() }
    uids[logged.session] = uid
    return uid
  }

  /// The event that a correction is about, by its number in the session, `@7`; its id where the
  /// log does not have it; nil for what is no correction.
  func target(of logged: LoggedEvent) throws -> String? {
    try logged.event.kind.target.map { id in
      try log.record(id).map { "@\($0.version)" } ?? id.description
    }
  }
}
