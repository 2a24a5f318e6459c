import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

/// A live screen in virtual time: a log that is a track, a keyboard that is a subject.
private final class Rig {
  let scheduler = VirtualScheduler()
  var track = Track()
  let board: Relay<Board>
  let keyboard = Subject<KeyPress>()
  let size = Relay(Size(columns: 60, rows: 8))
  var watch: Watch?
  var frames: [Frame] = []
  var hasQuit = false
  private var held: [Subscription] = []

  init(holdOff: Duration? = nil, _ begin: (inout Track) throws -> Void) rethrows {
    try begin(&track)
    board = Relay(Board(number: 1, session: track.session))
    let watch = Watch(
      Watch.Log(
        boards: board.signal,
        perform: { [unowned self] command, reading in
          do throws(Refusal) {
            try track.perform(command, reading: reading)
          } catch {
            return "refused: \(error.kind)"
          }
          board.value = Board(number: 1, session: track.session)
          return nil
        },
        now: { [unowned self] in track.machine.reading }),
      presses: keyboard.signal, sizes: size.signal, look: Look(),
      holdOffEnd: holdOff.map { track.machine.reading.ticks + $0 }, on: scheduler)
    self.watch = watch
    held = [
      watch.frames.subscribe { [unowned self] in frames.append($0) },
      watch.quits.subscribe { [unowned self] in hasQuit = true },
    ]
  }

  /// Lets time pass for clocks and alarms alike.
  func pass(_ span: Duration) {
    let end = scheduler.now + span
    while let next = scheduler.next, next <= end {
      track.pass(next - scheduler.now)
      scheduler.advance(to: next)
    }
    track.pass(end - scheduler.now)
    scheduler.advance(to: end)
  }

  func press(_ keys: Key...) {
    for key in keys { keyboard.send(KeyPress(key, at: track.machine.reading)) }
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  var rows: [String] { frames.last?.rows.map(\.text) ?? [] }
  var kinds: [Event.Kind] { track.events.map(\.kind) }
}

struct WatchTests {
  private func running(_ track: inout Track) throws { try track.perform(.start(Event.Start())) }

  @Test func `space starts, stops and resumes; l and Enter take laps`() throws {
    let rig = try Rig { track in
      try track.perform(.start(Event.Start()))
      try track.perform(.undo)
    }
    rig.type(" l")
    rig.press(.enter)
    rig.type("  ")
    #expect(
      rig.kinds.dropFirst(2) == [
        .started(Event.Start()), .lapped(label: nil), .lapped(label: nil), .stopped, .resumed,
      ])
  }

  @Test func `u takes back and r puts back`() throws {
    let rig = try Rig(running)
    rig.type("lu")
    #expect(rig.track.session.laps.isEmpty)
    rig.type("r")
    #expect(rig.track.session.laps.count == 1)
  }

  @Test func `a mark lies where m was pressed, not where its label was kept`() throws {
    let rig = try Rig(running)
    rig.pass(.seconds(2))
    rig.type("m")
    rig.pass(.seconds(3))
    rig.type("pit q")
    rig.press(.enter)
    #expect(rig.track.session.timestamps.map(\.label) == ["pit q"])
    #expect(rig.track.session.timestamps.map(\.runningTime) == [.seconds(2)])
    rig.type("mx")
    rig.press(.escape)
    #expect(rig.track.session.timestamps.count == 1)
    #expect(!rig.hasQuit)
  }

  @Test func `n names who is timed, Esc leaves the form`() throws {
    let rig = try Rig(running)
    rig.type("nAda")
    rig.press(.tab)
    rig.type("Lovelace")
    #expect(rig.rows[3] == "full name   Ada Lovelace")
    rig.press(.enter)
    let person = Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")
    #expect(rig.kinds.last == .identified([person]))
    rig.type("nX")
    rig.press(.escape)
    #expect(rig.track.session.summary.profile.people == [person])
    #expect(rig.rows[0].hasPrefix("00:00.0 running"))
  }

  @Test func `a refused press shows why, for four seconds`() throws {
    let rig = try Rig(running)
    rig.type(" ")
    rig.pass(.milliseconds(1))
    rig.type("l")
    #expect(rig.rows[6] == "refused: not_running")
    rig.pass(.milliseconds(3_999))
    #expect(rig.rows[6] == "refused: not_running")
    rig.pass(.milliseconds(1))
    #expect(rig.rows[6] == "")
  }

  @Test func `in a countdown nothing but undo and quit is taken`() throws {
    let rig = try Rig { try $0.perform(.start(Event.Start())) { .after(.seconds(3), $0) } }
    rig.type(" lmnr?")
    rig.press(.enter)
    #expect(rig.kinds.count == 1)
    #expect(rig.rows[7] == "u undo  q quit")
    rig.type("u")
    #expect(rig.kinds.count == 2)
    rig.type("q")
    #expect(rig.hasQuit)
  }

  @Test func `a countdown shows 3, 2, 1 and 0, a wake-up each`() throws {
    let rig = try Rig { try $0.perform(.start(Event.Start())) { .after(.seconds(3), $0) } }
    rig.pass(.seconds(3))
    #expect(
      rig.frames.map { $0.rows[0].text } == [
        "3 starts in 3", "2 starts in 2", "1 starts in 1", "00:00.0 running  0",
      ])
    #expect(rig.scheduler.wakeUps == 3)
  }

  @Test func `in the hold-off nothing but quit is taken`() throws {
    let rig = try Rig(holdOff: .seconds(3), running)
    rig.type(" lmunr?")
    rig.pass(.milliseconds(2_999))
    rig.type("l")
    #expect(rig.kinds.count == 1)
    #expect(rig.rows[7] == "keys in 1 s  q quit")
    rig.pass(.milliseconds(1))
    #expect(rig.rows[7].hasPrefix("space stop"))
    rig.type("l")
    #expect(rig.kinds.count == 2)
  }

  @Test func `a running clock wakes ten times a second, a stopped one when an age changes`() throws
  {
    let rig = try Rig(running)
    rig.type("mpit")
    rig.press(.enter)
    rig.pass(.milliseconds(50))
    let before = rig.scheduler.wakeUps
    rig.pass(.seconds(60))
    #expect(rig.scheduler.wakeUps - before == 600)
    rig.type(" ")
    let stopped = rig.scheduler.wakeUps
    rig.pass(.seconds(3600))
    // The session and its mark are of the same age: one label more a minute, at last the hour.
    #expect(rig.scheduler.wakeUps - stopped <= 60)
    #expect(Set(rig.frames).count == rig.frames.count, "each wake-up shows something new")
  }

  @Test func `what another process appends is shown at once`() throws {
    let rig = try Rig(running)
    rig.pass(.seconds(5))
    try rig.track.perform(.lap(label: "from outside"))
    rig.board.value = rig.board.value.adding([try #require(rig.track.events.last)])
    #expect(rig.rows[3].contains("from outside"))
  }
}
