import Arguments
import EventLog
import Logbook
import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

/// Power cuts during the repetition of a command whose first process was killed before a sync.
struct RetryCutTests {
  let scratch: ScratchFolder
  let disk: FaultyDisk
  let laptimer: CommandRunner
  var seed = Seed()

  init() throws {
    let (scratch, disk) = (try ScratchFolder.inMemory(), try FaultyDisk())
    laptimer = try CommandRunner(log: scratch("home/log.db")) { disk.log($0) }
    (self.scratch, self.disk) = (scratch, disk)
  }

  private static let id = "01920000-0000-7000-8000-00000000abcd"

  static let commands: [(String, input: String)] = [
    ("start New --also --id \(id)", ""), ("lap bend --session Run --id \(id)", ""),
    ("mark pit --session Run --id \(id)", ""), ("stop --all --id \(id)", ""),
    ("undo --session Run --id \(id)", ""), ("amend 1 --by -1s --session Run --id \(id)", ""),
    ("start New --race '3 laps' --entries RUNNERS --also --id \(id)", ""),
    ("enter 9 Bo --session Race --id \(id)", ""), ("entries RUNNERS --session Race --id \(id)", ""),
    ("cross 4 --session Race --id \(id)", ""), ("cross 4 17 --session Race --id \(id)", ""),
    ("import EXPORT", ""), ("record", "lap --session Run --id \(id)\n"),
  ]

  @Test(arguments: commands)
  mutating func `the answer to a repetition survives a cut`(line: String, input: String) throws {
    try laptimer(["start", "Run"])
    try laptimer(["lap"])
    try laptimer(["start", "Race", "--race", "3 laps", "--also"])
    try laptimer(["enter", "4", "Ada", "--session", "Race"])
    try expectNoLoss(line, input)
  }

  @Test(arguments: ["start New --id \(id)", "import EXPORT"])
  mutating func `the answer to a repeated first command survives a power cut`(line: String) throws {
    try expectNoLoss(line, "")
  }

  private struct Kill {
    /// The files as other processes see them.
    var image: Image
    var journal: Journal
  }

  private mutating func expectNoLoss(_ line: String, _ input: String) throws {
    let path = scratch("home/log.db")
    let words = try words(of: line)
    let kills = try killsBeforeSync(words, input)
    let count = try Logbook(path: path).ids().count
    var simulation = PowerCutSimulation()
    for kill in kills {
      scratch.empty()
      try kill.image.write(to: scratch.path, from: scratch.path)
      disk.journal = kill.journal
      try repeatCommand(words, input, acknowledging: count)
      let ids = try Logbook(path: path).ids()
      #expect(ids.count == count)
      let place = path.dropFirst(scratch.path.count)
      try simulation.run(
        #require(disk.journal), from: kill.journal.operations.count, of: scratch.path, &seed
      ) { root, acknowledged in
        // Before the first answer, the log may be gone and its other files left.
        if acknowledged == 0, FileStatus(root + place) == nil { return nil }
        var verifier = LogVerifier(requested: ids, acknowledged: acknowledged)
        return verifier.flaw(root + place)
      }
    }
    print("power cuts, repeated \(line): \(kills.count) kills, \(simulation.summary), \(seed)")
    #expect(simulation.flaws.count == 0, "\(seed): \(simulation.flawSummary)")
    #expect(kills.count > 0 && simulation.images > 5)
  }

  private func killsBeforeSync(_ words: [String], _ input: String) throws -> [Kill] {
    let (disk, root) = (disk, scratch.path)
    var kills: [Kill] = []
    let count = try Logbook(path: scratch("home/log.db")).ids().count
    disk.journal = try Journal(of: root)
    disk.journal?.acknowledge(count)
    disk.beforeCall = { call in
      // Without a log, the next process does the same as the first one.
      guard [.sync, .syncPath].contains(call.operation), FileStatus(root + "/home/log.db") != nil,
        let journal = disk.journal, let image = try? Image(of: root)
      else { return }
      kills.append(Kill(image: image, journal: journal))
    }
    let answer = try laptimer(words, input: input)
    #expect(answer.exit == 0, "\(answer)")
    disk.beforeCall = nil
    return kills
  }

  /// Runs a command again, and acknowledges its events once it has written its answer.
  private func repeatCommand(_ words: [String], _ input: String, acknowledging count: Int) throws {
    let (disk, laptimer) = (disk, laptimer)
    var isAnswered = false
    disk.beforeCall = { _ in
      if !isAnswered, laptimer.answered > 0 {
        isAnswered = true
        disk.journal?.acknowledge(count)
      }
    }
    let answer = try laptimer(words, input: input)
    #expect(answer.exit == 0, "\(answer)")
    disk.beforeCall = nil
    disk.journal?.acknowledge(count)
  }

  private func words(of line: String) throws -> [String] {
    let runners = try laptimer.file("runners.csv", "bib,name\n4,Ada\n17,Bo\n")
    var donor = Runner(9)
    let log = try Logbook(LogFile(laptimer.place("donor.db")), for: .appending)
    try donor.train(6, on: log)
    let exported = try laptimer.file("export", String(decoding: log.exported(), as: UTF8.self))
    return try splitWords(
      line.replacing("RUNNERS", with: runners).replacing("EXPORT", with: exported))
  }
}
