import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport
import Text

struct PlayerTests {
  /// Two laps, of which the second is undone; then the clock stands for ten minutes.
  private func track() throws -> Track {
    var track = Track()
    try track.perform(.start(Event.Start()))
    track.pass(.seconds(10))
    try track.perform(.lap(label: nil))
    track.pass(.seconds(5))
    try track.perform(.lap(label: "false"))
    track.pass(.seconds(5))
    try track.perform(.undo)
    track.pass(.seconds(10))
    try track.perform(.stop)
    track.pass(.seconds(600))
    try track.perform(.resume)
    track.pass(.seconds(4))
    try track.perform(.stop)
    return track
  }

  @Test func `it plays as it happened, what was undone included`() throws {
    let deck = Deck(try track())
    #expect(deck.row(0) == "00:00.0 running")
    deck.scheduler.advance(to: .seconds(12))
    #expect(deck.row(0) == "00:12.0 running")
    #expect(deck.row(2) == "1 lap")
    deck.scheduler.advance(to: .seconds(17))
    #expect(deck.frames.last?.text.contains("false") == true)
    deck.scheduler.advance(to: .seconds(21))
    #expect(deck.frames.last?.text.contains("false") == false)
  }

  @Test func `a clock that stands is waited for no longer than a second`() throws {
    let deck = Deck(try track())
    #expect(deck.tape.length == .seconds(35))
    #expect(Tape(try track().events, keepsGaps: true).length == .seconds(634))
    deck.scheduler.advance(to: .seconds(31.5))
    #expect(deck.row(0) == "00:30.5 running")
  }

  @Test func `space pauses and plays on`() throws {
    let deck = Deck(try track())
    deck.scheduler.advance(to: .seconds(3))
    deck.press(.character(" "))
    let wakeUps = deck.scheduler.wakeUps
    deck.scheduler.advance(to: .seconds(100))
    #expect(deck.row(0) == "00:03.0 running")
    #expect(deck.scheduler.wakeUps == wakeUps)
    deck.press(.character(" "))
    deck.scheduler.advance(to: .seconds(101))
    #expect(deck.row(0) == "00:04.0 running")
  }

  @Test func `left and right go by events, brackets by ten seconds`() throws {
    let deck = Deck(try track())
    deck.press(.character(" "), .right)
    #expect(deck.position == "00:10.0 of 00:35.0  event 2 of 7  1x  paused")
    deck.press(.right, .right)
    #expect(deck.position == "00:20.0 of 00:35.0  event 4 of 7  1x  paused")
    deck.press(.left)
    #expect(deck.position == "00:15.0 of 00:35.0  event 3 of 7  1x  paused")
    #expect(deck.frames.last?.text.contains("false") == true)
    deck.press(.character("["))
    #expect(deck.position == "00:05.0 of 00:35.0  event 1 of 7  1x  paused")
    deck.press(.character("]"), .shiftRight)
    #expect(deck.position == "00:25.0 of 00:35.0  event 4 of 7  1x  paused")
    deck.press(.end)
    #expect(deck.position == "00:35.0 of 00:35.0  event 7 of 7  1x")
    deck.press(.home, .left)
    #expect(deck.position == "00:00.0 of 00:35.0  event 1 of 7  1x  paused")
  }

  @Test func `plus and minus change the speed, and nothing jumps`() throws {
    let deck = Deck(try track())
    deck.scheduler.advance(to: .seconds(2))
    deck.press(.character("+"), .character("+"))
    #expect(deck.position == "00:02.0 of 00:35.0  event 1 of 7  4x")
    deck.scheduler.advance(to: .seconds(3))
    // The thirtieth frame since then, 33 ms each: 00:05.96.
    #expect(deck.position.hasPrefix("00:05.9"))
    deck.press(.character("-"), .character("-"), .character("-"))
    #expect(deck.position.hasSuffix("1/2x"))
  }

  @Test func `q in the help leaves the help, and Escape never leaves the replay`() throws {
    let deck = Deck(try track())
    deck.press(.character("?"), .character("q"))
    #expect(!deck.hasQuit)
    #expect(deck.row(0) == "00:00.0 running")
    deck.press(.escape, .character("?"), .escape)
    #expect(!deck.hasQuit)
    #expect(deck.row(0) == "00:00.0 running")
    deck.press(.character("q"))
    #expect(deck.hasQuit)
  }

  @Test func `what is pasted is no key`() throws {
    let deck = Deck(try track())
    deck.press(.paste(" q"), .character("?"), .paste(" q"))
    #expect(deck.row(0).hasPrefix("space "))
    #expect(!deck.hasQuit)
  }

  @Test func `many events a moment are no more than 30 frames a second`() throws {
    var track = Track()
    try track.perform(.start(Event.Start()))
    for _ in 0..<1_000 {
      track.pass(.seconds(1))
      try track.perform(.lap(label: nil))
    }
    let deck = Deck(track, speed: Speed(512))
    deck.scheduler.run()
    #expect(deck.position.hasPrefix("16:40.0 of 16:40.0  event 1001 of 1001"))
    // 1.95 s at 30 a second, and as many of the clock in between.
    #expect(deck.frames.count <= 130)
  }

  @Test func `it stops at the end, and space plays it again`() throws {
    let deck = Deck(try track())
    deck.scheduler.run()
    #expect(deck.position == "00:35.0 of 00:35.0  event 7 of 7  1x")
    #expect(deck.row(7).hasPrefix("space replay  "))
    deck.press(.character(" "))
    #expect(deck.position == "00:00.0 of 00:35.0  event 1 of 7  1x")
    #expect(deck.row(7).hasPrefix("space pause  "))
    deck.press(.character(" "))
    #expect(deck.row(7).hasPrefix("space play  "))
    deck.press(.character("q"))
    #expect(deck.hasQuit)
  }

  @Test func `a past that lasted no time offers nothing that would move in it`() throws {
    var track = Track()
    try track.perform(.start(Event.Start()))
    try track.perform(.mark(label: "pit"))
    let deck = Deck(track)
    #expect(deck.row(7) == "? help  q quit")
  }

  @Test func `at any position it is what the fold of the events until then is`() throws {
    for _ in 0..<20 {
      var seed = Seed()
      let label = "\(seed)"
      var track = Track()
      try track.perform(.start(Event.Start()))
      for _ in 0..<40 {
        // In tenths, so that the position that is shown is the whole of it.
        track.pass(.milliseconds(100 * Int.random(in: 1...50, using: &seed)))
        let commands: [Command] = [
          .lap(label: nil), .stop, .resume, .undo, .redo, .mark(label: "m"),
        ]
        if let command = commands.randomElement(using: &seed) { _ = try? track.perform(command) }
      }
      let deck = Deck(track)
      deck.press(.character(" "))
      for _ in 0..<50 {
        deck.press([.left, .right, .shiftLeft, .shiftRight].randomElement(using: &seed) ?? .left)
        let words = deck.position.split(separator: " ")
        let played = try #require(Int(words[4]), Comment(rawValue: label))
        let folded = track.events.prefix(played).fold(into: Session())
        let position = try Duration(text: String(words[0]), signed: false)
        let expected = Frame(
          Scene(Board(number: 1, session: folded)),
          at: try #require(deck.tape.reading(at: position)), size: Size(columns: 70, rows: 8))
        #expect(
          deck.frames.last?.rows.prefix(6).map(\.text) == expected.rows.prefix(6).map(\.text),
          "\(label)")
      }
    }
  }
}
