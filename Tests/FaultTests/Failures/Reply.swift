import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import SQLite

/// The result of an operation that only reads.
enum Reply: Equatable {
  case session(Session?)
  case entries([SessionEntry])
  case number(Int64)
  case report(CheckReport)
  case export([UInt8], ExportReport)
  case events([LoggedEvent])
}

extension LogOperation {
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
