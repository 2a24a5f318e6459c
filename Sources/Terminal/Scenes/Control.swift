import Timing

/// What can be asked of the screen, with the key that asks it.
enum Control: Hashable, Sendable {
  case start, countdown, stop, resume, lap, mark, undo, redo, name, help, quit
  case pause, play, replay, events, seconds, speed

  /// The key, as it is shown.
  var key: String {
    switch self {
    case .start, .stop, .resume, .pause, .play, .replay: "space"
    case .countdown: "c"
    case .lap: "l"
    case .mark: "m"
    case .undo: "u"
    case .redo: "r"
    case .name: "n"
    case .help: "?"
    case .quit: "q"
    case .events: "←→"
    case .seconds: "[ ]"
    case .speed: "+-"
    }
  }

  /// What it does, in a word or two.
  var word: String {
    switch self {
    case .start: "start"
    case .countdown: "countdown"
    case .stop: "stop"
    case .resume: "resume"
    case .lap: "lap"
    case .mark: "mark"
    case .undo: "undo"
    case .redo: "redo"
    case .name: "name"
    case .help: "help"
    case .quit: "quit"
    case .pause: "pause"
    case .play: "play"
    case .replay: "replay"
    case .events: "event"
    case .seconds: "10 s"
    case .speed: "speed"
    }
  }

  /// What may be asked of a live screen: the others are not shown.
  ///
  /// In the hold-off nothing but quit, in a countdown nothing but quit and undo; beside others that
  /// run no start, which the log would refuse.
  static func usable(_ board: Board, at present: Present, isHeldOff: Bool) -> [Control] {
    if isHeldOff { return [.quit] }
    let isAlone = board.others.timeToGo(after: present.reading.ticks) == .zero
    let starts: [Control] = isAlone ? [.start, .countdown] : []
    let undo: [Control] = board.canUndo ? [.undo] : []
    let redo: [Control] = board.canRedo ? [.redo] : []
    return switch present.phase {
    case .ready: starts + [.mark] + undo + redo + [.name, .help, .quit]
    case .countdown: undo + [.quit]
    case .running: [.stop, .lap, .mark] + undo + redo + [.name, .help, .quit]
    case .stopped: [.resume, .mark] + undo + redo + [.name, .help, .quit]
    case .finished: [.lap, .mark] + undo + redo + [.name, .help, .quit]
    case .discarded: undo + [.help, .quit]
    }
  }

  /// What may be asked of a replay: of a past that lasted no time, nothing that moves in it.
  static func usable(_ replay: ReplayView) -> [Control] {
    guard replay.length > .zero else { return [.help, .quit] }
    let main: Control = !replay.isPaused ? .pause : replay.isAtEnd ? .replay : .play
    return [main, .events, .seconds, .speed, .help, .quit]
  }
}
