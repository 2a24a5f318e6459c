import Timing
import Text

/// A scene being drawn.
struct Sketch {
  let scene: Scene
  let present: Present
  var canvas: Canvas
  let times = StopwatchLabel()

  init(_ scene: Scene, at now: Reading, size: Size, look: Look) {
    self.scene = scene
    present = Present(scene.board.session.summary, at: now)
    canvas = Canvas(size: size, look: look)
  }

  var summary: Summary { scene.board.session.summary }
  var size: Size { canvas.size }
  var bottom: Int { size.rows - 1 }

  /// The page of a stopwatch: title, clock, list and controls, as far as there is room.
  mutating func drawSession() {
    noteTime()
    var row = 0
    if size.rows == 1 {
      if !drawPrompt(row: 0) { drawClockLine(row: 0) }
      return
    }
    if let digits = Digits(for: clockText, on: size) {
      drawTitle(row: 0)
      drawPhase(row: 1)
      draw(digits, row: 3)
      row = 3 + digits.rows + 1
    } else {
      drawClockLine(row: 0)
      if size.rows >= 7 { drawTitle(row: 1) }
      row = size.rows >= 7 ? 2 : 1
    }
    let foot = drawFoot(from: row)
    if row < foot {
      drawHeader(row: row)
      drawList(rows: row + 1..<max(row + 1, foot))
    }
  }

  /// Notes when the clock, the hold-off and the controls will show something else.
  private mutating func noteTime() {
    if let span = present.changesAfter {
      if present.phase == .running {
        canvas.changes.note(tickAfter: span)
      } else {
        canvas.changes.note(changeAfter: span)
      }
    }
    if present.phase == .ready,
      let wait = scene.board.others.timeToGo(after: present.reading.ticks), wait > .zero
    {
      canvas.changes.note(changeAfter: wait)
    }
    let holdOff = scene.holdOff(at: present.reading)
    if holdOff > .zero { canvas.changes.note(CountdownLabel(), .zero - holdOff) }
  }
}
