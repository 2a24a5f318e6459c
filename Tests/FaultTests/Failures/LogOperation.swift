import SQLite
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// An operation of a user on a log while the disk fails.
enum LogOperation: String, CaseIterable {
  case firstUse, start, lap, undo, batch, lapOfLongLivedLog
  case rebuild, backup, backupReplacing, importing, checkpointing, lapOfOlderLog
  case reading, listing, querying, checking, exporting, salvaging, following

  var isFirst: Bool { self == .firstUse || self == .importing }

  var appends: Bool { !commands.isEmpty }

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

  /// Reads from a log; nil for an operation that only writes.
  func ask(_ log: Logbook, at instant: Instant) throws -> Reply? {
    switch self {
    case .reading: return .session(try log.session(1))
    case .listing:
      var entries: [SessionEntry] = []
      try log.forEachSession(at: Machine().reading) { entries.append($0) }
      return .entries(entries)
    case .querying:
      var sum: Int64 = 0
      try log.sandbox(at: instant).run(
        "SELECT sum(length(data)) FROM events", columns: { _ in }, row: { sum = $0.int(0) })
      return .number(sum)
    case .checking: return .report(try log.check())
    case .exporting, .salvaging:
      var bytes: [UInt8] = []
      let report = try log.export(salvaging: self == .salvaging) { bytes += $0 }
      return .export(bytes, report)
    case .following:
      guard case .events(let records) = try log.follow(after: 0).next(timeout: .zero) else {
        return .events([])
      }
      return .events(try log.decode(records))
    default: return nil
    }
  }
}

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

  var words: String {
    switch self {
    case .done: "succeeded"
    case .failed(LogError.commitFailed(let outcome, _)): "failed at COMMIT, \(outcome)"
    case .failed: "failed"
    }
  }
}

/// The result of an operation that only reads.
enum Reply: Equatable {
  case session(Session?)
  case entries([SessionEntry])
  case number(Int64)
  case report(CheckReport)
  case export([UInt8], ExportReport)
  case events([LoggedEvent])
}
