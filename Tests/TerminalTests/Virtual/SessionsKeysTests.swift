import Live
import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

struct SessionsKeysTests {
  /// The screen of some sessions in memory.
  private final class Rig: ScreenRig {
    var tracks: [Track]
    let boards: Relay<[SessionBoard]>
    /// The reason why the log records nothing, if set.
    var fault: String?
    /// The note of every command that succeeds.
    var note: String?

    init(_ names: [String], _ plan: Plan = Plan()) throws {
      tracks = try names.map { try Track.started(Event.Start(name: $0, plan: plan)) }
      boards = Relay(Self.boards(tracks))
      super.init()
      let mode = SessionsMode(
        ScreenLog(
          boards: boards.signal,
          append: { [unowned self] key, board in
            let index = (board.number ?? 1) - 1
            if let fault { return .waiting(fault) }
            let event: Event
            do throws(Refusal) {
              event = try tracks[index].perform(key.command, reading: key.reading)
            } catch { return .refused("refused: \(error.kind)") }
            boards.value = Self.boards(tracks)
            return .appended(event.id, note: note)
          },
          now: { [unowned self] in tracks[0].machine.reading }))
      show(
        mode, sizes: .of(ScreenSize(columns: 80, rows: 10)),
        keyMap: KeyMap(debounce: .milliseconds(150)))
    }

    static func boards(_ tracks: [Track]) -> [SessionBoard] {
      tracks.enumerated().map { SessionBoard(number: $0 + 1, session: $1.session) }
    }

    override func pass(_ span: Duration) {
      for index in tracks.indices { tracks[index].pass(span) }
      scheduler.advance(to: scheduler.now + span)
    }

    override var reading: Reading { tracks[0].machine.reading }
    var laps: [Int] { tracks.map(\.session.laps.count) }
    var waiting: [(command: KeyCommand, board: SessionBoard)] { screen?.waiting ?? [] }
  }

  @Test func `redo is in the footer if the session of the last press has one`() throws {
    let rig = try Rig(["Ada", "Grace"])
    rig.type("2", after: .seconds(30))
    #expect(rig.footer.contains("u undo") && !rig.footer.contains("r redo"))
    rig.type("u", after: .seconds(1))
    #expect(rig.footer.contains("r redo"))
    rig.press(.down)
    #expect(!rig.footer.contains("r redo"), "the other session is chosen")
  }

  @Test func `a digit records a lap of the session with this key, in whichever row it is`() throws {
    let rig = try Rig(["Ada", "Grace", "Joan"])
    rig.type("2", after: .seconds(30))
    #expect(rig.laps == [0, 1, 0])
    #expect(rig.message == "2 Grace: 1) 00:30.0  lap 00:30.0  place 1")
    rig.type("\n", message: "2 Grace: 1) 00:30.0  lap 00:30.0  place 1")
    #expect(rig.laps == [0, 1, 0], "Enter changes nothing")
    rig.type("22")
    #expect(rig.laps == [0, 3, 0], "digits are not debounced")
    rig.type("9", message: "No session has the key 9: the keys are 1 to 3.")
  }

  @Test(arguments: ["s", "c", "m", "n", "p", "a", "d", "b", "w"] as [Character])
  func `the message for a key of one session names the screen that has it`(key: Character) throws {
    let rig = try Rig(["Ada", "Grace"])
    rig.pass(.seconds(30))
    rig.press(.character(key))
    #expect(
      rig.message == "\(key) is a key of one session: 'laptimer watch SESSION' shows one of these.")
    #expect(rig.tracks.map(\.events.count) == [1, 1])
  }

  @Test func `the board has a clock for each session and a heading for each column`() throws {
    let rig = try Rig(["Ada", "Grace", "Joan", "Mary"])
    rig.type("2", after: .seconds(30))
    rig.type("1", after: .seconds(2))
    #expect(
      rig.rows[1...5].joined(separator: "\n") == """
         # key name  laps    last    best      gap    clock on lap    +/-
         1   2 Grace    1 00:30.0 00:30.0  00:30.0  00:32.0 ▌
         2   1 Ada      1 00:32.0 00:32.0 +00:02.0  00:32.0
         -   3 Joan                                 00:32.0
         -   4 Mary                                 00:32.0
        """)
  }

  @Test func `a lap that does not count has its flag instead of a place`() throws {
    let rig = try Rig(["A", "B"], Plan(minimumLap: .seconds(20)))
    rig.type("1", after: .seconds(21), message: "1 A: 1) 00:21.0  lap 00:21.0  place 1")
    rig.type("1", after: .seconds(1), message: "1 A: -) 00:22.0  lap 00:01.0  (short)")
    rig.type("2", message: "2 B: 1) 00:22.0  lap 00:22.0  place 2")
  }

  @Test func `keys wait while the log records nothing, then have their own times`() throws {
    let rig = try Rig(["Ada", "Grace"])
    rig.pass(.seconds(30))
    rig.fault = "The disk is full."
    rig.type("1")
    rig.type("2", after: .seconds(1))
    rig.press(.down)
    rig.type(" ")
    rig.type(" ", after: .seconds(1))
    #expect(rig.laps == [0, 0])
    #expect(rig.message == "4 keys wait to be recorded. The disk is full.")
    let lap = Command.lap(label: nil)
    #expect(rig.waiting.map(\.command.command) == [lap, lap, .stop, .resume])
    #expect(rig.waiting.map(\.board.number) == [1, 2, 1, 1])
    rig.fault = nil
    rig.pass(.seconds(5))
    #expect(rig.tracks.map { $0.session.laps.map(\.split) } == [[.seconds(30)], [.seconds(31)]])
    #expect(rig.tracks[0].events.map(\.kind).suffix(2) == [.stopped, .resumed])
    #expect(rig.tracks[0].session.summary.phase(at: rig.tracks[0].machine.reading) == .running)
    #expect(rig.waiting.isEmpty)
    #expect(!rig.message.contains("wait"))
  }

  @Test func `the board scrolls to the chosen session`() throws {
    let rig = try Rig((1...20).map { "Runner \($0)" })
    let steps = (1...20).map { (Key.down, "Runner \($0) ") }
    for (key, name) in steps + [
      (.pageUp, "Runner 10 "), (.home, "Runner 1 "), (.up, ""), (.up, "Runner 20 "),
    ] {
      rig.press(key)
      #expect(name.isEmpty ? rig.chosen.isEmpty : rig.chosen.contains(name), "\(name)")
    }
  }

  @Test func `arrows choose a session, and space stops it`() throws {
    let rig = try Rig(["Ada", "Grace"])
    rig.type(" ", after: .seconds(30))
    #expect(rig.message.hasPrefix("Choose a session with the arrows first"))
    rig.type("2")
    rig.press(.down)
    rig.type(" ", after: .seconds(1))
    #expect(rig.tracks.map { $0.events.last?.kind == .stopped } == [false, true])
    #expect(rig.footer.hasPrefix("1-9 lap  space stop, resume  esc back"))
    rig.press(.escape)
    rig.type("u")
    #expect(rig.tracks.map { $0.phase } == [.running, .running], "u takes back the last event")
  }

  @Test func `with ten sessions a digit requires Enter`() throws {
    let rig = try Rig((1...10).map { "Runner \($0)" })
    rig.type("1", after: .seconds(30), footer: "lap of session: 1")
    rig.type("0\n")
    #expect(rig.laps == Array(repeating: 0, count: 9) + [1])
    rig.type("q")
    #expect(rig.hasQuit)
  }

  @Test func `undo shows the note of the log, and asks after an unknown digit`() throws {
    let rig = try Rig(["Ada", "Grace"])
    rig.type("2", after: .seconds(30))
    rig.note = "Took back lap 1, 00:30.0."
    rig.type("u", after: .seconds(1), message: "Took back lap 1, 00:30.0.")
    let other = try Rig(["Ada", "Grace", "Joan"])
    other.type("29u", after: .seconds(30))
    #expect(other.laps == [0, 1, 0])
    #expect(other.message == "Key 9 recorded nothing. Press u or r again to change session 2.")
    other.type("u", after: .seconds(1))
    #expect(other.laps == [0, 0, 0])
  }
}
