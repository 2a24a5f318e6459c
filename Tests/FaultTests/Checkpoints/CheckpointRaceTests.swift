import CSQLite
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook
import Text
@testable import SQLite

/// The "WAL-reset" race of SQLite before 3.51.3 (wal.html).
///
/// One connection reads the length of the write-ahead log and begins a checkpoint. Another one
/// finds all pages copied and resets the log. The first one then marks as many pages of the *new*
/// log as copied. The next reset loses the pages that were not copied.
///
/// The tests are deterministic: before two file calls of the first connection, the second one
/// commits and checkpoints by the same rule. The long form tries all pairs of calls.
struct CheckpointRaceTests {
  /// The connection that checkpoints, and the time of a checkpoint.
  enum Rule {
    /// SQLite checkpoints after each commit.
    case automatic
    /// This program checkpoints under the writer's lock.
    case locked
  }

  let base: ScratchFolder
  let disk: FaultyDisk
  let before: Image
  var runner = Runner()

  init() throws {
    base = try ScratchFolder.inMemory()
    disk = try FaultyDisk()
    try runner.train(6, on: Logbook(LogFile(base("log.db")), for: .appending))
    before = try Image(of: base.path)
  }

  struct Outcome: CustomStringConvertible {
    var races = 0
    var answered = 0
    var lossy = 0
    /// The number of races with an acknowledged commit of the second process.
    var interleaved = 0
    var flaws: Set<String> = []

    var description: String {
      "\(races) races, \(interleaved) with interleaved commits, \(answered) events acknowledged, "
        + "\(lossy) races with losses"
    }
  }

  func race(_ rule: Rule, every step: Int) throws -> Outcome {
    var outcome = Outcome()
    let calls = try trial(rule, [], &outcome)
    outcome = Outcome()
    for first in stride(from: 1, through: calls.count, by: step) {
      for second in stride(from: first + 1, through: calls.count, by: step) {
        try trial(rule, [first, second], &outcome)
      }
    }
    // The known point is between reading the length and copying. There SQLite unmaps the database
    // file if the log has changed.
    for first in 1...calls.count {
      let calls = try trial(rule, [first], &outcome)
      for (index, call) in calls.enumerated() where call == .unfetch && index >= first {
        try trial(rule, [first, index + 1], &outcome)
      }
    }
    return outcome
  }

  /// One commit and its checkpoint, interrupted at some calls by those of the second process;
  /// returns the file calls of the first process.
  @discardableResult
  func trial(_ rule: Rule, _ stops: [Int], _ outcome: inout Outcome) throws -> [Call.Operation] {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let path = scratch("log.db")
    var requested = runner.requested
    var calls: [Call.Operation] = []
    var isInterleaved = false
    do {
      let other = try SimulatedProcess(disk.log(path), rule, 2)
      disk.beforeCall = { [disk] call in
        calls.append(call.operation)
        guard stops.contains(calls.count) else { return }
        let beforeCall = disk.beforeCall
        disk.beforeCall = nil
        defer { disk.beforeCall = beforeCall }
        if other.lap() { isInterleaved = true }
      }
      defer { disk.beforeCall = nil }
      // Interruptions begin with the opening of the log.
      let one = try SimulatedProcess(disk.log(path), rule, 1)
      one.lap()
      disk.beforeCall = nil
      other.lap()
      let answers = one.answers.merging(other.answers) { answer, _ in answer }
      requested += answers.sorted { $0.key < $1.key }.map(\.value)
    }
    outcome.races += 1
    if isInterleaved { outcome.interleaved += 1 }
    outcome.answered += requested.count
    var verifier = LogVerifier(requested: requested, acknowledged: requested.count)
    if let flaw = verifier.flaw(path) {
      outcome.lossy += 1
      outcome.flaws.insert(flaw.description)
    }
    return calls
  }

  @Test(.enabled(if: Self.hasRace)) func `automatic checkpoints lose acknowledged events`() throws {
    let outcome = try race(.automatic, every: Effort.times(15, long: 1))
    print("checkpoint race, automatic: \(outcome)")
    #expect(outcome.lossy > 0)
    #expect(outcome.interleaved > outcome.races / 4)
  }

  @Test func `checkpoints under the writer's lock lose nothing`() throws {
    let outcome = try race(.locked, every: Effort.times(7, long: 1))
    print("checkpoint race, locked: \(outcome)")
    #expect(outcome.lossy == 0, "\(outcome.flaws)")
    #expect(outcome.races > 80)
    #expect(outcome.interleaved > outcome.races / 4)
  }

  /// Whether SQLite has the race: "fixed in 3.51.3, and backported to 3.44.6 and 3.50.7".
  static var hasRace: Bool {
    let version = sqlite3_libversion_number()
    switch version {
    case 3_044_006..<3_045_000, 3_050_007..<3_051_000: return false
    default: return version < 3_051_003
    }
  }
}

private final class SimulatedProcess {
  private let log: Logbook
  private let checkpointer: Checkpointer?
  private var runner: Runner

  /// The ids of the acknowledged events, by position.
  private(set) var answers: [Int: EventID] = [:]

  init(_ file: LogFile, _ rule: CheckpointRaceTests.Rule, _ number: UInt64) throws {
    runner = Runner(number)
    log = try Logbook(file, for: .appending)
    let connection = try #require(log.connection)
    switch rule {
    case .automatic:
      checkpointer = nil
      sqlite3_wal_autocheckpoint(connection.handle.pointer, 1)
      try connection.checkpointAtClose(true)
    case .locked: checkpointer = Checkpointer(of: connection, every: 1)
    }
  }

  @discardableResult func lap() -> Bool {
    do {
      let receipt = try runner.perform(.lap(label: nil), of: .named("Tempo run"), on: log)
      answers[receipt.position] = receipt.id
      checkpointer?.runIfDue()
      return true
    } catch let error as DatabaseError where error.isBusy {
      return false
    } catch {
      // With automatic checkpoints the log may be damaged, and any error is possible.
      if checkpointer != nil { Issue.record("\(error)") }
      return false
    }
  }
}
