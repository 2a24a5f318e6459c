import Racing
package import Signals
import Text
package import Timing

/// The live screen of several sessions: a board, on which a key laps each of them.
package final class SessionsScreen {
  /// The log of the sessions, as the screen uses it.
  package struct Log {
    /// The sessions in the order of their keys, whenever events have arrived.
    package var boards: Signal<[SessionBoard]>
    /// Appends the event of a key's command to one of them.
    package var append: (LiveScreen.KeyCommand, SessionBoard) -> LiveScreen.AppendAnswer
    /// Reads the clocks.
    package var now: () -> Reading
    /// An element whenever the wall clock was set.
    package var clockSteps: Signal<Void>

    package init(
      boards: Signal<[SessionBoard]>,
      append: @escaping (LiveScreen.KeyCommand, SessionBoard) -> LiveScreen.AppendAnswer,
      now: @escaping () -> Reading, clockSteps: Signal<Void> = .never
    ) {
      self.boards = boards
      self.append = append
      self.now = now
      self.clockSteps = clockSteps
    }
  }

  /// The frames to be shown.
  package let frames: Signal<Frame>
  /// An element when the user quits.
  package var quits: Signal<Void> { quitSubject.signal }

  private let log: Log
  private let keyMap: KeyMap
  private let input: Relay<SessionsMode>
  private let messages: Subject<ScreenMessage?>
  private let quitSubject = Subject<Void>()
  private var newest: [SessionBoard] = []
  private var lastPress: KeyPress?
  /// The boot time until which a message about an event that is not saved is shown.
  private var unsavedEnd: Duration?
  /// The question whether undo is to take back the start of the session with a key.
  private var undoQuestion: (key: String, question: UndoQuestion)?
  private var held: [Subscription] = []

  /// Creates a screen of several sessions.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - presses: the keys pressed.
  ///   - sizes: the size of the screen now, then each new one.
  ///   - charset: the characters that the terminal can show.
  ///   - keyMap: the keys that the user chose.
  ///   - scheduler: the scheduler of the alarms.
  package init(
    _ log: Log, presses: Signal<KeyPress>, sizes: Signal<ScreenSize>, charset: Charset = .utf8,
    keyMap: KeyMap = KeyMap(), on scheduler: any Scheduler
  ) {
    self.log = log
    self.keyMap = keyMap
    let (input, messages) = (Relay(SessionsMode()), Subject<ScreenMessage?>())
    (self.input, self.messages) = (input, messages)
    let boards = log.boards.share(replay: 1)
    let memo = SessionsMemo()
    frames =
      boards.combineLatest(input.signal, ScreenMessage.lasting(messages.signal, on: scheduler))
      .combineLatest(sizes)
      .repeatingLatest(on: log.clockSteps)
      .frames(on: scheduler) { known, size in
        let ((boards, mode, message), now) = (known, log.now())
        var scene = Scene(SessionBoard(number: nil, times: boards.first?.times ?? StopwatchLabel()))
        scene.keyMap = keyMap
        scene.runners = memo.board(of: boards, at: now)
        scene.mode = mode.screen
        scene.chosenBib = mode.chosen
        scene.message = message?.text
        scene.messageStyle = message?.style ?? .bad
        return (Frame(scene, at: now, size: size, charset: charset), speed: 1)
      }
      .share(replay: 1)
    held = [
      boards.subscribe { [unowned self] in newest = $0 },
      presses.withLatest(from: frames).subscribe { [unowned self] press, frame in
        handle(press, scrollLimit: frame.scrollLimit)
      },
    ]
  }

  private func handle(_ press: KeyPress, scrollLimit: Int) {
    var (mode, press) = (input.value, press)
    if !press.key.isDigit {
      defer { lastPress = press }
      if keyMap.isBounce(press, after: lastPress) { return }
      press.key = keyMap.meaning(of: press.key, after: undoQuestion?.question)
    }
    if answerUndo(press) { return }
    mode.screen.limitScroll(to: scrollLimit)
    let board = Board(newest.tracks, at: press.reading)
    let action = mode.handle(press.key, board)
    if mode != input.value { input.value = mode }
    switch action {
    case .none: break
    case .quit: quitSubject.send(())
    case .explain(let text): messages.send(ScreenMessage(text))
    case .press(let button, let key): append(button, key, press.reading)
    }
  }

  private func append(_ button: SessionsMode.Button, _ key: String, _ reading: Reading) {
    guard let index = Int(key).map({ $0 - 1 }), newest.indices.contains(index) else {
      let keys = newest.count == 1 ? "the only key is 1" : "the keys are 1 to \(newest.count)"
      return messages.send(ScreenMessage("No session has the key \(key): \(keys)."))
    }
    let board = newest[index]
    guard board.race == nil else {
      let number = board.number ?? 0
      return messages.send(
        ScreenMessage("Session \(number) is a race: 'laptimer watch \(number)' shows it."))
    }
    if button == .undo,
      let start = board.startToUndo(in: board.session.summary.phase(at: reading))
    {
      undoQuestion = (key, UndoQuestion(start, at: reading))
      return messages.send(ScreenMessage(UndoQuestion.text(start)))
    }
    let command: Command =
      switch button {
      case .lap: .lap(label: nil)
      case .undo: .undo
      case .redo: .redo
      case .main: board.mainCommand(in: board.session.summary.phase(at: reading))
      }
    append(command, of: board, reading) { event in
      switch button {
      case .lap: self.lapNote(event, key, index, reading)
      case .undo, .redo: self.reversalNote(button, key, index, reading)
      case .main: nil
      }
    }
  }

  /// An undo or redo in words: `2 Grace Hopper: took back the newest event; 2 laps.`.
  private func reversalNote(
    _ button: SessionsMode.Button, _ key: String, _ index: Int, _ reading: Reading
  ) -> String? {
    guard newest.indices.contains(index) else { return nil }
    let row = Board(newest.tracks, at: reading).row(ofBib: key)
    let name = row?.name.map { " " + Harmless.text($0) } ?? ""
    let effect = button == .undo ? "took back the newest event" : "restored the event"
    let laps = SplitList.header(count: newest[index].session.summary.lapCount)
    return "\(key)\(name): \(effect); \(laps)."
  }

  /// Takes back the start of a session if a key says yes to the question.
  ///
  /// - Returns: whether it did.
  private func answerUndo(_ press: KeyPress) -> Bool {
    guard let (key, question) = undoQuestion else { return false }
    undoQuestion = nil
    guard let index = Int(key).map({ $0 - 1 }), newest.indices.contains(index) else { return false }
    let board = newest[index]
    let start = board.startToUndo(in: board.session.summary.phase(at: press.reading))
    guard question.isAnswered(by: press, start) else { return false }
    append(.undo, of: board, press.reading) { _ in
      self.reversalNote(.undo, key, index, press.reading)
    }
    return true
  }

  /// Appends a command, and shows its note, else that of a closure.
  private func append(
    _ command: Command, of board: SessionBoard, _ reading: Reading,
    otherNote: (EventID) -> String?
  ) {
    switch log.append(LiveScreen.KeyCommand(command: command, reading: reading), board) {
    case .appended(let event, let note):
      // A message that is needed to repeat another command stays.
      if let unsavedEnd, reading.ticks < unsavedEnd { return }
      let text = note ?? otherNote(event)
      messages.send(text.map { ScreenMessage($0, style: .strong) })
    case .failed(let failure):
      let message = ScreenMessage(failure.text)
      messages.send(message)
      unsavedEnd = failure.isUnsaved ? log.now().ticks + message.time : nil
    }
  }

  /// A lap in words: `2 Grace Hopper: lap 3, 01:04.2 (00:31.0), place 1.`.
  ///
  /// One that does not count has its flags instead: `1 A: 00:22.0 does not count (short).`.
  private func lapNote(
    _ event: EventID, _ key: String, _ index: Int, _ reading: Reading
  ) -> String? {
    let (session, times) = (newest[index].session, newest[index].times)
    guard let version = session.event(event)?.version,
      let recorded = session.laps.last(where: { $0.event == version }),
      let row = Board(newest.tracks, at: reading).row(ofBib: key)
    else { return nil }
    let name = row.name.map { " " + Harmless.text($0) } ?? ""
    guard let lap = row.passages.last(where: { $0.event == event }) else {
      let flags = recorded.flags.intersection([.short, .afterFinish, .notRunning]).names
      let split = times.text(of: recorded.split)
      return "\(key)\(name): \(split) does not count (\(flags.joined(separator: ", ")))."
    }
    let place = row.position.map { ", place \($0)" } ?? ""
    let time = times.text(of: lap.shownLap(times))
    return "\(key)\(name): lap \(lap.number), \(times.text(of: lap.split)) (\(time))\(place)."
  }
}

/// The state of the user interface of several sessions.
struct SessionsMode: Hashable, Sendable {
  /// The open page, the scroll position and the typed digits.
  var screen = ScreenMode()
  /// The key of the chosen session; nil if none is chosen.
  var chosen: String?
  /// The key of the session of the last press.
  private var last: String?
  /// The key of the last press if no session has it.
  private var mistyped: String?

  /// A button of the stopwatch of a session.
  enum Button: Hashable, Sendable {
    case lap, undo, redo
    /// The main button, as ``SessionBoard/mainCommand(in:)``.
    case main
  }

  enum Action: Hashable, Sendable {
    case none, quit
    case explain(String)
    case press(Button, key: String)
  }

  /// Handles a key.
  mutating func handle(_ key: Key, _ board: Board) -> Action {
    if screen.page == .help {
      screen.handleOnHelpPage(key)
      return .none
    }
    switch key {
    case .paste: return .none
    case .character("q"): return .quit
    case .character("?"): screen.openHelp()
    case .character(let digit) where key.isDigit:
      if board.hasOnlyDigits, screen.digits.isEmpty { return lap(String(digit), board) }
      if screen.digits.count < 4 { screen.digits.append(digit) }
    case .backspace where !screen.digits.isEmpty: screen.digits.removeLast()
    case .escape:
      screen.digits = ""
      chosen = nil
    case .enter where !screen.digits.isEmpty:
      let key = screen.digits
      screen.digits = ""
      return lap(key, board)
    // A digit alone has recorded a lap, and its message stays.
    case .enter where board.hasOnlyDigits && chosen == nil: return .none
    case .enter, .character("l"): return pressForChosen(.lap, "l laps it")
    case .character(" "): return pressForChosen(.main, "space stops or resumes it")
    case .character("u"): return pressForLast(.undo)
    case .character("r"): return pressForLast(.redo)
    case .character(let letter) where Self.keysOfOneSession.contains(letter):
      return .explain(
        "\(letter) is a key of one session: 'laptimer watch SESSION' shows one of these.")
    case .up, .down: choose(key, board)
    case .pageUp, .pageDown, .home, .end:
      if chosen == nil { screen.scroll(key) } else { choose(key, board) }
    default: screen.scroll(key)
    }
    return .none
  }

  /// The keys on the screen of one session that have no effect here.
  private static let keysOfOneSession: [Character] = ["s", "c", "m", "n", "a", "d", "b", "w"]

  /// Records a lap of the session with a typed key.
  private mutating func lap(_ key: String, _ board: Board) -> Action {
    guard board.row(ofBib: key) == nil else { return press(.lap, key) }
    mistyped = key
    return .press(.lap, key: key)
  }

  private mutating func press(_ button: Button, _ key: String) -> Action {
    last = key
    mistyped = nil
    return .press(button, key: key)
  }

  private mutating func pressForChosen(_ button: Button, _ effect: String) -> Action {
    guard let chosen else { return .explain("Choose a session with the arrows first: \(effect).") }
    return press(button, chosen)
  }

  /// Presses a button of the chosen session, or of that of the last press.
  private mutating func pressForLast(_ button: Button) -> Action {
    if chosen == nil, let key = mistyped {
      mistyped = nil
      let next = last.map { " Press u or r again to change session \($0)." } ?? ""
      return .explain("Key \(key) recorded nothing.\(next)")
    }
    guard let key = chosen ?? last else {
      return .explain("Choose a session with the arrows first: u and r change it.")
    }
    return press(button, key)
  }

  /// Chooses another session; beyond the first and the last one, none.
  private mutating func choose(_ key: Key, _ board: Board) {
    let keys = board.groups.flatMap(\.rows).map(\.bib)
    guard let chosen, let index = keys.firstIndex(of: chosen) else {
      chosen = key == .down ? keys.first : keys.last
      return
    }
    let next =
      switch key {
      case .up: index - 1
      case .pageUp: max(0, index - 10)
      case .pageDown: min(keys.count - 1, index + 10)
      case .home: 0
      case .end: keys.count - 1
      default: index + 1
      }
    self.chosen = keys.indices.contains(next) ? keys[next] : nil
  }
}
