import Arguments
import EventLog
import Timing
import Text

/// What the subcommands that only read share.
enum ReadingOptions {
  static let session = Argument(
    optional: "session", .session, help: "The session: its number, uid or name.",
    defaultText: "the one that runs, else the newest")
}

extension Context {
  /// How running times are shown.
  var times: StopwatchLabel { StopwatchLabel(precision: values[Options.precision]) }

  /// The number of the session that is named, else of the one that goes without saying.
  func session(_ name: String?, in log: EventLog, at now: Reading) throws -> Int {
    if let name { return try log.sessionNumber(named: name) }
    return try log.impliedSession(at: now)
  }

  /// A session with all its past.
  func fold(
    _ number: Int, in log: EventLog, through version: Int? = nil
  ) throws -> (session: Session, uid: EventID) {
    guard let session = try log.session(number, through: version), let uid = session.uid else {
      throw LogError.inconsistent(reason: "session \(number) lacks events that the tables know")
    }
    noteUnknownKinds(session.unknownKinds, number)
    return (session, uid)
  }

  /// Says that there was something which this version cannot tell.
  func noteUnknownKinds(_ kinds: [String: Int], _ number: Int) {
    guard !kinds.isEmpty else { return }
    let names = kinds.keys.sorted().map { "'\($0.echoed)'" }.joined(separator: ", ")
    let count = kinds.values.reduce(0, +)
    note(
      """
      Session \(number) has \(count) \(count == 1 ? "event" : "events") of a kind, or of a \
      version of a kind, that this laptimer does not know (\(names)): skipped.
      """)
  }
}
