import Timing
import Text

extension Sketch {
  /// The controls that can be used now, as many as there is room for.
  mutating func drawControls(row: Int, from column: Int = 0) {
    let holdOff = scene.holdOff(at: present.reading)
    var column = column
    if holdOff > .zero {
      let wait = CountdownLabel().spoken(of: .zero - holdOff)
      column =
        canvas.put(firstFitting: ["keys in \(wait)"], row: row, column: column, ink: .waiting) + 2
    }
    for control in fitting(controls(isHeldOff: holdOff > .zero), behind: column) {
      column = canvas.put(key(of: control), row: row, column: column, ink: .strong)
      column = canvas.put(control.word, row: row, column: column + 1, ink: .faint) + 2
    }
  }

  /// Those that there is room for: the most important ones, in their order.
  private func fitting(_ controls: [Control], behind column: Int) -> [Control] {
    var room = size.columns - column + 2
    var fitting: Set<Control> = []
    for control in controls.sorted(by: { $0.rank < $1.rank }) {
      let columns = DisplayWidth.of(key(of: control)) + 1 + control.word.utf8.count + 2
      guard columns <= room else { continue }
      room -= columns
      fitting.insert(control)
    }
    return controls.filter(fitting.contains)
  }

  private func key(of control: Control) -> String {
    !canvas.look.isUTF8 && control == .events ? "<- ->" : control.key
  }

  private func controls(isHeldOff: Bool) -> [Control] {
    if let replay = scene.replay { return Control.usable(replay) }
    return Control.usable(scene.board, at: present, isHeldOff: isHeldOff)
  }
}

extension Control {
  /// Which of them give way to others where room is scarce: those of a higher rank.
  fileprivate var rank: Int {
    switch self {
    case .start, .stop, .resume, .pause, .play, .replay: 0
    case .lap, .events: 1
    case .quit: 2
    case .help: 3
    case .undo: 4
    case .countdown, .mark, .seconds: 5
    case .redo, .speed: 6
    case .name: 7
    }
  }
}
