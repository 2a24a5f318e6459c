import EventLog
import Logbook
import Timing
import TimingTestSupport
import Text

/// Verifies that a log opens, has all acknowledged events, is consistent, and can be appended to.
struct LogVerifier {
  var requested: [EventID]

  /// The number of events that the log must have.
  var acknowledged: Int

  /// Whether a reader opens the log before a writer.
  var readsFirst = false

  private(set) var found = 0

  static func flaw(_ path: String, _ runner: Runner) -> Flaw? {
    var verifier = Self(requested: runner.requested, acknowledged: runner.answered)
    return verifier.flaw(path)
  }

  /// Verifies the log at a path, appends an event, and returns the first flaw or nil.
  mutating func flaw(_ path: String) -> Flaw? {
    do {
      return try examine(LogFile(path, busyTimeout: .zero))
    } catch { return .refused("\(error)") }
  }

  private mutating func examine(_ file: LogFile) throws -> Flaw? {
    let read = readsFirst ? try Logbook(file, for: .reading).events(after: 0, limit: .max) : nil
    let log = try Logbook(file, for: .appending)
    let events = try log.events(after: 0, limit: .max)
    if let read, read != events {
      return .invalid("a reader finds \(read.count) events, a writer \(events.count)")
    }
    found = events.count
    for (index, logged) in events.enumerated() {
      guard logged.position == index + 1, index < requested.count,
        logged.event.id == requested[index]
      else { return .foreign(position: logged.position) }
    }
    if found < acknowledged { return .lost(acknowledged - found) }
    let report = try log.check()
    guard report.isSound, report.events == found else {
      return .invalid(report.findings.first.map { "\($0)" } ?? "\(report.events) of \(found)")
    }
    return try append(to: log)
  }

  private func append(to log: Logbook) throws -> Flaw? {
    let id = EventID(high: 0x0192_0000_0000_7000, low: .max)
    let receipt = try log.append(
      Request(
        id: id, .start(.init(name: "after")), of: .new(also: true), instant: Machine().instant,
        source: "test"))
    guard receipt.position == found + 1 else {
      return .invalid("event \(found + 1) has the position \(receipt.position)")
    }
    return nil
  }
}

enum Flaw: Hashable, CustomStringConvertible {
  case refused(String)
  /// A number of acknowledged events is missing.
  case lost(Int)
  /// The events are not a prefix of the requested ones.
  case foreign(position: Int)
  case invalid(String)

  var description: String {
    switch self {
    case .refused(let error): "refused: \(error)"
    case .lost(let count): "\(count) lost"
    case .foreign(let position): "event \(position) differs from the request"
    case .invalid(let finding): "inconsistent: \(finding)"
    }
  }

  var isLoss: Bool { if case .lost = self { true } else { false } }
}
