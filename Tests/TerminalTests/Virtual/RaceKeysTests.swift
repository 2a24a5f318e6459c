import Live
import Racing
import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

struct RaceKeysTests {
  private let rig: LiveRig

  init() throws { rig = try Self.rig() }

  /// A race on a screen that is wide enough for every message.
  private static func rig(
    _ bibs: [String] = ["1", "2", "3"], _ format: String = "20 laps", waves: [String: String] = [:],
    keyMap: KeyMap = KeyMap()
  ) throws -> LiveRig {
    let rig = try LiveRig(keyMap: keyMap) { track in
      track = try SampleRace.track(format, bibs: bibs, waves: waves)
    }
    rig.size.value = ScreenSize(columns: 100, rows: 12)
    rig.pass(.seconds(10))
    return rig
  }

  /// The bibs of all crossings; `-` for one without a bib.
  private func crossed(_ rig: LiveRig) -> [String] {
    rig.kinds.compactMap {
      if case .race(.crossed(let crossing)) = $0 { crossing.bib ?? "-" } else { nil }
    }
  }

  @Test func `if all bibs are single digits, the digit alone records a crossing`() throws {
    rig.type("2")
    #expect(crossed(rig) == ["2"])
    #expect(rig.message == "2 Grace Hopper: lap 1  00:10.0  lap 00:10.0  place 1")
    rig.type("12", after: .seconds(5))
    #expect(crossed(rig) == ["2", "1", "2"])
    #expect(rig.message == "2 Grace Hopper: lap 2  00:15.0  lap 00:05.0  place 1")
    #expect(rig.footer.hasPrefix("0-9 cross  space no bib"))
    rig.type("\n", message: "2 Grace Hopper: lap 2  00:15.0  lap 00:05.0  place 1")
  }

  @Test func `other bibs are digits and Enter, and the crossing has the time of Enter`() throws {
    let rig = try Self.rig(["7", "17"])
    rig.type("1234567890123456789", footer: "bib: 12345678901234567")
    rig.press(.escape)
    rig.type("1", footer: "bib: 1")
    rig.type("74", after: .seconds(3))
    rig.press(.backspace)
    #expect(rig.footer == "bib: 17")
    rig.pass(.seconds(3))
    rig.press(.enter)
    #expect(crossed(rig) == ["17"])
    #expect(rig.message == "17 Grace Hopper: lap 1  00:16.0  lap 00:16.0  place 1")
    #expect(rig.footer.hasPrefix("0-9 Enter cross  space no bib"))
    rig.type("7")
    rig.press(.escape, .enter)
    #expect(crossed(rig) == ["17"])
    #expect(rig.message.hasPrefix("Type a bib, then Enter"))
    rig.type(" 7a", footer: "crossing at 00:16.0, bib: 7")
    rig.press(.enter)
    #expect(
      rig.message.hasSuffix(
        "The crossing is 7's now. 7 Ada Lovelace: lap 1  00:16.0  lap 00:16.0  place 2"))
  }

  @Test func `a bib with letters is typed after b`() throws {
    let rig = try Self.rig(["7B", "17"])
    rig.type("7b", footer: "bib: 7")
    rig.type("B\n")
    #expect(crossed(rig) == ["7B"])
    rig.type("b\n", message: "Not a bib: it is empty.")
    rig.press(.paste("17"), .enter)
    #expect(crossed(rig) == ["7B", "17"])
    rig.press(.paste("17"), .enter)
    #expect(crossed(rig).count == 2, "a paste presses no keys")
  }

  @Test func `a mistyped bib is recorded as unknown, and can be taken back or assigned`() throws {
    rig.type("7", message: "7 is not entered: recorded as unknown; u takes it back, a assigns it.")
    #expect(rig.rows.contains { $0.contains("1 unknown: a assigns it") })
    rig.type("u")
    #expect(!rig.rows.contains { $0.contains("unknown, a") })
    rig.type("r")
    rig.type("a", after: .seconds(5), footer: "crossing of 7 at 00:10.0, bib:")
    rig.type(
      "3\n",
      message:
        "1 place changed: The crossing is 3's now. 3 Joan Clarke: lap 1  00:10.0  lap 00:10.0  place 1"
    )
    rig.type("a", message: "No crossing is unknown; space records one.")
  }

  @Test func `space records a crossing without bib; a assigns the newest or a chosen one`() throws {
    rig.type(" ", message: "Recorded a crossing without a bib at 00:10.0: a assigns it.")
    rig.type(" ", after: .seconds(1))
    #expect(rig.rows.contains { $0.contains("2 unknown: a assigns them") })
    rig.type("a", after: .seconds(1), footer: "crossing at 00:11.0 (2 of 2, arrows), bib:")
    rig.press(.up)
    #expect(rig.footer == "crossing at 00:10.0 (1 of 2, arrows), bib:")
    rig.press(.up)
    rig.type("2\n")
    #expect(
      rig.message.hasSuffix(
        "The crossing is 2's now. 2 Grace Hopper: lap 1  00:10.0  lap 00:10.0  place 1"))
    rig.type("a9\n", message: "9 is not entered: u takes it back, a assigns it to another bib.")
  }

  @Test func `the message of an assignment names the former runner`() throws {
    rig.type(" a")
    rig.append(.assign(.event(5), bib: "1"))
    rig.type("2\n")
    #expect(
      rig.rows.suffix(3).dropLast() == [
        "2 places changed: The crossing is 2's now (was 1's). 2 Grace Hopper: lap 1 00:10.0 lap 00:10.0 place",
        "1",
      ])
  }

  @Test func `at a point digits and space work in every phase, and a is refused`() throws {
    rig.board.value.timedPoint = TimedPoint(session: 2, name: "A")
    #expect(rig.rows.contains { $0.contains("times A by session 2") }, "\(rig.rows)")
    #expect(rig.footer.hasPrefix("0-9 cross  space no bib  b bib  m mark"))
    rig.type("a")
    #expect(rig.message.hasPrefix("This screen times a point"))
    rig.append(.stop)
    rig.type(" ")
    #expect(rig.kinds.last == .race(.crossed(RaceEvent.Crossing())))
    rig.board.value.timedPoint = TimedPoint(session: 2, name: "A")
    rig.type("2")
    #expect(crossed(rig) == ["-", "2"])
    // This log does not contain the race.
    let bare = try LiveRig()
    bare.board.value.timedPoint = TimedPoint(session: 2, name: "A")
    #expect(bare.rows[0].contains("times A"))
    bare.type("1")
    #expect(bare.rows[7] == "bib: 1")
    bare.type("b7B")
    #expect(bare.rows[7] == "bib: 17B")
    bare.press(.escape)
    bare.type("?")
    #expect(bare.rows[0].hasPrefix("digits, Enter"))
  }

  @Test func `the race of another device is read-only and says how to time a point`() throws {
    rig.board.value.isForeign = true
    let count = rig.kinds.count
    #expect(
      rig.footer == "read-only: 'laptimer watch --start --join 1' times a point  ? help  q quit")
    for key in ["2", " ", "s", "u", "r", "a", "w", "b", "m", "c"] {
      rig.type(key)
      #expect(
        rig.message
          == "Read-only: another device's race. 'laptimer watch --start --join 1' times a point of it.",
        "\(key)")
      rig.pass(.seconds(60))
    }
    #expect(rig.kinds.count == count)
    rig.type("?")
    #expect(rig.rows.contains { $0.contains("laptimer watch --start --join RACE") })
    rig.type("?")
    rig.board.value.timedPoint = TimedPoint(session: 2, name: "A")
    rig.type("2")
    #expect(crossed(rig) == ["2"])
  }

  @Test func `a bib that is entered in the other case is another runner's`() throws {
    let rig = try Self.rig(["a7", "3"])
    rig.type(
      "bA7\n", message: "A7 is not entered: recorded as unknown; u takes it back, a assigns it.")
    rig.type("aA7\n", message: "A7 is not entered: u takes it back, a assigns it to another bib.")
  }

  @Test func `l records no lap and says what to press, s stops and space resumes`() throws {
    let count = rig.kinds.count
    rig.type("l")
    #expect(rig.kinds.count == count)
    #expect(rig.message.hasPrefix("In a race bibs cross"))
    rig.type("s")
    #expect(rig.kinds.last == .stopped)
    #expect(rig.message == "Stopped: space resumes.")
    rig.type("s")
    #expect(rig.kinds.count == count + 1)
    rig.type(" ")
    #expect(rig.kinds.last == .resumed)
  }

  @Test func `w starts the only planned wave, or asks which of several`() throws {
    let rig = try Self.rig(["1", "2", "3"], waves: ["2": "Men", "3": "Women"])
    rig.type("w", footer: "wave (Men, Women):")
    rig.pass(.seconds(2))
    rig.press(.enter)
    #expect(rig.message == "Which wave started: Men, Women?")
    rig.type("w\n")
    #expect(rig.kinds.last == .race(.waveStarted(wave: "Women", race: nil)))
    #expect(rig.message == "Started wave Women at 00:10.0.", "the wave has the time of the key w")
    rig.type("w")
    #expect(rig.kinds.last == .race(.waveStarted(wave: "Men", race: nil)))
    rig.type("w", message: "All waves have started.")
    let plain = try Self.rig()
    plain.type("w")
    #expect(plain.message.hasPrefix("The race has no waves: 'laptimer enter BIB --wave W'"))
  }

  @Test func `two quick spaces record two crossings but one start, also if configured`() throws {
    let rig = try LiveRig(keyMap: KeyMap(debounce: .milliseconds(150))) { track in
      track = try SampleRace.track(bibs: ["1", "2"])
      try track.perform(.undo)
    }
    rig.type("12")
    #expect(crossed(rig) == ["1", "2"], "digits are not debounced")
    rig.type("11")
    #expect(crossed(rig) == ["1", "2", "1", "1"])
    rig.type("  ")
    #expect(crossed(rig).suffix(2) == ["-", "-"])
    let ready = try LiveRig(keyMap: KeyMap(debounce: .milliseconds(150))) { track in
      try track.perform(.start(Event.Start(plan: Plan(race: try RaceFormat(text: "9 laps")))))
      try track.perform(.undo)
    }
    ready.type("  ")
    #expect(ready.kinds.count == 3, "the race has one start and no crossing")
    ready.type(" ", after: .milliseconds(150))
    #expect(crossed(ready) == ["-"])
    let swapped = try Self.rig(keyMap: KeyMap(["1": "u", " ": "l", "l": " "]))
    swapped.type("1 l")
    #expect(crossed(swapped) == ["1", "-"])
    #expect(swapped.footer.contains("space no bib"), "\(swapped.rows)")
  }

  @Test func `in a countdown digits record no crossings`() throws {
    let rig = try LiveRig { track in
      try track.perform(.start(Event.Start(plan: Plan(race: try RaceFormat(text: "9 laps")))))
      try track.perform(.undo)
    }
    rig.type("c1")
    #expect(crossed(rig).isEmpty)
    #expect(rig.rows[6] == "Counting down: u takes back the newest event.")
  }

  @Test func `a correction of another process is shown with the places that it changed`() throws {
    rig.type("1")
    rig.type("2", after: .seconds(1))
    rig.pass(.seconds(1))
    rig.append(.race(.crossed(RaceEvent.Crossing(bib: "3"))))
    #expect(rig.message.hasPrefix("2 Grace Hopper: lap 1"), "a crossing is not a correction")
    rig.append(.undo)
    #expect(rig.message == "1 place changed: the crossing of 3 was taken back.")
    rig.append(.race(.ruled(RaceEvent.Ruling(bib: "1", .status(.dsq)))))
    #expect(rig.message == "2 places changed: the ruling on 1 was recorded.")
    // The crossing of 2 is that of 3 now.
    let kind = Event.Kind.race(.crossed(RaceEvent.Crossing(bib: "2")))
    let crossing = try #require(rig.track.events.last { $0.kind == kind }).id
    rig.append(.assign(.id(crossing), bib: "3"))
    rig.append(.remove(.id(crossing)))
    #expect(rig.message == "1 place changed: the crossing of 3 was removed.")
  }

  private func followLast(by kind: @escaping (EventID) -> Event.Kind) {
    rig.afterAppend = { track in track.events.last.map { _ = track.append(kind($0.id)) } }
  }

  @Test func `a message describes the event of the key, whatever events arrive with it`() throws {
    rig.type("1")
    rig.pass(.seconds(1))
    rig.afterAppend = { $0.append(.race(.crossed(RaceEvent.Crossing(bib: "3")))) }
    rig.type("2", message: "2 Grace Hopper: lap 1  00:11.0  lap 00:11.0  place 2")
    rig.pass(.seconds(1))
    rig.afterAppend = { $0.append(.removed($0.events[4].id)) }
    rig.type(
      "2",
      message:
        "2 Grace Hopper: lap 2  00:12.0  lap 00:01.0  place 1  Also, the crossing of 1 was removed."
    )
    followLast { .removed($0) }
    rig.type("2")
    #expect(rig.message.hasPrefix("2 crossed, but the crossing was removed or moved."))
    followLast { .race(.assigned($0, bib: "1")) }
    rig.type("2")
    #expect(rig.message.hasPrefix("2 crossed, but the crossing was assigned to 1."))
  }

  @Test func `a message says why a crossing does not count, and who is eliminated`() throws {
    let rig = try Self.rig(["1", "2"], "1 lap", waves: ["2": "Men"])
    rig.type("2", message: "2 Grace Hopper: 00:10.0  (before the start of wave Men)")
    rig.type("1", message: "1 Ada Lovelace: lap 1  00:10.0  lap 00:10.0  (finished)  place 1")
    rig.type("1", after: .seconds(1), message: "1 Ada Lovelace: 00:11.0  (after_finish)")
    let devil = try Self.rig(["1", "2", "3"], "elimination")
    devil.type("123")
    #expect(devil.message.hasSuffix("(eliminated)  place 3"), "\(devil.message)")
    let row = try #require(devil.rows.first { $0.hasPrefix(" 3") })
    #expect(row.contains("eliminated") && !row.contains("finished"), "\(row)")
  }

  @Test func `n names the race, and p says how runners get names`() throws {
    let rig = try Self.rig(["1", "2"], "1 lap")
    rig.type("n 2", footer: "name: Crit 2")
    rig.press(.enter)
    #expect(rig.kinds.last == .named("Crit 2"))
    rig.type("p", message: "Runners have names by 'laptimer enter BIB NAME'; a names a crossing.")
  }

  @Test func `the phase changes at its time without an event`() throws {
    let rig = try Self.rig(["1", "2"], "1m")
    rig.type("1")
    rig.pass(.milliseconds(49_999))
    #expect(!rig.rows.contains { $0.contains("finished") })
    rig.pass(.milliseconds(1))
    #expect(rig.rows.contains { $0.contains("finished at 01:00.0") })
    #expect(rig.rings == 1)
    rig.pass(.seconds(30))
    #expect(rig.rows.contains { $0.contains("finished at 01:00.0") })
  }

  @Test func `arrows and page keys scroll the board`() throws {
    let rig = try Self.rig((1...40).map { "\($0)" })
    rig.press(.down)
    #expect(rig.rows[3].contains(" 2 "))
    rig.press(.pageDown)
    #expect(rig.rows[3].contains(" 12 "))
    rig.press(.home)
    #expect(rig.rows[3].contains(" 1 "))
  }
}
