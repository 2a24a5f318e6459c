import Arguments
import EventLog
import Logbook
import Timing
import Text

/// The parameters shared by subcommands that only read.
enum ReadingOptions {
  static let session = Argument(
    optional: "session", .session, help: "The session: its number, uid or name.",
    defaultText: "the running one, else the newest")
}

extension Context {
  /// The format of running times.
  var times: StopwatchLabel { StopwatchLabel(precision: values[Options.precision]) }

  /// Returns the number of the named session, else of the default one.
  func session(_ name: String?, in log: Logbook, at now: Reading) throws -> Int {
    if let name { return try log.sessionNumber(named: name) }
    return try log.impliedSession(at: now)
  }

  /// Folds the events of a session.
  func fold(
    _ number: Int, in log: Logbook, through version: Int? = nil
  ) throws -> (session: Session, uid: EventID) {
    guard let session = try log.session(number, through: version), let uid = session.uid else {
      throw LogError.inconsistent(reason: "session \(number) lacks events that the tables know")
    }
    noteUnknownKinds(session.unknownKinds, number)
    return (session, uid)
  }

  /// Notes that events of unknown kinds were skipped.
  func noteUnknownKinds(_ kinds: [String: Int], _ number: Int) {
    guard !kinds.isEmpty else { return }
    let names = kinds.keys.sorted().map { "'\($0.echoed)'" }.joined(separator: ", ")
    let count = kinds.values.reduce(0, +)
    note(
      """
      Skipped \(count) \(count == 1 ? "event" : "events") of session \(number): this version of \
      laptimer does not know the kind (\(names)).
      """)
  }
}
