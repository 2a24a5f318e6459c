import Live
import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

struct LiveScreenTests {
  private let rig: LiveRig

  init() throws { rig = try LiveRig() }

  @Test func `configured keys are shown, and work with the usual ones, but not as text`() throws {
    let rig = try LiveRig(keyMap: KeyMap(["j": "l", "x": "m"]))
    #expect(rig.footer.contains("j lap"), "\(rig.rows)")
    #expect(!rig.footer.contains("l lap"))
    rig.type("?")
    #expect(rig.rows.contains { $0.hasPrefix("j, Enter  ") && $0.hasSuffix("record a lap") })
    #expect(rig.rows.contains { $0.hasPrefix("x  ") })
    rig.press(.escape)
    rig.type("jlxj\n")
    #expect(rig.track.session.laps.count == 2)
    #expect(rig.track.session.timestamps.map(\.label) == ["j"])
    let other = try LiveRig(keyMap: KeyMap(["j": "l", "x": "d"]))
    other.type("?")
    other.press(.end)
    #expect(other.rows.contains { $0.hasSuffix("choose a lap: a moves, n renames, x removes it") })
    #expect(!other.rows.contains { $0.contains("{") })
  }

  @Test func `a key that bounces is ignored`() throws {
    let rig = try LiveRig(keyMap: KeyMap(debounce: .milliseconds(200)))
    rig.type("l", after: .seconds(1))
    rig.type("lu", after: .milliseconds(199))
    #expect(rig.track.session.laps.isEmpty, "another key is not ignored")
    rig.type("l", after: .milliseconds(200))
    rig.type("l", after: .milliseconds(200))
    #expect(rig.track.session.laps.count == 2)
  }

  @Test func `a timestamp has the time at which m was pressed`() throws {
    rig.type("m", after: .seconds(2))
    rig.type("pit q\n", after: .seconds(3))
    #expect(rig.track.session.timestamps.map(\.label) == ["pit q"])
    #expect(rig.track.session.timestamps.map(\.runningTime) == [.seconds(2)])
    rig.type("mx")
    rig.press(.escape)
    #expect(rig.track.session.timestamps.count == 1)
    #expect(!rig.hasQuit)
  }

  @Test func `a paste is text in a field or prompt, and is ignored elsewhere`() throws {
    rig.press(.paste("l qu"))
    rig.type("?")
    rig.press(.paste("l"))
    #expect(rig.rows[0].hasPrefix("space "), "the help page is still open")
    rig.type("x")
    #expect(rig.kinds.count == 1)
    #expect(!rig.hasQuit)
    rig.type("m")
    rig.press(.paste("pit\nquick"), .enter)
    #expect(rig.kinds.last == .timestamped(label: "pit quick"))
    rig.type("p")
    rig.press(.paste("Ada"), .backTab, .end, .paste(" Lovelace\n"))
    #expect(rig.rows[3] == "last name   Lovelace")
    rig.press(.enter)
    let person = Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")
    #expect(rig.kinds.last == .identified([person]))
  }

  @Test func `a name that is too long or refused keeps the form open with a message`() throws {
    rig.type("p" + String(repeating: "a", count: 600))
    rig.press(.tab)
    rig.type(String(repeating: "b", count: 600))
    rig.press(.enter)
    #expect(rig.kinds.count == 1)
    #expect(rig.message.hasPrefix("The full name is too long: it has 1201 bytes"))
    #expect(rig.footer.hasSuffix("1024."))
    #expect(rig.rows[3].hasPrefix("last name   bbb"))
    rig.press(.control("u"), .enter)
    let first = String(repeating: "a", count: 600)
    #expect(rig.kinds.last == .identified([Person(first: first, last: "", full: first)]))
    let refusing = try LiveRig()
    refusing.type("pAda")
    refusing.refusal = "Not saved"
    refusing.press(.enter)
    #expect(refusing.rows.contains { $0.hasPrefix("first name") && $0.hasSuffix("Ada") })
    #expect(refusing.rows.contains("Not saved"))
    refusing.refusal = nil
    refusing.press(.enter)
    #expect(refusing.kinds.count == 2)
    #expect(!refusing.rows.contains { $0.hasPrefix("first name") })
  }

  @Test(arguments: [Key.enter, .escape])
  func `the name form opens and closes without an intermediate frame`(end: Key) throws {
    rig.size.value = ScreenSize(columns: 60, rows: 14)
    rig.type("pAda")
    rig.press(end)
    #expect(rig.rows[0].hasPrefix("session 1"))
    #expect(rig.frames.allSatisfy { $0.rows.contains { !$0.runs.isEmpty } })
    for (before, after) in zip(rig.frames, rig.frames.dropFirst()) { #expect(before != after) }
  }

  @Test func `a refusal is shown for four seconds, or for 60 ms a character`() throws {
    rig.type(" ")
    rig.type("l", after: .milliseconds(1), message: "refused: not_running")
    rig.pass(.milliseconds(3_999))
    #expect(rig.message == "refused: not_running")
    rig.pass(.milliseconds(1))
    #expect(rig.message == "")
    rig.refusal = String(repeating: "too long ", count: 12)
    rig.type("l")
    rig.pass(.milliseconds(60 * 108 - 1))
    #expect(rig.message.hasSuffix("too long"))
    rig.pass(.milliseconds(1))
    #expect(rig.message == "")
  }

  @Test func `the next successful press removes a refusal`() throws {
    rig.type(" ")
    rig.type("l", after: .milliseconds(1), message: "refused: not_running")
    rig.type(" ", after: .milliseconds(1), message: "")
    #expect(rig.rows[0].hasSuffix("running"))
    let wakeUps = rig.scheduler.wakeUps
    rig.pass(.seconds(10))
    #expect(rig.scheduler.wakeUps - wakeUps == 100, "no alarm of the message is left")
  }

  @Test func `a running clock wakes each tenth of a second, a stopped one by ages`() throws {
    rig.type("mpit\n")
    rig.pass(.milliseconds(50))
    let before = rig.scheduler.wakeUps
    rig.pass(.seconds(60))
    #expect(rig.scheduler.wakeUps - before == 600)
    rig.type(" ")
    let stopped = rig.scheduler.wakeUps
    rig.pass(.seconds(3600))
    // The session and the timestamp have the same age, which changes each minute from 2m to 1h.
    #expect(rig.scheduler.wakeUps - stopped == 59)
    #expect(Set(rig.frames).count == rig.frames.count, "each wake-up changes the frame")
  }

  @Test func `start is not shown while other sessions run`() throws {
    let rig = try LiveRig(LiveRig.ready)
    #expect(rig.footer.hasPrefix("space start"))
    rig.board.value.others = .running(until: nil)
    #expect(rig.footer == "m mark  r redo  n name  p person  ? help  q quit")
    let end = rig.track.machine.reading.ticks + .seconds(90)
    rig.board.value.others = .running(until: end)
    rig.pass(.nanoseconds(89_999_999_999))
    #expect(rig.footer.hasPrefix("m mark"))
    rig.pass(.nanoseconds(1))
    #expect(rig.footer.hasPrefix("space start"))
    #expect(rig.scheduler.wakeUps == 1)
  }

  @Test func `a step of the wall clock corrects ages at once, but not the running time`() throws {
    rig.type(" ", after: .seconds(2))
    #expect(rig.rows[1].hasSuffix("started just now"))
    rig.track.machine.step(.seconds(3600))
    #expect(rig.rows[1].hasSuffix("started just now"))
    rig.clockSteps.send(())
    #expect(rig.rows[1].hasSuffix("started 1h ago"))
    #expect(rig.rows[0] == "00:02.0 stopped")
    // The next wake-up is at the next change of the age by the stepped clock.
    let wakeUps = rig.scheduler.wakeUps
    rig.pass(.seconds(3597))
    #expect(rig.scheduler.wakeUps == wakeUps)
    rig.pass(.seconds(1))
    #expect(rig.rows[1].hasSuffix("started 2h ago"))
  }

  @Test func `after suspend the frame is up to date, and the next tick is exact`() throws {
    rig.pass(.milliseconds(250))
    let count = rig.frames.count
    rig.sleep(.seconds(3600))
    #expect(rig.frames.count == count + 1)
    #expect(rig.rows[0] == "1:00:00.2 running")
    #expect(rig.rows[1].hasSuffix("started 1h ago"))
    #expect(rig.scheduler.next == rig.scheduler.now + .milliseconds(50))
  }

  @Test func `scrolling stops at the end`() throws {
    for number in 1...9 { rig.append(.lap(label: "L\(number)")) }
    rig.press(.end, .pageDown)
    #expect(rig.rows[5].hasSuffix("L1"))
    rig.press(.pageUp)
    #expect(rig.rows[3].hasSuffix("L9"))
    rig.press(.end)
    #expect(rig.rows[5].hasSuffix("L1"))
    rig.press(.home)
    #expect(rig.rows[3].hasSuffix("L9"))
  }

  @Test func `space and the lap key can be exchanged`() throws {
    let rig = try LiveRig(keyMap: KeyMap([" ": "l", "l": " "], debounce: .milliseconds(150)))
    rig.type("  ")
    #expect(rig.track.session.laps.count == 1)
    #expect(rig.rows.last?.hasPrefix("l stop  space lap") == true, "\(rig.rows)")
    rig.type("l")
    #expect(rig.kinds.last == .stopped)
    rig.type("?")
    #expect(rig.rows.contains { $0.hasPrefix("space, Enter  ") && $0.hasSuffix("record a lap") })
  }
}
