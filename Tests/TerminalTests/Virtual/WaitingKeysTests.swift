import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

/// Keys that are pressed while the log is locked or its disk is full, in virtual time.
struct WaitingKeysTests {
  private let rig: LiveRig

  init() throws { rig = try Self.rig() }

  private static let locked = "Another process has locked the log."

  private static func rig(_ plan: Plan = Plan()) throws -> LiveRig {
    let rig = try LiveRig { try $0.perform(.start(Event.Start(plan: plan))) }
    rig.size.value = ScreenSize(columns: 80, rows: 8)
    rig.pass(.seconds(10))
    rig.fault = locked
    return rig
  }

  @Test func `keys wait in order, and are recorded with their own times`() throws {
    rig.type("l", message: "1 key waits to be recorded. \(Self.locked)")
    rig.pass(.seconds(60))
    #expect(rig.rows[0] == "01:10.0 running", "the clock goes on")
    rig.type("mpit\n", message: "2 keys wait to be recorded. \(Self.locked)")
    rig.type("l", after: .seconds(2), message: "3 keys wait to be recorded. \(Self.locked)")
    #expect(rig.kinds.count == 1)
    rig.fault = nil
    rig.pass(.milliseconds(250))
    let lap = Event.Kind.lapped(label: nil)
    #expect(rig.kinds.dropFirst() == [lap, .timestamped(label: "pit"), lap])
    #expect(rig.track.session.laps.map(\.split) == [.seconds(10), .seconds(72)])
    #expect(rig.track.session.timestamps.map(\.runningTime) == [.seconds(70)])
    #expect(rig.message == "")
    let wakeUps = rig.scheduler.wakeUps
    rig.pass(.seconds(10))
    #expect(rig.scheduler.wakeUps - wakeUps == 100, "no alarm is left")
  }

  @Test func `keys in quick succession do not delay the next try`() throws {
    for count in 1...9 {
      if count == 6 { rig.fault = nil }
      rig.type("l")
      rig.pass(.milliseconds(100))
    }
    #expect(rig.track.session.laps.count == 9)
    #expect(
      rig.track.session.laps.map(\.split) == (0..<9).map { .seconds(10) + .milliseconds(100) * $0 })
  }

  @Test func `the reason is that of the newest try`() throws {
    rig.type("l")
    rig.fault = "The disk is full."
    rig.pass(.milliseconds(249))
    #expect(rig.message.hasSuffix(Self.locked))
    rig.pass(.milliseconds(1))
    #expect(rig.message == "1 key waits to be recorded. The disk is full.")
  }

  @Test func `keys that wait count as pressed: space stops, then resumes`() throws {
    rig.type(" ")
    rig.type(" ", after: .seconds(5))
    rig.type("l", after: .seconds(1))
    rig.fault = nil
    rig.pass(.seconds(1))
    #expect(rig.kinds.dropFirst() == [.stopped, .resumed, .lapped(label: nil)])
    #expect(rig.track.session.laps.map(\.split) == [.seconds(11)])
  }

  @Test func `the refusal of a key that waited is shown, and later keys are recorded`() throws {
    rig.append(.stop)
    rig.type("l ", after: .seconds(1))
    rig.pass(.seconds(1))
    rig.fault = nil
    rig.pass(.seconds(1))
    #expect(rig.kinds.dropFirst() == [.stopped, .resumed])
    #expect(rig.message == "Of the keys that waited: refused: not_running")
    rig.note = "Took back the stop."
    rig.type("u", message: "Of the keys that waited: refused: not_running")
    rig.pass(.seconds(4))
    #expect(rig.message == "")
  }

  @Test func `a message is shown before the number of keys that wait`() throws {
    rig.append(.lap(label: nil))
    rig.type("ld")
    let explanation = "Choose a lap with the arrows first: a moves, n renames, d removes it."
    #expect(rig.rows.suffix(3).joined(separator: " ").contains(explanation))
    #expect(rig.rows.joined(separator: " ").contains("1 key waits to be recorded."))
    rig.pass(.seconds(5))
    #expect(rig.message == "1 key waits to be recorded. \(Self.locked)")
  }

  @Test func `a name that waits closes the form`() throws {
    rig.type("pAda\n")
    #expect(!rig.rows.contains { $0.hasPrefix("first name") })
    rig.fault = nil
    rig.pass(.seconds(1))
    #expect(rig.track.session.summary.profile.people.map(\.full) == ["Ada"])
  }

  @Test func `a start that waits, and the keys after it, are those of the next session`() throws {
    let rig = try Self.rig(Plan(laps: 1))
    let ada = Person(first: "Ada", last: "", full: "Ada")
    rig.fault = nil
    rig.append(.identify([ada]))
    rig.append(.lap(label: nil))
    rig.fault = Self.locked
    rig.type(" ")
    rig.type("l", after: .seconds(7))
    #expect(rig.rows[1].contains("session 1"))
    #expect(rig.screen?.waiting.map(\.command.isForNewSession) == [true, false, false])
    rig.fault = nil
    rig.pass(.seconds(1))
    #expect(rig.rows[1].contains("session 2"))
    #expect(rig.past.map(\.session.laps.count) == [1])
    #expect(rig.track.session.summary.profile.people == [ada])
    #expect(rig.track.session.laps.map(\.split) == [.seconds(7)])
  }

  @Test func `the first start of a log waits, too`() {
    let rig = LiveRig(number: nil) { _ in }
    rig.fault = Self.locked
    rig.type(" ")
    rig.type("l ", after: .seconds(3))
    #expect(rig.screen?.waiting.count == 3)
    rig.fault = nil
    rig.screen?.retry()
    #expect(rig.kinds == [.started(Event.Start()), .lapped(label: nil), .stopped])
    #expect(rig.track.session.laps.map(\.split) == [.seconds(3)])
  }

  @Test func `undo pressed too often asks before it takes back the start`() throws {
    let rig = try LiveRig()
    rig.type("l", after: .seconds(10))
    rig.type("u", after: .seconds(1))
    #expect(rig.kinds.count == 3)
    for _ in 1...3 {
      rig.type("u", after: .seconds(1))
      #expect(rig.kinds.count == 3)
      #expect(rig.rows.contains("Take back the start? Press y; any other key keeps it."))
    }
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == 4)
    #expect(rig.rows.contains { $0.hasPrefix("space start") }, "\(rig.rows)")
  }

  @Test func `another key and a late answer keep the start; a configured y answers`() throws {
    let rig = try LiveRig()
    rig.type("u", after: .seconds(10))
    rig.type("l", after: .seconds(1))
    #expect(rig.kinds.last == .lapped(label: nil))
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == 2)
    rig.type("u", after: .seconds(1))
    rig.type("u", after: .seconds(1))
    rig.type("y", after: .seconds(10))
    #expect(rig.kinds.count == 3)
    let other = try LiveRig(keyMap: KeyMap(["y": "l"]))
    other.type("u", after: .seconds(10))
    other.type("y", after: .seconds(1))
    #expect(other.kinds.count == 2)
    #expect(other.kinds.last != .lapped(label: nil))
    other.type("y", after: .seconds(1))
    #expect(other.kinds.last != .lapped(label: nil))
  }

  @Test func `undo asks before it takes back the start of a race or of a wave`() throws {
    let rig = try LiveRig { track in
      track = try SampleRace.track("20 laps", bibs: ["1", "2"], waves: ["2": "B"])
    }
    rig.size.value = ScreenSize(columns: 100, rows: 12)
    rig.pass(.seconds(10))
    rig.append(.race(.waveStarted(wave: "B", race: nil)))
    let count = rig.kinds.count
    rig.type("u")
    #expect(rig.rows[10] == "Take back the start of wave B? Press y; any other key keeps it.")
    rig.type("1", after: .seconds(1))
    #expect(rig.kinds.count == count + 1)
    rig.type("u", after: .seconds(1))
    rig.type("u", after: .seconds(1))
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == count + 3)
  }
}
