import Timing

@testable import EventLog

/// Something that a user has a log do, with a disk in trouble.
enum Deed: String, CaseIterable {
  case firstUse, start, lap, undo, lapOfLongLife, rebuild, backup, importing
  case reading, listing, querying, checking, exporting, checkpointing, migrating

  /// Whether there is no log yet.
  var isFirst: Bool { self == .firstUse || self == .importing }

  /// Whether what is asked for is an event.
  var appends: Bool {
    switch self {
    case .firstUse, .start, .lap, .undo, .lapOfLongLife: true
    default: false
    }
  }

  /// What the log is opened for.
  var access: EventLog.Access {
    switch self {
    case .reading, .listing, .querying, .checking, .exporting, .backup: .reading
    default: .appending(longLived: self == .lapOfLongLife)
    }
  }

  /// What no message may say: it is the user's.
  static let label = "unmistakable"

  /// The command, and of which session.
  var command: (Command, Request.Target) {
    switch self {
    case .firstUse, .start: (.start(.init(name: "new")), .new(also: true))
    case .undo: (.undo, .named("Tempo run"))
    default: (.lap(label: Self.label), .named("Tempo run"))
    }
  }
}

/// What became of a deed.
enum DeedOutcome {
  case done
  case failed(any Error)

  /// Whether the event must be there, or must not; nil if nobody knows.
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
