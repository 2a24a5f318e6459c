import Racing
import Timing

/// A control shown at the bottom of the screen: a key and its effect.
enum Control: CaseIterable, Hashable, Sendable {
  case start, countdown, stop, resume, lap, mark, undo, redo, name, help, quit
  /// Starts the next session: after a finish, and with another key after a stop.
  case next, nextAfterStop
  /// These change a chosen lap or timestamp, or leave it.
  case move, rename, remove, leave
  /// These are for races: a bib with Enter, or its one digit alone.
  case bib, digit, somebody, assign, wave, otherBib, stopRace
  /// These are for several sessions.
  case digitLap, numberLap, choose, toggle
  case pause, play, replay, events, seconds, speed

  /// The key as it is shown.
  var key: String {
    switch self {
    case .start, .stop, .resume, .next, .pause, .play, .replay, .somebody, .toggle: "space"
    case .nextAfterStop, .stopRace: "s"
    case .bib, .numberLap: "0-9 Enter"
    case .digit: "0-9"
    case .digitLap: "1-9"
    case .choose: "up down"
    case .assign: "a"
    case .wave: "w"
    case .otherBib: "b"
    case .move: "a"
    case .rename: "n"
    case .remove: "d"
    case .leave: "esc"
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

  /// The effect in a word or two.
  var word: String {
    switch self {
    case .start: "start"
    case .next, .nextAfterStop: "start next"
    case .move: "move"
    case .rename: "rename"
    case .remove: "remove"
    case .leave: "back"
    case .countdown: "countdown"
    case .stop, .stopRace: "stop"
    case .digitLap, .numberLap: "lap"
    case .choose: "choose"
    case .toggle: "stop, resume"
    case .bib, .digit: "cross"
    case .somebody: "no bib"
    case .assign: "assign"
    case .wave: "wave"
    case .otherBib: "bib"
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

  /// The priority where room is scarce: higher ranks are left out first.
  var rank: Int {
    switch self {
    case .move, .rename, .remove: -2
    case .leave: -1
    case .start, .stop, .resume, .next, .pause, .play, .replay: 0
    case .bib, .digit, .somebody, .digitLap, .numberLap, .toggle: 0
    case .choose: 1
    case .assign, .wave: 1
    case .lap, .events: 1
    case .quit: 2
    case .help: 3
    case .undo: 4
    case .countdown, .mark, .seconds, .otherBib: 5
    case .stopRace: 6
    case .redo, .speed, .nextAfterStop: 6
    case .name: 7
    }
  }

  /// The controls that work on a live screen.
  ///
  /// In the hold-off only quit works, in a countdown only undo and quit. While other sessions run,
  /// start is not shown, since the log would refuse it. While a lap is chosen, the keys that change
  /// it come first.
  static func available(
    _ board: SessionBoard, _ phase: Phase, at now: Reading, isHeldOff: Bool, isChoosing: Bool
  ) -> [Control] {
    if isHeldOff { return [.quit] }
    if board.timedPoint != nil { return atPoint(board, hasOnlyDigits: false) }
    let all = available(board, phase, at: now)
    guard isChoosing, phase != .countdown else { return all }
    return [.move, .rename, .remove, .leave] + all.filter { $0 != .name && $0 != .nextAfterStop }
  }

  private static func available(
    _ board: SessionBoard, _ phase: Phase, at now: Reading
  ) -> [Control] {
    let isAlone = board.others.remainingTime(after: now.ticks) == .zero
    let starts: [Control] = isAlone ? [.start, .countdown] : []
    if board.number == nil { return starts + [.help, .quit] }
    let undo: [Control] = board.canUndo ? [.undo] : []
    let redo: [Control] = board.canRedo ? [.redo] : []
    return switch phase {
    case .ready: starts + [.mark] + undo + redo + [.name, .help, .quit]
    case .countdown: undo + [.quit]
    case .running: [.stop, .lap, .mark] + undo + redo + [.name, .help, .quit]
    case .stopped:
      [.resume, .mark] + undo + redo + (isAlone ? [.nextAfterStop] : []) + [.name, .help, .quit]
    case .finished:
      (isAlone ? [.next, .countdown] : []) + [.mark] + undo + redo + [.name, .help, .quit]
    case .discarded: undo + [.help, .quit]
    }
  }

  /// The controls that work on the board of a race.
  static func available(
    _ board: SessionBoard, _ runners: Board, _ phase: Phase, isHeldOff: Bool
  ) -> [Control] {
    if isHeldOff { return [.quit] }
    if board.timedPoint != nil { return atPoint(board, hasOnlyDigits: runners.hasOnlyDigits) }
    if board.joiningCommand != nil { return [.help, .quit] }
    let undo: [Control] = board.canUndo ? [.undo] : []
    let redo: [Control] = board.canRedo ? [.redo] : []
    let cross: [Control] = [runners.hasOnlyDigits ? .digit : .bib]
    let assign: [Control] = runners.unknown.isEmpty ? [] : [.assign]
    let wave: [Control] = runners.plannedWaves.isEmpty ? [] : [.wave]
    let rest = undo + redo + [.help, .quit]
    return switch phase {
    case .ready: [.start, .countdown] + rest
    case .countdown: undo + [.quit]
    case .running: cross + [.somebody] + assign + wave + [.otherBib, .stopRace] + rest
    case .stopped, .finished: [.resume] + cross + assign + rest
    case .discarded: undo + [.help, .quit]
    }
  }

  /// The controls of a session that times a point of a race.
  private static func atPoint(_ board: SessionBoard, hasOnlyDigits: Bool) -> [Control] {
    let cross: Control = hasOnlyDigits ? .digit : .bib
    let undo: [Control] = board.canUndo ? [.undo] : []
    let redo: [Control] = board.canRedo ? [.redo] : []
    return [cross, .somebody, .otherBib, .mark] + undo + redo + [.help, .quit]
  }

  /// The controls that work on the board of several sessions.
  static func available(_ runners: Board, isChoosing: Bool) -> [Control] {
    let lap: [Control] = [runners.hasOnlyDigits ? .digitLap : .numberLap]
    return lap + (isChoosing ? [.toggle, .leave] : [.choose]) + [.undo, .redo, .help, .quit]
  }

  /// The controls that work in a replay; an empty tape cannot be played.
  static func available(_ replay: Scene.Replay) -> [Control] {
    guard replay.length > .zero else { return [.help, .quit] }
    let main: Control = !replay.isPaused ? .pause : replay.isAtEnd ? .replay : .play
    return [main, .events, .seconds, .speed, .help, .quit]
  }
}
