import EventLog
import Logbook
import Timing

/// Something that a user has a log do, with a disk in trouble.
enum Deed: String, CaseIterable {
  case firstUse, start, lap, undo, batch, lapOfLongLife
  case rebuild, backup, backupReplacing, importing, checkpointing, migrating
  case reading, listing, querying, checking, exporting, salvaging, following

  /// Whether there is no log yet.
  var isFirst: Bool { self == .firstUse || self == .importing }

  /// Whether what is asked for is an event, or several.
  var appends: Bool { !commands.isEmpty }

  /// What the log is opened for.
  var access: Logbook.Access {
    switch self {
    case .reading, .listing, .querying, .checking, .exporting, .following: .reading
    case .backup, .backupReplacing: .reading
    case .salvaging: .salvaging
    default: .appending(longLived: self == .lapOfLongLife)
    }
  }

  /// What no message may say: it is the user's.
  static let label = "unmistakable"

  /// The commands, and of which session.
  var commands: [(Command, Request.Target)] {
    let lap: (Command, Request.Target) = (.lap(label: Self.label), .named("Tempo run"))
    switch self {
    case .firstUse, .start: return [(.start(.init(name: "new")), .new(also: true))]
    case .undo: return [(.undo, .named("Tempo run"))]
    case .lap, .lapOfLongLife: return [lap]
    case .batch: return [lap, (.mark(label: Self.label), .named("Tempo run")), lap]
    default: return []
    }
  }
}

/// What became of a deed.
enum DeedOutcome {
  case done(Reply?)
  case failed(any Error)

  /// Whether the events must be there, or must not; nil if nobody knows.
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
