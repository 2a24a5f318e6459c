import EventLog
import Logbook
import Timing

/// An operation of a user on a log while the disk fails.
enum LogOperation: String, CaseIterable {
  case firstUse, start, lap, undo, batch, lapOfLongLivedLog
  case rebuild, backup, backupReplacing, importing, checkpointing, lapOfOlderLog
  case reading, listing, querying, checking, exporting, salvaging, following

  /// Whether it creates the log.
  var isFirst: Bool { self == .firstUse || self == .importing }

  /// Whether it appends events.
  var appends: Bool { !commands.isEmpty }

  /// The access for which the log is opened.
  var access: Logbook.Access {
    switch self {
    case .reading, .listing, .querying, .checking, .exporting, .following: .reading
    case .backup, .backupReplacing: .reading
    case .salvaging: .salvaging
    default: .appending(longLived: self == .lapOfLongLivedLog)
    }
  }

  /// A label of the user, which no message may contain.
  static let label = "unmistakable"

  /// The commands with their sessions.
  var commands: [(Command, Request.Target)] {
    let lap: (Command, Request.Target) = (.lap(label: Self.label), .named("Tempo run"))
    switch self {
    case .firstUse, .start: return [(.start(.init(name: "new")), .new(also: true))]
    case .undo: return [(.undo, .named("Tempo run"))]
    case .lap, .lapOfLongLivedLog, .lapOfOlderLog: return [lap]
    case .batch: return [lap, (.mark(label: Self.label), .named("Tempo run")), lap]
    default: return []
    }
  }
}

/// The outcome of an operation.
enum OperationOutcome {
  case done(Reply?)
  case failed(any Error)

  /// Whether the events are saved; nil if unknown.
  var isSaved: Bool? {
    guard case .failed(let error) = self else { return true }
    guard case LogError.commitFailed(let outcome, _) = error else { return false }
    switch outcome {
    case .saved: return true
    case .notSaved: return false
    case .unknown: return nil
    }
  }
}
