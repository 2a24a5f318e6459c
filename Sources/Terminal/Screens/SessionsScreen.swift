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
  /// The commands that the log could not record yet, in their order, with their sessions.
  package var waiting: [(command: LiveScreen.KeyCommand, board: SessionBoard)] {
    queue?.keys.map { ($0.command, $0.board) } ?? []
  }

  private struct QueuedKey {
    var command: LiveScreen.KeyCommand
    var board: SessionBoard
    /// Returns the note on its event, if the log has none.
    var otherNote: (EventID) -> String?
  }

  private let log: Log
  private let keyMap: KeyMap
  private let input: Relay<SessionsMode>
  private let messages: Subject<ScreenMessage?>
  private let quitSubject = Subject<Void>()
  private var newest: [SessionBoard] = []
  private var lastPress: KeyPress?
  /// The boot time until which the refusal of a key that waited is shown.
  private var refusalEnd: Duration?
  private var queue: KeyQueue<QueuedKey>?
  /// The question whether undo is to take back the start of the session with a key.
  private var undoQuestion: (key: String, question: UndoQuestion)?
  private var held: [Subscription] = []

  /// Creates a screen of several sessions; `sizes` has the size of the screen now, then each new
  /// one.
  package init(
    _ log: Log, presses: Signal<KeyPress>, sizes: Signal<ScreenSize>, charset: Charset = .utf8,
    keyMap: KeyMap = KeyMap(), choosing session: Int? = nil, on scheduler: any Scheduler
  ) {
    self.log = log
    self.keyMap = keyMap
    let (input, messages) = (Relay(SessionsMode()), Subject<ScreenMessage?>())
    (self.input, self.messages) = (input, messages)
    let boards = log.boards.share(replay: 1)
    let memo = SessionsMemo()
    let waiting = Relay(String?.none)
    frames =
      boards.combineLatest(
        input.signal,
        ScreenMessage.lasting(messages.signal, waiting: waiting.signal, on: scheduler)
      )
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
    let queue = KeyQueue<QueuedKey>(
      on: scheduler, append: { log.append($0.command, $0.board) },
      answered: { [unowned self] in show($1, to: $0, isLate: true) })
    self.queue = queue
    held = [
      queue.text.subscribe { waiting.value = $0 },
      boards.subscribe { [unowned self] in newest = $0 },
      presses.withLatest(from: frames).subscribe { [unowned self] press, frame in
        handle(press, scrollLimit: frame.scrollLimit)
      },
    ]
    if let index = newest.firstIndex(where: { $0.number == session && session != nil }) {
      input.value.chosen = "\(index + 1)"
    }
  }

  private func handle(_ press: KeyPress, scrollLimit: Int) {
    var (mode, press) = (input.value, press)
    if !press.key.isDigit {
      defer { lastPress = press }
      press.key = keyMap.meaning(of: press.key, after: undoQuestion?.question)
      if keyMap.isBounce(press, after: lastPress) { return }
    }
    if answerUndo(press) { return }
    mode.screen.limitScroll(to: scrollLimit)
    let board = Board(newest.tracks, at: press.reading)
    let action = mode.handle(press.key, board)
    if mode != input.value { input.value = mode }
    switch action {
    case .none: break
    case .quit: quitSubject.send(())
    case .explain(let text): messages.send(ScreenMessage(keyMap.withChosenKeys(in: text)))
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
      case .main: board.mainCommand(in: phase(of: board, at: reading))
      }
    append(command, of: board, reading) { [unowned self] event in
      switch button {
      case .lap: self.lapNote(event, key, index, reading)
      case .undo, .redo: self.reversalNote(button, key, index, reading)
      case .main: nil
      }
    }
  }

  /// The phase of a session once the keys that wait have their events.
  private func phase(of board: SessionBoard, at reading: Reading) -> Phase {
    waiting.filter { $0.board.number == board.number }
      .reduce(board.session.summary.phase(at: reading)) { $1.command.phase(after: $0) }
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

  /// Takes back the start of a session if a key says yes to the question; returns whether it did.
  private func answerUndo(_ press: KeyPress) -> Bool {
    guard let (key, question) = undoQuestion else { return false }
    undoQuestion = nil
    guard let index = Int(key).map({ $0 - 1 }), newest.indices.contains(index) else { return false }
    let board = newest[index]
    let start = board.startToUndo(in: board.session.summary.phase(at: press.reading))
    guard question.isAnswered(by: press, start) else { return false }
    append(.undo, of: board, press.reading) { [unowned self] _ in
      self.reversalNote(.undo, key, index, press.reading)
    }
    return true
  }

  /// Appends a command, and shows its note, else that of a closure.
  private func append(
    _ command: Command, of board: SessionBoard, _ reading: Reading,
    otherNote: @escaping (EventID) -> String?
  ) {
    let key = QueuedKey(
      command: LiveScreen.KeyCommand(command: command, reading: reading), board: board,
      otherNote: otherNote)
    if let answer = queue?.add(key) { show(answer, to: key) }
  }

  /// Tries again to append the commands that wait.
  package func retry() { queue?.retry() }

  private func show(_ answer: LiveScreen.AppendAnswer, to key: QueuedKey, isLate: Bool = false) {
    switch answer {
    case .waiting: messages.send(nil)
    case .refused(let text):
      let message = ScreenMessage(text)
      messages.send(message)
      refusalEnd = isLate ? log.now().ticks + message.time : nil
    case .appended(let event, let note):
      // The refusal of a key that waited stays.
      if let refusalEnd, log.now().ticks < refusalEnd { return }
      let text = note ?? key.otherNote(event)
      messages.send(text.map { ScreenMessage($0, style: .strong) })
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
