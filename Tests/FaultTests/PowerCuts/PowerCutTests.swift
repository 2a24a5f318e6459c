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

  /// Starts recording all changes of the disk.
  func startJournal() throws { disk.journal = try Journal(of: scratch.path) }

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
    try simulation.run(
      #require(disk.journal), of: scratch.path, seeds: Effort.times(1, long: 25), &seed
    ) { root, acknowledged in
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

  /// Expects no flaws after power cuts.
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
      let connection = try #require(log.connection)
      let checkpointer = Checkpointer(of: connection, every: 10)
      try train(6, on: log) { checkpointer.runIfDue() }
    }()
    try train(2, on: open())
    try expectNoLoss("checkpoints", atLeast: 300)
  }

  @Test mutating func `a power cut during the first write to an older log loses nothing`() throws {
    try train(10, on: open())
    try makeOlder(path)
    try startJournal()
    disk.journal?.acknowledge(runner.answered)
    try train(2, on: open())
    try expectNoLoss("older log", atLeast: 100)
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

  @Test mutating func `a failed write to a new write-ahead file loses no later event`() throws {
    try train(2, on: open())
    let before = try Image(of: scratch.path)
    let base = runner
    var images = 0
    var number = 1
    while true {
      scratch.empty()
      try before.write(to: scratch.path, from: scratch.path)
      runner = base
      try startJournal()
      disk.journal?.acknowledge(runner.answered)
      // The process writes nothing more, as if it was killed.
      disk.fault = DiskFault(.broken, at: number, persists: true, only: .write)
      number += 1
      do {
        try runner.perform(.lap(label: "x"), of: .named("Tempo run"), on: open())
        disk.journal?.acknowledge(runner.answered)
      } catch {
        runner.removeLast()
      }
      guard disk.fault?.failedCall != nil else { break }
      disk.fault = nil
      try train(2, on: open())
      let simulation = try cutPower()
      images += simulation.images
      #expect(
        simulation.flaws.count == 0, "\(seed), write \(number - 1): \(simulation.flawSummary)")
    }
    // The header and the frames.
    #expect(number > 5)
    print("power cuts, after failed writes: \(images) images, \(seed)")
  }
}
