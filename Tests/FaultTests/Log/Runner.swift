import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// A client that appends requests with unique ids, and counts the acknowledged ones.
struct Runner {
  var machine = Machine()
  private var nextID: UInt64 = 0
  /// The ids of all requests whose events may be in the log, in order.
  private(set) var requested: [EventID] = []
  private(set) var answered = 0

  /// Creates a runner; runners with different numbers share no ids.
  init(_ number: UInt64 = 0) { nextID = number << 32 }

  mutating func request(_ command: Command, of target: Request.Target = .implied) -> Request {
    nextID += 1
    machine.pass(.milliseconds(1_234))
    return Request(
      id: EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | nextID),
      mayBeRepeated: true, command, of: target, instant: machine.instant, source: "test")
  }

  @discardableResult mutating func perform(
    _ command: Command, of target: Request.Target = .implied, on log: Logbook
  ) throws -> Receipt {
    let request = request(command, of: target)
    requested.append(request.id)
    do {
      let receipt = try log.append(request)
      answered += 1
      return receipt
    } catch let rejection as Rejection {
      requested.removeLast()
      throw rejection
    }
  }

  /// Counts the last request as acknowledged, after a failed commit was reported as saved.
  mutating func countLastAsSaved() { answered += 1 }

  /// Adds the requests of another runner that are not added yet.
  mutating func add(_ other: Runner) {
    let new = other.requested.filter { !requested.contains($0) }
    requested += new
    answered += new.count
  }

  /// Removes the last request, after it was reported as not saved.
  mutating func removeLast() { requested.removeLast() }

  /// The commands of a training, with corrections and changes of all tables.
  static func training(_ count: Int) -> [(Command, Request.Target)] {
    let round: [(Command, Request.Target)] = [
      (.start(.init(name: "Tempo run", tags: ["track"])), .new(also: true)),
      (.lap(label: nil), .named("Tempo run")), (.lap(label: "bend"), .named("Tempo run")),
      (.mark(label: "pit"), .named("Tempo run")), (.undo, .implied),
      (.lap(label: String(repeating: "long ", count: 200)), .named("Tempo run")),
      (.stop, .named("Tempo run")), (.resume, .named("Tempo run")),
      (.lap(label: "last"), .named("Tempo run")), (.stop, .named("Tempo run")),
    ]
    return (0..<count).map { round[$0 % round.count] }
  }

  mutating func train(
    _ count: Int, on log: Logbook, then: (Runner) throws -> Void = { _ in }
  ) throws {
    for (command, target) in Self.training(count) {
      try perform(command, of: target, on: log)
      try then(self)
    }
  }
}

extension Logbook {
  /// The ids of all events, in order.
  func ids() throws -> [EventID] { try events(after: 0, limit: .max).map(\.event.id) }

  func exported() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try export { bytes += $0 }
    return bytes
  }

  @discardableResult
  func importing(_ bytes: [UInt8], marking mark: SalvageMark? = nil) throws -> ImportReport {
    var pieces = [bytes]
    return try importEvents(marking: mark) { pieces.popLast() }
  }
}

/// Changes the tables of a log to those of an older version, with other columns and rows.
func makeOlder(_ path: String) throws {
  try #require(try LogFile(path).open(for: .appending, .laptimer)).execute(
    """
    BEGIN IMMEDIATE; PRAGMA user_version = 16;
    DROP VIEW fold; CREATE TABLE fold (fold_version INTEGER NOT NULL, oldest_version INTEGER);
    INSERT INTO fold VALUES (16, 2); DROP TABLE anchors; ALTER TABLE laps DROP COLUMN place;
    UPDATE sessions SET lap_count = 99, state = '[16,null,0]'; COMMIT
    """)
}

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
