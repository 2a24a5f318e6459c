import Live
import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

struct ReplayScreenTests {
  /// A session of two laps, with an undo of the second one and a pause of ten minutes.
  private func track() throws -> Track {
    var track = try Track.started()
    try track.perform(.lap(label: nil), after: .seconds(10))
    try track.perform(.lap(label: "false"), after: .seconds(5))
    try track.perform(.undo, after: .seconds(5))
    try track.perform(.stop, after: .seconds(10))
    try track.perform(.resume, after: .seconds(600))
    try track.perform(.stop, after: .seconds(4))
    return track
  }

  @Test func `a gap while the clock is stopped is shortened to a second`() throws {
    let rig = ReplayRig(try track())
    #expect(rig.tape.length == .seconds(35))
    #expect(Tape(try track().events, longestGap: nil).length == .seconds(634))
    rig.scheduler.advance(to: .seconds(31.5))
    #expect(rig.row(0) == "00:30.5 running  lap 2 00:20.5")
  }

  @Test func `a race shows the crossings of a session that joined it`() throws {
    var race = Track()
    var format = RaceFormat(.laps(2))
    format.lapped = .continue
    try race.perform(.start(Event.Start(plan: Plan(race: format))))
    for bib in ["17", "4"] { race.append(.race(.entered(RaceEvent.Entry(bib: bib)))) }
    race.pass(.seconds(10))
    race.append(.race(.crossed(RaceEvent.Crossing(bib: "17"))))
    try race.perform(.stop, after: .seconds(10))
    let stream = EventID(high: 2, low: 1)
    func event(_ version: Int, _ kind: RaceEvent, at place: Duration) -> Tape.JoinedEvent {
      var event = race.events[0]
      event.id = EventID(high: 2, low: UInt64(version))
      event.version = version
      event.kind = .race(kind)
      event.at = event.at + place
      event.reading.ticks += place
      event.reading.recordedAt = event.reading.recordedAt + place
      return (stream, event, place)
    }
    let rig = ReplayRig(
      race, columns: 70, rows: 8,
      joined: [
        event(1, .joined(race: race.events[0].id, point: "finish", priority: 0), at: .seconds(1)),
        event(2, .crossed(RaceEvent.Crossing(bib: "4")), at: .seconds(5)),
      ])
    func rows() -> [Substring] { (3...4).map { rig.row($0).prefix(36) } }
    rig.scheduler.advance(to: .seconds(4))
    #expect(rows() == [" -   4", " -  17"])
    rig.scheduler.advance(to: .seconds(6))
    #expect(rows() == [" 1   4    1 00:05.0 00:05.0  00:05.0", " -  17"])
    rig.press(.end)
    #expect(
      rows() == [" -   4    1 00:05.0 00:05.0      dnf", " -  17    1 00:10.0 00:10.0      dnf"])
    rig.press(.home)
    #expect(rows() == [" -   4", " -  17"])
  }

  @Test func `space pauses and plays`() throws {
    let rig = ReplayRig(try track())
    rig.scheduler.advance(to: .seconds(3))
    rig.press(.character(" "))
    let wakeUps = rig.scheduler.wakeUps
    rig.scheduler.advance(to: .seconds(100))
    #expect(rig.row(0) == "00:03.0 running")
    #expect(rig.scheduler.wakeUps == wakeUps)
    rig.press(.character(" "))
    rig.scheduler.advance(to: .seconds(101))
    #expect(rig.row(0) == "00:04.0 running")
  }

  @Test func `left and right move by events, and brackets by ten seconds`() throws {
    let rig = ReplayRig(try track())
    rig.press(.character(" "), .right, position: "00:10.0 of 00:35.0  event 2 of 7  1x  paused")
    rig.press(.right, .right, position: "00:20.0 of 00:35.0  event 4 of 7  1x  paused")
    rig.press(.left, position: "00:15.0 of 00:35.0  event 3 of 7  1x  paused")
    #expect(rig.frames.last?.text.contains("false") == true)
    rig.press(.character("["), position: "00:05.0 of 00:35.0  event 1 of 7  1x  paused")
    rig.press(
      .character("]"), .shiftRight, position: "00:25.0 of 00:35.0  event 4 of 7  1x  paused")
    rig.press(.shiftLeft, position: "00:15.0 of 00:35.0  event 3 of 7  1x  paused")
    rig.press(.end, position: "00:35.0 of 00:35.0  event 7 of 7  1x")
    rig.press(.home, .left, position: "00:00.0 of 00:35.0  event 1 of 7  1x  paused")
  }

  @Test func `plus and minus change the speed, not the position`() throws {
    let rig = ReplayRig(try track())
    rig.scheduler.advance(to: .seconds(2))
    rig.press(.character("+"), .character("+"), position: "00:02.0 of 00:35.0  event 1 of 7  4x")
    rig.scheduler.advance(to: .seconds(3))
    // The frame is the thirtieth since the key, at 33 ms each: 00:05.96.
    #expect(rig.position.hasPrefix("00:05.9"))
    rig.press(.character("-"), .character("-"), .character("-"))
    #expect(rig.position.hasSuffix("1/2x"))
  }

  @Test func `q closes the help page, Escape never quits, and a paste presses no keys`() throws {
    let rig = ReplayRig(try track())
    rig.press(.paste(" q"), .character("?"), .paste(" q"))
    #expect(rig.row(0).hasPrefix("space "))
    rig.type("q")
    #expect(!rig.hasQuit)
    #expect(rig.row(0) == "00:00.0 running")
    rig.press(.escape, .character("?"), .escape)
    #expect(!rig.hasQuit)
    #expect(rig.row(0) == "00:00.0 running")
    rig.press(.character("q"))
    #expect(rig.hasQuit)
  }

  @Test func `many events in a short time draw at most 30 frames a second`() throws {
    var track = try Track.started()
    for _ in 0..<1_000 { try track.perform(.lap(label: nil), after: .seconds(1)) }
    let rig = ReplayRig(track, speed: ReplaySpeed(512))
    rig.scheduler.run()
    #expect(rig.position.hasPrefix("16:40.0 of 16:40.0  event 1001 of 1001"))
    // The events take 1.95 s at 30 frames a second, and the clock draws as many frames.
    #expect(rig.frames.count <= 130)
  }

  @Test func `a replay stops at its end, and space plays it again`() throws {
    let rig = ReplayRig(try track())
    rig.scheduler.run()
    #expect(rig.position == "00:35.0 of 00:35.0  event 7 of 7  1x")
    #expect(rig.row(7).hasPrefix("space replay  "))
    rig.press(.character(" "), position: "00:00.0 of 00:35.0  event 1 of 7  1x")
    #expect(rig.row(7).hasPrefix("space pause  "))
    rig.press(.character(" "))
    #expect(rig.row(7).hasPrefix("space play  "))
    rig.press(.character("q"))
    #expect(rig.hasQuit)
  }

  @Test func `an empty tape has no controls for playing`() throws {
    var track = try Track.started()
    try track.perform(.mark(label: "pit"))
    let rig = ReplayRig(track)
    #expect(rig.row(7) == "? help  q quit")
  }

  @Test func `at each position the screen shows the fold of the events up to it`() throws {
    for _ in 0..<20 {
      var seed = Seed()
      let label = "\(seed)"
      var track = try Track.started()
      for _ in 0..<40 {
        // Spans are in tenths, so that the shown position is exact.
        track.pass(.milliseconds(100 * Int.random(in: 1...50, using: &seed)))
        let commands: [Command] = [
          .lap(label: nil), .stop, .resume, .undo, .redo, .mark(label: "m"),
        ]
        if let command = commands.randomElement(using: &seed) { _ = try? track.perform(command) }
      }
      let rig = ReplayRig(track)
      rig.press(.character(" "))
      for _ in 0..<50 {
        rig.press([.left, .right, .shiftLeft, .shiftRight].randomElement(using: &seed) ?? .left)
        let words = rig.position.split(separator: " ")
        let played = try #require(Int(words[4]), Comment(rawValue: label))
        let folded = track.events.prefix(played).reduce(into: Session()) { $0.apply($1) }
        let position = try Duration(text: String(words[0]), signed: false)
        let expected = Frame(
          Scene(SessionBoard(number: 1, session: folded)),
          at: try #require(rig.tape.reading(at: position)), size: ScreenSize(columns: 70, rows: 8))
        #expect(
          rig.frames.last?.rows.prefix(6).map(\.text) == expected.rows.prefix(6).map(\.text),
          "\(label)")
      }
    }
  }

  @Test(arguments: [0.001, 1e15]) func `a replay at an extreme speed works`(factor: Double) throws {
    var track = try Track.started()
    try track.perform(.lap(label: nil), after: .seconds(400 * 86_400))
    let rig = ReplayRig(track, speed: ReplaySpeed(factor))
    rig.scheduler.advance(by: .seconds(86_400))
    rig.press(.left, .character(" "))
    #expect(rig.row(0).hasSuffix("running"))
  }

  private func body(_ frame: Frame?) -> [String] { (frame?.rows.prefix(6) ?? []).map(\.text) }

  /// Presses a random key, or appends a correction as another process would.
  private func act(on rig: LiveRig, using seed: inout Seed) {
    let lap = EventReference.number(.random(in: 1...3, using: &seed))
    switch Int.random(in: 0..<9, using: &seed) {
    case 0: rig.type(" ")
    case 1: rig.type("u")
    case 2: rig.type("r")
    case 3: rig.type("mpit\n")
    case 4: rig.append(.remove(lap))
    case 5:
      let span = Duration.milliseconds(.random(in: -900...900, using: &seed))
      rig.append(.amend(lap, .init(move: .by(span))))
    default: rig.type("l")
    }
  }

  @Test func `a replay shows the live frame of each event, including corrections`() throws {
    for _ in 0..<30 {
      var seed = Seed()
      let label = "\(seed)"
      let rig = try LiveRig()
      var live = [body(rig.frames.last)]
      for _ in 0..<40 {
        rig.pass(.milliseconds(.random(in: 1...4_000, using: &seed)))
        let count = rig.track.events.count
        act(on: rig, using: &seed)
        if rig.track.events.count > count { live.append(body(rig.frames.last)) }
      }
      let replay = ReplayRig(rig.track, columns: 60)
      replay.press(.character(" "), .home)
      for frame in live {
        #expect(body(replay.frames.last) == frame, "\(label)")
        replay.press(.right)
      }
    }
  }
}
