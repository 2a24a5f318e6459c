package import Live
package import Racing
import Text
package import Timing

extension Frame {
  /// Draws a scene as of a reading of the clocks; parts that do not fit are omitted.
  ///
  /// - Complexity: O(rows), and O(scrolled) for a list that is scrolled.
  package init(
    _ scene: Scene, at now: Reading, size: ScreenSize, charset: Charset = .utf8
  ) {
    var renderer = FrameRenderer(scene, at: now, size: size, charset: charset)
    switch scene.state.page {
    case .page(let page):
      renderer.addFinish()
      page.draw(&renderer)
    case .nameForm: renderer.drawForm()
    case .session, .prompt: renderer.drawContent()
    }
    self = renderer.canvas.frame
    let hasFinished = scene.runners?.phase == .finished
    clock = Clock(
      session: scene.board.number, phase: hasFinished ? .finished : renderer.snapshot.phase)
  }
}

/// Draws a scene onto a canvas.
struct FrameRenderer {
  let scene: Scene
  let now: Reading
  let snapshot: Snapshot
  var canvas: Canvas
  /// Whether the lap under way is drawn.
  var showsLap = false
  var times: StopwatchLabel { scene.board.times }

  init(_ scene: Scene, at now: Reading, size: ScreenSize, charset: Charset) {
    self.scene = scene
    self.now = now
    snapshot = scene.board.session.snapshot(at: now)
    canvas = Canvas(size: size, charset: charset)
  }

  var summary: Summary { snapshot.summary }
  var size: ScreenSize { canvas.size }
  var bottom: Int { size.rows - 1 }

  /// Draws the session or the board: title, clock, list and footer, as far as there is room.
  mutating func drawContent() {
    let board = scene.runners
    if size.rows == 1 {
      addChangesOfClock()
      if drawPrompt(row: 0) { return }
      if let board { drawLine(of: board) } else { drawClockLine(row: 0) }
      return
    }
    let top = if let board { drawHead(of: board) } else { drawHead() }
    let footer = drawFooter(from: top)
    guard top < footer else { return }
    if let board { return drawRows(of: board, rows: top..<footer) }
    drawHeader(row: top)
    if let course = scene.course {
      drawCourse(course, rows: top + 1..<footer)
    } else {
      drawList(rows: top + 1..<footer)
    }
  }

  /// Draws clock, title and the lap under way, and returns the first row below; nothing on a screen
  /// of one row.
  mutating func drawHead() -> Int {
    guard size.rows > 1 else { return 0 }
    addChangesOfClock()
    guard let digits = LargeDigits(for: clockText, on: size) else {
      drawClockLine(row: 0)
      if size.rows >= 7 { drawTitle(row: 1) }
      return size.rows >= 7 ? 2 : 1
    }
    drawTitle(row: 0)
    draw(clockText, in: digits, row: 3, style: clockStyle)
    showsLap = drawLap(beside: digits, top: 3)
    drawPhase(row: 1)
    return 3 + digits.rows + 1
  }

  /// Adds the moment at which the limit is reached, for a page without the clock.
  fileprivate mutating func addFinish() {
    guard snapshot.phase == .running, let limit = summary.profile.plan.limit else { return }
    canvas.nextChange.add(after: limit - snapshot.displayedTime)
  }

  /// Adds the next changes of the clock, the hold-off and the controls.
  mutating func addChangesOfClock() {
    if let change = snapshot.changesAfter(times) {
      // More digits than can be read change with each frame.
      let delay = times.precision > 1 ? max(change, Frame.shortestInterval) : change
      if snapshot.phase == .running {
        canvas.nextChange.add(tickAfter: delay)
      } else {
        canvas.nextChange.add(after: delay)
      }
    }
    if snapshot.phase == .ready,
      let wait = scene.board.others.remainingTime(after: now.ticks), wait > .zero
    {
      canvas.nextChange.add(after: wait)
    }
    let holdOff = scene.holdOff(at: now)
    if holdOff > .zero { canvas.nextChange.add(CountdownLabel(), .zero - holdOff) }
  }
}

/// The content of a screen at any time: everything but the time itself.
package struct Scene: Sendable {
  package var board: SessionBoard
  /// The runners of a race, or several sessions; nil for one session.
  package var runners: Board?
  /// The sessions of a board, in the order of their keys; empty for one session.
  package var sessions: [SessionBoard] = []
  package var state = ScreenState()
  /// The message line: the reason of a refusal, or what a correction changed.
  package var message: String?
  package var messageStyle = TextStyle.bad
  /// The name form while it is open.
  package var form: NameForm.View?
  /// The keys that the user chose.
  package var keyMap = KeyMap()
  /// The length of the countdown that a key starts.
  package var countdown = SessionMode.defaultCountdown
  /// The boot time at which the hold-off of the keys ends.
  package var holdOffEnd: Duration?
  /// The state of a replay; nil on a live screen.
  package var replay: Replay?

  /// The state of a replay, to be drawn.
  package struct Replay: Hashable, Sendable {
    /// The position on the tape.
    package var position: Duration
    /// The length of the tape.
    package var length: Duration
    /// The number of events played so far.
    package var event: Int
    /// The number of events on the tape.
    package var events: Int
    package var speed: ReplaySpeed
    package var isPaused: Bool

    /// Whether the position is the end of the tape.
    package var isAtEnd: Bool { position >= length }
  }

  /// Creates the scene of a live session.
  package init(_ board: SessionBoard) {
    self.board = board
  }

  /// The keys of the screen.
  var keys: KeyTable {
    if replay != nil { return .replay }
    if board.timedPoint != nil { return .point }
    if board.joiningCommand != nil { return .readOnly }
    guard let runners else { return .session }
    return runners.phase == nil ? .sessions : .race
  }

  /// The key of the chosen session on a board of several.
  var chosenBib: String? { sessions.isEmpty ? nil : state.chosen.map { "\($0)" } }

  /// The rest of the hold-off; zero when keys are handled.
  package func holdOff(at now: Reading) -> Duration {
    // The ticks of a replayed session may be of any size, also below zero.
    holdOffEnd.map { max(.zero, $0 - now.ticks) } ?? .zero
  }
}
