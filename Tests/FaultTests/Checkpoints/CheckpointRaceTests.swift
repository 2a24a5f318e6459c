import CSQLite
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
@testable import SQLite

/// The "WAL-reset" race of SQLite before 3.51.3 (wal.html).
///
/// One connection begins a checkpoint, having read how long the write-ahead log is; another, finding
/// all of it moved, begins the log anew; the first then notes that much of the *new* log is moved,
/// which it is not. What is not moved is lost as soon as the log begins anew again.
///
/// Nothing is left to chance here: at two calls that the first makes to its files, the other
/// commits, and checkpoints by the same rule. The long form tries every two calls.
struct CheckpointRaceTests {
  /// Who checkpoints, and when.
  enum Rule {
    /// SQLite itself after each commit that finds the log long.
    case automatic

    /// This program, holding the writer's lock.
    case ours
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

  /// What became of all pairs of calls.
  struct Outcome {
    var races = 0
    var answered = 0
    var lossy = 0
    /// In how many the visitor was let in, and answered.
    var visited = 0
    var words: Set<String> = []
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
    // The known point: a checkpoint has read how long the log is, and not begun to copy. It drops
    // what it mapped of the file just then, if the log was changed before.
    for first in 1...calls.count {
      let calls = try trial(rule, [first], &outcome)
      for (index, call) in calls.enumerated() where call == .unfetch && index >= first {
        try trial(rule, [first, index + 1], &outcome)
      }
    }
    return outcome
  }

  /// One commit and its checkpoint, with another's at these calls.
  ///
  /// - Returns: the calls that it made.
  @discardableResult
  func trial(
    _ rule: Rule, _ moments: [Int], _ outcome: inout Outcome
  ) throws -> [Call.Operation] {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let path = scratch("log.db")
    var asked = runner.asked
    var calls: [Call.Operation] = []
    var isVisited = false
    do {
      let other = try Party(disk.log(path), rule, 2)
      disk.visitor = { [disk] call in
        calls.append(call.operation)
        guard moments.contains(calls.count) else { return }
        let visitor = disk.visitor
        disk.visitor = nil
        defer { disk.visitor = visitor }
        if other.lap() { isVisited = true }
      }
      defer { disk.visitor = nil }
      // The visitor may come while one opens the log, too.
      let one = try Party(disk.log(path), rule, 1)
      one.lap()
      disk.visitor = nil
      other.lap()
      let answers = one.answers.merging(other.answers) { answer, _ in answer }
      asked += answers.sorted { $0.key < $1.key }.map(\.value)
    }
    outcome.races += 1
    if isVisited { outcome.visited += 1 }
    outcome.answered += asked.count
    var proof = Proof(asked: asked, promised: asked.count)
    if let flaw = proof.flaw(path) {
      outcome.lossy += 1
      outcome.words.insert(flaw.description)
    }
    return calls
  }

  @Test(.enabled(if: Self.hasTheRace)) func `automatic checkpoints lose acknowledged events`()
    throws
  {
    let outcome = try race(.automatic, every: Effort.times(15, long: 1))
    print(
      """
      checkpoint race, automatic: \(outcome.races) races, \(outcome.visited) with a visitor who was \
      answered, \(outcome.lossy) lose acknowledged events
      """)
    #expect(outcome.lossy > 0)
    #expect(outcome.visited > outcome.races / 4)
  }

  @Test func `checkpoints under the writer's lock lose nothing`() throws {
    let outcome = try race(.ours, every: Effort.times(7, long: 1))
    print(
      """
      checkpoint race, ours: \(outcome.races) races, \(outcome.visited) with a visitor who was \
      answered, \(outcome.answered) events acknowledged, \
      \(outcome.lossy) races with losses
      """)
    #expect(outcome.lossy == 0, "\(outcome.words)")
    #expect(outcome.races > 80)
    #expect(outcome.visited > outcome.races / 4)
  }

  /// Whether SQLite still has it: "fixed in 3.51.3, and backported to 3.44.6 and 3.50.7".
  static var hasTheRace: Bool {
    let version = sqlite3_libversion_number()
    switch version {
    case 3_044_006..<3_045_000, 3_050_007..<3_051_000: return false
    default: return version < 3_051_003
    }
  }
}

/// One process of two, as far as SQLite can tell.
private final class Party {
  private let log: Logbook
  private let checkpointer: Checkpointer?
  private var runner: Runner

  /// The ids of its events by their position, as it was told.
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
    case .ours:
      checkpointer = Checkpointer(of: connection, every: 1)
    }
  }

  /// Appends, if the other lets it.
  ///
  /// - Returns: whether it was answered.
  @discardableResult
  func lap() -> Bool {
    do {
      let receipt = try runner.perform(.lap(label: nil), of: .named("Tempo run"), on: log)
      answers[receipt.position] = receipt.id
      checkpointer?.runIfDue()
      return true
    } catch let error as DatabaseError where error.isBusy {
      return false
    } catch {
      // Where commits are lost, what is read may be anything.
      if checkpointer != nil { Issue.record("\(error)") }
      return false
    }
  }
}
