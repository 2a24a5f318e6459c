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

  /// An event that may be there as well, while no more than so many are promised.
  var unsettled: (id: EventID, promised: Int)?

  init() throws {
    scratch = try ScratchFolder.inMemory()
    disk = try FaultyDisk()
  }

  var path: String { scratch("home/laptimer/laptimer.db") }

  func open() throws -> Logbook { try Logbook(disk.log(path), for: .appending) }

  /// From here on all that is done to the disk is written down.
  func record() throws { disk.journal = try Journal(of: scratch.path) }

  /// Trains, each answer being a promise.
  mutating func train(_ count: Int, on log: Logbook, then: () -> Void = {}) throws {
    try runner.train(count, on: log) { runner in
      disk.journal?.promise(runner.answered)
      then()
    }
  }

  /// Cuts the power everywhere, and looks at the log.
  mutating func blackout(
    _ also: (_ root: String, _ promised: Int) throws -> Flaw? = { _, _ in nil }
  ) throws -> Blackout {
    var blackout = Blackout()
    let place = path.dropFirst(scratch.path.count)
    let asked = runner.asked
    let unsettled = unsettled
    var readsFirst = false
    try blackout.cut(
      #require(disk.journal), of: scratch.path, seeds: Effort.times(1, long: 25), &seed
    ) { root, promised in
      readsFirst.toggle()
      var proof = Proof(asked: asked, promised: promised, readsFirst: readsFirst)
      var flaw = proof.flaw(root + place)
      if let unsettled, promised <= unsettled.promised, case .foreign = flaw {
        proof.asked = asked.prefix(unsettled.promised) + [unsettled.id]
        flaw = proof.flaw(root + place)
      }
      return try flaw ?? also(root, promised)
    }
    return blackout
  }

  /// Nothing that was promised is lost, and nothing else is wrong.
  mutating func expectNoLoss(
    _ name: String, atLeast images: Int,
    _ also: (_ root: String, _ promised: Int) throws -> Flaw? = { _, _ in nil }
  ) throws {
    let blackout = try blackout(also)
    print("power cuts, \(name): \(blackout.summary), \(seed)")
    #expect(blackout.flaws.count == 0, "\(seed): \(blackout.words)")
    #expect(blackout.images >= images)
  }

  @Test mutating func `acknowledged events survive power cuts from the first use`() throws {
    try record()
    // A process for each command, then one that lives on.
    for (command, target) in Runner.training(3) {
      try runner.perform(command, of: target, on: open())
      disk.journal?.promise(runner.answered)
    }
    try train(4, on: open())
    try expectNoLoss("first use", atLeast: 300)
  }

  @Test mutating func `checkpoints and the last close lose nothing`() throws {
    try train(8, on: open())
    try record()
    try {
      let log = try open()
      let connection = try #require(log.connection)
      let checkpointer = Checkpointer(of: connection, every: 10)
      try train(6, on: log) { checkpointer.runIfDue() }
    }()
    try train(2, on: open())
    try expectNoLoss("checkpoints", atLeast: 300)
  }

  @Test mutating func `a migration survives a power cut completely or not at all`() throws {
    try train(10, on: open())
    try makeOlder(path)
    try record()
    disk.journal?.promise(runner.answered)
    try train(2, on: open())
    try expectNoLoss("migration", atLeast: 100)
  }
}
