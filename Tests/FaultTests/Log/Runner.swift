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
  let connection = try #require(try LogFile(path).open(for: .appending, .laptimer))
  try connection.execute(
    """
    BEGIN IMMEDIATE; PRAGMA user_version = 16;
    DROP VIEW fold; CREATE TABLE fold (fold_version INTEGER NOT NULL, oldest_version INTEGER);
    INSERT INTO fold VALUES (16, 2); DROP TABLE anchors; ALTER TABLE laps DROP COLUMN place;
    UPDATE sessions SET lap_count = 99, state = '[16,null,0]'; COMMIT
    """)
}
