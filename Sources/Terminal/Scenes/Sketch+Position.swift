import Timing
import Text

extension Sketch {
  /// Where a replay stands.
  mutating func drawPosition(row: Int) {
    guard let replay = scene.replay else { return }
    if !replay.isPaused { canvas.changes.note(ticking: times, replay.position) }
    let pace = replay.speed.text + (replay.isPaused && !replay.isAtEnd ? "  paused" : "")
    let words =
      "\(times.text(of: replay.position)) of \(times.text(of: replay.length))"
      + "  event \(replay.event) of \(replay.events)  \(pace)"
    let length = size.columns - DisplayWidth.of(words) - 2
    guard length >= 8 else {
      canvas.put("\(times.text(of: replay.position))  \(pace)", row: row)
      return
    }
    let fraction = replay.length > .zero ? replay.position / replay.length : 1
    let played = Int((Double(length) * min(max(fraction, 0), 1)).rounded(.down))
    let bar = String(repeating: canvas.symbol("━", "="), count: played)
    let rest = String(repeating: canvas.symbol("─", "-"), count: length - played)
    canvas.put(bar, row: row, ink: .good)
    canvas.put(rest, row: row, column: played, ink: .faint)
    canvas.put(words, row: row, column: length + 2)
  }
}
