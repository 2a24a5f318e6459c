import Foundation
import ProcessTestSupport
import Testing
import TimingTestSupport

private struct Shown: Decodable, Equatable {
  struct Lap: Decodable, Equatable {
    var splitNs: Int64
    var age: String
    var flags: [String]
  }

  var phase: String
  var runningTimeNs: Int64
  var clock: String
  var laps: [Lap]
}

/// Times while the wall clock is set, and while the machine sleeps or reboots.
struct ClockStepTests {
  private func shown(_ shell: Shell) throws -> Shown { try shell("show --json").decoded() }

  private static let year: Int64 = 365 * 86_400

  @Test(
    arguments: [2, -2, 3600, -3600, 10_800, -86_400, year, -year, 50 * year, -50 * year],
    ["before", "between", "during", "after"])
  func `ticks are exact while the wall clock is stepped`(seconds: Int64, place: String) throws {
    let shell = Shell()
    func step(_ here: String) { if place == here { shell.machine.step(.seconds(seconds)) } }
    step("before")
    shell("start", .seconds(10))
    step("between")
    shell("lap", .seconds(20))
    step("during")
    shell(.seconds(5), "lap", "stop")
    step("after")
    let shown = try shown(shell)
    #expect(shown.runningTimeNs == 35_000_000_000)
    #expect(shown.laps.map(\.splitNs) == [10_000_000_000, 35_000_000_000])
    // No event of the session shows a step before the start or after the stop.
    let isSeen = place == "between" || place == "during"
    #expect(shown.clock == (isSeen ? "stepped" : "exact"))
    #expect(shown.laps[0].flags == (place == "between" ? ["stepped"] : []))
    #expect(shown.laps[1].flags == (place == "during" ? ["stepped"] : []))
    for lap in shown.laps { #expect(!lap.age.contains("-")) }
    #expect(shell("check").exit == 0)
  }

  @Test(arguments: [0, 4_102_444_800])
  func `a wall clock that began in 1970 or 2100 changes no times`(began: Int64) throws {
    let shell = Shell()
    let now = shell.machine.wall
    shell.machine.wall = began * 1_000_000_000
    shell("start --limit 1h", .seconds(10), "lap")
    shell.machine.wall = now
    shell(.seconds(10), "lap", "lap --ago 5s")
    let shown = try shown(shell)
    #expect(shown.phase == "running")
    #expect(shown.laps.map { $0.splitNs / 1_000_000_000 } == [10, 15, 20])
    #expect(shown.laps.map(\.flags) == [[], ["late", "stated"], ["stepped"]])
    #expect(shown.clock == "stepped")
    shell.pass(.seconds(3600))
    #expect(try self.shown(shell).phase == "finished")
    for command in ["list", "events", "status", "show", "replay 1 --speed max", "check"] {
      #expect(shell(command).exit == 0)
    }
  }
}

/// Another boot id and a real time namespace, where the machine allows them.
struct OtherClockTests {
  private static func works(_ words: String...) -> Bool {
    (try? Child(["unshare"] + words, output: .nothing).end()) == .exit(0)
  }

  private func shown(_ program: RealProgram) throws -> Shown {
    try program("show", "--json").decoded()
  }

  private func check(_ program: RealProgram, _ prefix: String) throws {
    try program.shell("laptimer start && laptimer lap")
    #expect(try shown(program).clock == "exact")
    #expect(try program.shell(prefix + "'laptimer lap && laptimer lap'").exit == 0)
    let shown = try shown(program)
    #expect(shown.laps.map(\.flags) == [[], ["bridged"], []])
    #expect(shown.clock == "bridged")
    // A clock that is a million seconds ahead does not lengthen the session.
    #expect(shown.laps.allSatisfy { (0..<600_000_000_000).contains($0.splitNs) })
    try program.shell("laptimer lap")
    #expect(try self.shown(program).laps.last?.flags == [])
    #expect(try program("check").exit == 0)
  }

  @Test(
    .enabled(
      if: works("--time", "--boottime", "1000000", "true"),
      "needs permission to create a time namespace"))
  func `another time namespace is another clock`() throws {
    try check(try RealProgram(), "unshare --time --boottime 1000000 sh -c ")
  }

  @Test(
    .enabled(
      if: works(
        "--mount", "sh", "-c", "mount --bind /etc/hostname /proc/sys/kernel/random/boot_id"),
      "needs permission to mount over the boot id"))
  func `another boot is another clock`() throws {
    let program = try RealProgram()
    let file = program.folder + "/boot_id"
    try writeFile("11111111-2222-3333-4444-555555555555\n".utf8, to: file)
    try check(
      program,
      "unshare --mount sh -c 'mount --bind \(file) /proc/sys/kernel/random/boot_id && exec sh -c \"$0\"' "
    )
  }
}
