import Foundation
import Testing
import Timing
import TimingTestSupport

/// What commands tell of time while the wall clock is set, the machine sleeps and boots anew.
struct ClockStepTests {
  /// A session as `show --json` tells it.
  struct Shown: Decodable, Equatable {
    struct Lap: Decodable, Equatable {
      var split: Int64
      var age: String
      var flags: [String]

      enum CodingKeys: String, CodingKey {
        case split = "split_ns"
        case age, flags
      }
    }

    var phase: String
    var runningTime: Int64
    var clock: String
    var laps: [Lap]

    enum CodingKeys: String, CodingKey {
      case phase, clock, laps
      case runningTime = "running_time_ns"
    }
  }

  private func shown(_ shell: Shell) throws -> Shown {
    try JSONDecoder().decode(Shown.self, from: Data(shell("show --json").output.utf8))
  }

  private static let minute: Int64 = 60
  private static let year: Int64 = 365 * 86_400
  static let steps = [
    2, -2, 3600, -3600, 180 * minute, -86_400, year, -year, 50 * year, -50 * year,
  ]

  @Test(arguments: steps, ["before", "between", "during", "after"])
  func `ticks of one boot are exact while the wall clock is stepped`(
    seconds: Int64, place: String
  ) throws {
    let shell = try Shell()
    func step(_ here: String) { if place == here { shell.machine.step(.seconds(seconds)) } }
    step("before")
    shell("start")
    shell.pass(.seconds(10))
    step("between")
    shell("lap")
    shell.pass(.seconds(20))
    step("during")
    shell.pass(.seconds(5))
    shell("lap")
    shell("stop")
    step("after")
    let shown = try shown(shell)
    #expect(shown.runningTime == 35_000_000_000)
    #expect(shown.laps.map(\.split) == [10_000_000_000, 35_000_000_000])
    // A step after the last event is known by the reading of the command that asks.
    let isSeen = place == "between" || place == "during"
    #expect(shown.clock == (isSeen ? "stepped" : "exact"))
    #expect(shown.laps[0].flags == (place == "between" ? ["stepped"] : []))
    #expect(shown.laps[1].flags == (place == "during" ? ["stepped"] : []))
    for lap in shown.laps { #expect(!lap.age.contains("-")) }
    #expect(shell("check").exit == 0)
  }

  @Test func `a step within the tolerance is not flagged`() throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(100_000))
    // 500 millionths of 100,000 s are 50 s.
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

  @Test func `a night's sleep of the machine counts`() throws {
    let shell = try Shell()
    shell("start")
    // CLOCK_BOOTTIME goes on while the machine is suspended, as the wall clock does.
    shell.pass(.seconds(8 * 3600))
    shell("lap")
    let shown = try shown(shell)
    #expect(shown.laps[0].split == 8 * 3_600_000_000_000)
    #expect(shown.clock == "exact")
  }

  @Test(arguments: [0, 3600, 50 * year])
  func `a reboot is bridged by the wall clock, and later times are exact`(step: Int64) throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(10))
    shell("lap")
    shell.machine.reboot(lasting: .seconds(60))
    shell.machine.step(.seconds(step))
    shell("lap")
    shell.pass(.seconds(3))
    shell("lap")
    let shown = try shown(shell)
    let bridged = 70 + step
    #expect(shown.laps.map { $0.split / 1_000_000_000 } == [10, bridged, bridged + 3])
    #expect(shown.laps.map(\.flags) == [[], ["bridged"], []])
    #expect(shown.clock == "bridged")
  }

  @Test(arguments: [-3600, -50 * year])
  func `a reboot with the wall clock set back takes an unknown time, not a negative one`(
    step: Int64
  ) throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(10))
    shell("lap")
    shell.machine.reboot(lasting: .seconds(60))
    shell.machine.step(.seconds(step))
    shell("lap")
    shell.pass(.seconds(3))
    shell("lap")
    let before = try shown(shell)
    #expect(before.laps.map { $0.split / 1_000_000_000 } == [10, 10, 13])
    #expect(before.laps[1].flags == ["unknown"])
    #expect(before.clock == "unknown")
    // The clock is put right: the ticks of this boot go on.
    shell.machine.step(.seconds(-step))
    shell.pass(.seconds(2))
    shell("stop")
    let after = try shown(shell)
    #expect(after.runningTime == 15_000_000_000)
    #expect(after.clock == "unknown")
    #expect(shell("check").exit == 0)
  }

  @Test(arguments: [0, 4_102_444_800])
  func `a clock that starts in 1970 or 2100 and is corrected does not matter`(
    began: Int64
  ) throws {
    let shell = try Shell()
    let now = shell.machine.wall
    shell.machine.wall = began * 1_000_000_000
    shell("start --limit 1h")
    shell.pass(.seconds(10))
    shell("lap")
    shell.machine.wall = now
    shell.pass(.seconds(10))
    shell("lap")
    shell("lap --ago 5s")
    let shown = try shown(shell)
    #expect(shown.phase == "running")
    #expect(shown.laps.map { $0.split / 1_000_000_000 } == [10, 15, 20])
    #expect(shown.laps.map(\.flags) == [[], ["late", "stated"], ["stepped"]])
    #expect(shown.clock == "stepped")
    shell.pass(.seconds(3600))
    #expect(try self.shown(shell).phase == "finished")
    for command in ["list", "events", "status", "show", "replay 1 --speed max", "check"] {
      #expect(shell(command).exit == 0)
    }
  }

  @Test func `a countdown uses ticks, not the wall clock`() throws {
    let shell = try Shell()
    shell("start --countdown 60s")
    shell.machine.step(.seconds(3600))
    shell.pass(.seconds(30))
    #expect(try shown(shell).phase == "countdown")
    #expect(try shown(shell).runningTime == -30_000_000_000)
    shell.machine.step(.seconds(-86_400))
    shell.pass(.seconds(31))
    #expect(try shown(shell).phase == "running")
    #expect(try shown(shell).runningTime == 1_000_000_000)
  }
}
