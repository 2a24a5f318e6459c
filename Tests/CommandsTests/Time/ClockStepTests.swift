import Testing
import Timing
import TimingTestSupport

/// Times while the wall clock is set, and while the machine sleeps or reboots.
struct ClockStepTests {
  /// A session in the output of `show --json`.
  struct Shown: Decodable, Equatable {
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

  private func shown(_ shell: Shell) throws -> Shown { try shell("show --json").decoded() }

  private static let minute: Int64 = 60
  private static let year: Int64 = 365 * 86_400
  static let steps = [
    2, -2, 3600, -3600, 180 * minute, -86_400, year, -year, 50 * year, -50 * year,
  ]

  @Test(arguments: steps, ["before", "between", "during", "after"])
  func `ticks of one boot are exact while the wall clock is stepped`(
    seconds: Int64, place: String
  ) throws {
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

  @Test func `a step within the tolerance is not flagged`() throws {
    let shell = Shell("start", .seconds(100_000))
    // The tolerance is 500 ppm: 50 s of 100,000 s.
    shell.machine.step(.seconds(49))
    shell("lap")
    #expect(try shown(shell).clock == "exact")
    shell.machine.step(.milliseconds(900))
    shell("lap")
    #expect(try shown(shell).clock == "exact")
    shell.machine.step(.milliseconds(1100))
    shell("lap")
    #expect(try shown(shell).clock == "stepped")
  }

  @Test func `the time while the machine is suspended counts`() throws {
    let shell = Shell("start")
    // CLOCK_BOOTTIME and the wall clock advance while the machine is suspended.
    shell(.seconds(8 * 3600), "lap")
    let shown = try shown(shell)
    #expect(shown.laps[0].splitNs == 8 * 3_600_000_000_000)
    #expect(shown.clock == "exact")
  }

  @Test(arguments: [0, 3600, 50 * year])
  func `a reboot is bridged by the wall clock, and later times are exact`(step: Int64) throws {
    let shell = Shell("start", .seconds(10), "lap")
    shell.machine.reboot(lasting: .seconds(60))
    shell.machine.step(.seconds(step))
    shell("lap", .seconds(3), "lap")
    let shown = try shown(shell)
    let bridged = 70 + step
    #expect(shown.laps.map { $0.splitNs / 1_000_000_000 } == [10, bridged, bridged + 3])
    #expect(shown.laps.map(\.flags) == [[], ["bridged"], []])
    #expect(shown.clock == "bridged")
  }

  @Test(arguments: [-3600, -50 * year])
  func `a reboot with the wall clock set back has an unknown duration, not a negative one`(
    step: Int64
  ) throws {
    let shell = Shell("start", .seconds(10), "lap")
    shell.machine.reboot(lasting: .seconds(60))
    shell.machine.step(.seconds(step))
    shell("lap", .seconds(3), "lap")
    let before = try shown(shell)
    #expect(before.laps.map { $0.splitNs / 1_000_000_000 } == [10, 10, 13])
    #expect(before.laps[1].flags == ["unknown"])
    #expect(before.clock == "unknown")
    // A correction of the wall clock does not change the ticks of this boot.
    shell.machine.step(.seconds(-step))
    shell(.seconds(2), "stop")
    let after = try shown(shell)
    #expect(after.runningTimeNs == 15_000_000_000)
    #expect(after.clock == "unknown")
    #expect(shell("check").exit == 0)
  }

  @Test(arguments: [0, 4_102_444_800])
  func `a wall clock that starts in 1970 or 2100 and is corrected does not change times`(
    began: Int64
  ) throws {
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

  @Test func `a countdown uses ticks, not the wall clock`() throws {
    let shell = Shell("start --countdown 60s")
    shell.machine.step(.seconds(3600))
    shell.pass(.seconds(30))
    #expect(try shown(shell).phase == "countdown")
    #expect(try shown(shell).runningTimeNs == -30_000_000_000)
    shell.machine.step(.seconds(-86_400))
    shell.pass(.seconds(31))
    #expect(try shown(shell).phase == "running")
    #expect(try shown(shell).runningTimeNs == 1_000_000_000)
  }
}
