import CSQLite
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
@testable import SQLite

struct PowerCutTests {
  let scratch: ScratchFolder
  let disk: FaultyDisk
  var runner = Runner()
  var seed = Seed()
  /// An event that the log may have until more than a number of events is acknowledged.
  var uncertain: (id: EventID, acknowledged: Int)?

  init() throws {
    scratch = try ScratchFolder.inMemory()
    disk = try FaultyDisk()
  }

  var path: String { scratch("home/laptimer/laptimer.db") }

  func open() throws -> Logbook { try Logbook(disk.log(path), for: .appending) }

  /// Starts a journal in which the answers so far are acknowledged.
  func startJournal() throws {
    disk.journal = try Journal(of: scratch.path)
    disk.journal?.acknowledge(runner.answered)
  }

  /// Performs a training, and acknowledges each answer in the journal.
  mutating func train(_ count: Int, on log: Logbook, then: () -> Void = {}) throws {
    try runner.train(count, on: log) { runner in
      disk.journal?.acknowledge(runner.answered)
      then()
    }
  }

  /// Cuts the power after each operation, and verifies the log.
  mutating func cutPower(
    _ also: (_ root: String, _ acknowledged: Int) throws -> Flaw? = { _, _ in nil }
  ) throws -> PowerCutSimulation {
    var simulation = PowerCutSimulation()
    let place = path.dropFirst(scratch.path.count)
    let requested = runner.requested
    let uncertain = uncertain
    var readsFirst = false
    try simulation.run(#require(disk.journal), of: scratch.path, &seed) { root, acknowledged in
      readsFirst.toggle()
      var verifier = LogVerifier(
        requested: requested, acknowledged: acknowledged, readsFirst: readsFirst)
      var flaw = verifier.flaw(root + place)
      if let uncertain, acknowledged <= uncertain.acknowledged, case .foreign = flaw {
        verifier.requested = requested.prefix(uncertain.acknowledged) + [uncertain.id]
        flaw = verifier.flaw(root + place)
      }
      return try flaw ?? also(root, acknowledged)
    }
    return simulation
  }

  mutating func expectNoLoss(
    _ name: String, atLeast images: Int,
    _ also: (_ root: String, _ acknowledged: Int) throws -> Flaw? = { _, _ in nil }
  ) throws {
    let simulation = try cutPower(also)
    print("power cuts, \(name): \(simulation.summary), \(seed)")
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
    #expect(simulation.images >= images)
  }

  @Test mutating func `acknowledged events survive power cuts from the first use`() throws {
    try startJournal()
    // Another process made the folder, and did not sync the one above it.
    try disk.disk.makeFolder(scratch("home"))
    try disk.disk.sync(scratch.path)
    try disk.disk.makeFolder(scratch("home/laptimer"))
    // A process for each command, then a long-lived one.
    for (command, target) in Runner.training(3) {
      try runner.perform(command, of: target, on: open())
      disk.journal?.acknowledge(runner.answered)
    }
    try train(4, on: open())
    try expectNoLoss("first use", atLeast: 300)
  }

  @Test mutating func `checkpoints and the last close lose nothing`() throws {
    try train(8, on: open())
    try startJournal()
    try {
      let log = try open()
      let checkpointer = try Checkpointer(of: #require(log.connection), every: 10)
      try train(6, on: log) { checkpointer.runIfDue() }
    }()
    try train(2, on: open())
    try expectNoLoss("checkpoints", atLeast: 300)
  }

  @Test mutating func `a power cut during the first write to an older log loses nothing`() throws {
    try train(10, on: open())
    try makeOlder(path)
    try startJournal()
    try train(2, on: open())
    try expectNoLoss("older log", atLeast: 100)
  }

  @Test mutating func `a power cut during the change to write-ahead mode loses nothing`() throws {
    try train(10, on: open())
    try {
      let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
      #expect(try connection.word(ofPragma: "journal_mode = DELETE") == "delete")
    }()
    try startJournal()
    try train(2, on: open())
    try expectNoLoss("change to write-ahead mode", atLeast: 100)
  }

  @Test mutating func `only a new write-ahead file has its folder synced`() throws {
    try train(2, on: open())
    var syncs: [Int] = []
    // A long-lived process removes the write-ahead file when it closes.
    _ = try Logbook(disk.log(path), for: .appending(longLived: true))
    for command in [Command.lap(label: nil), .lap(label: "bend"), .mark(label: "pit")] {
      try startJournal()
      try runner.perform(command, of: .named("Tempo run"), on: open())
      let operations = try #require(disk.journal).operations
      syncs.append(
        operations.count { if case .sync(folder(of: path)) = $0 { true } else { false } })
    }
    #expect(syncs == [1, 0, 0])
  }

  /// Lets each call of an operation fail in turn during a lap, then appends two events and cuts the
  /// power; returns the number of failures.
  private mutating func expectNoLoss(
    afterEachFailed operation: Call.Operation, persisting: Bool, _ lap: (inout Self) -> Void
  ) throws -> Int {
    let before = try Image(of: scratch.path)
    let base = runner
    var (failures, images) = (0, 0)
    while true {
      scratch.empty()
      try before.write(to: scratch.path, from: scratch.path)
      (runner, uncertain) = (base, nil)
      try startJournal()
      disk.fault = DiskFault(.broken, at: failures + 1, persists: persisting, only: operation)
      lap(&self)
      guard disk.fault?.failedCall != nil else { break }
      disk.fault = nil
      failures += 1
      try train(2, on: open())
      let simulation = try cutPower()
      images += simulation.images
      #expect(simulation.flaws.count == 0, "\(seed), \(failures): \(simulation.flawSummary)")
    }
    print("power cuts, after \(failures) failures of \(operation): \(images) images, \(seed)")
    return failures
  }

  @Test mutating func `a failed write to a new write-ahead file loses no later event`() throws {
    try train(2, on: open())
    // The process writes nothing more, as if it was killed.
    let failures = try expectNoLoss(afterEachFailed: .write, persisting: true) { test in
      do {
        try test.runner.perform(.lap(label: "x"), of: .named("Tempo run"), on: test.open())
        test.disk.journal?.acknowledge(test.runner.answered)
      } catch { test.runner.removeLast() }
    }
    // The header and the frames.
    #expect(failures > 3)
  }

  @Test mutating func `a failed sync loses no event acknowledged afterwards`() throws {
    try train(3, on: open())
    var outcomes: [CommitOutcome: Int] = [:]
    let failures = try expectNoLoss(afterEachFailed: .sync, persisting: false) { test in
      if let outcome = test.attemptLap() { outcomes[outcome, default: 0] += 1 }
    }
    #expect(failures > 0)
    // The log looks up the event after a failed sync, so that the outcome is known.
    #expect(outcomes[.saved, default: 0] + outcomes[.notSaved, default: 0] > 0)
    #expect(outcomes[.unknown] == nil)
  }

  /// Returns the outcome of a failed commit; nil otherwise.
  private mutating func attemptLap() -> CommitOutcome? {
    do {
      try runner.perform(.lap(label: "x"), of: .named("Tempo run"), on: open())
      disk.journal?.acknowledge(runner.answered)
      return nil
    } catch LogError.commitFailed(let outcome, _) {
      // Before the report, the event may or may not be durable.
      uncertain = runner.requested.last.map { ($0, runner.answered) }
      switch outcome {
      case .saved:
        runner.countLastAsSaved()
        disk.journal?.acknowledge(runner.answered)
      case .notSaved: runner.removeLast()
      case .unknown: break
      }
      return outcome
    } catch {
      runner.removeLast()
      return nil
    }
  }

  // MARK: Controls: the simulation finds losses without the precautions

  @Test mutating func `less than full synchronization loses acknowledged events`() throws {
    try train(3, on: open())
    try startJournal()
    let log = try open()
    try log.connection?.execute("PRAGMA synchronous = NORMAL")
    try train(4, on: log)
    let simulation = try cutPower()
    print("power cuts, control: \(simulation.losses) of \(simulation.images) images lose events")
    #expect(simulation.losses > 20)
  }

  @Test mutating func `folders that are not synced lose a new log`() throws {
    try startJournal()
    var log = disk.log(path)
    log.disk.sync = { _ in }
    try train(2, on: Logbook(log, for: .appending))
    #expect(try cutPower().losses > 1)
  }
}
