import Racing
package import Signals
import Text
import Timing

/// The live screen of a session: keys and events in, frames and commands out.
///
/// It shows the state of the log: the effect of a key appears when its event arrives, as with
/// events of other processes.
package final class LiveScreen {
  /// The frames to be shown.
  package let frames: Signal<Frame>
  /// An element when the user quits.
  package var quits: Signal<Void> { quitSubject.signal }
  /// An element when several sessions run, and the board of them can be shown instead.
  ///
  /// There is none while text is being typed or a key waits, nor on the screen of a race.
  package let yields: Signal<Void>
  /// The commands that the log could not record yet, in their order.
  package var waiting: [KeyCommand] { queue?.keys ?? [] }

  /// The default length of the countdown that a key starts.
  package static let defaultCountdown = Duration.seconds(3)

  /// The user's input so far.
  ///
  /// Mode and form change together, so that each frame shows both changes.
  private struct Input {
    var mode = ScreenMode()
    /// The name form while it is open.
    var form: NameForm?
  }

  private let log: Log
  private let holdOffEnd: Duration?
  private let countdown: Duration
  private let keyMap: KeyMap
  private var lastPress: KeyPress?
  private let input: Relay<Input>
  private let messages: Subject<ScreenMessage?>
  private let quitSubject = Subject<Void>()
  /// The boot time until which the refusal of a key that waited is shown.
  private var refusalEnd: Duration?
  private var keys: Subscription?
  private var arrivals: Subscription?
  private var counts: Subscription?
  private let memo: BoardMemo
  /// The session and its race as of the last events.
  private var newest: (board: SessionBoard, runners: Board?)?
  /// Whether a key's event is being appended, whose note says what it changed.
  private var isAppending = false
  /// The session and its race before that event.
  private var beforeAppend: (board: SessionBoard, runners: Board?)?
  private var queue: KeyQueue<KeyCommand>?

  /// Creates a live screen; `sizes` has the size of the screen now, then each new one.
  ///
  /// Until the boot time `holdOffEnd`, only quit works. `countdown` is the length of the countdown
  /// that a key starts.
  package init(
    _ log: Log, presses: Signal<KeyPress>, sizes: Signal<ScreenSize>, charset: Charset = .utf8,
    holdOffEnd: Duration?, countdown: Duration = LiveScreen.defaultCountdown,
    keyMap: KeyMap = KeyMap(), on scheduler: any Scheduler
  ) {
    self.log = log
    self.holdOffEnd = holdOffEnd
    self.countdown = countdown
    self.keyMap = keyMap
    let (input, messages, memo) = (Relay(Input()), Subject<ScreenMessage?>(), BoardMemo())
    (self.input, self.messages, self.memo) = (input, messages, memo)
    let boards = log.boards.share(replay: 1)
    let waiting = Relay(String?.none)
    let inputs = input.signal
      .map { input in
        let views: Signal<NameForm.View?> = input.form.map { $0.views.map { $0 } } ?? .of(nil)
        return views.map { (input.mode, $0) }
      }
      .switchToLatest()
    yields =
      boards.combineLatest(input.signal, waiting.signal)
      .map { board, input, waiting in
        board.severalRun && board.race == nil && board.timedPoint == nil
          && !input.mode.acceptsText && waiting == nil
      }
      .removeDuplicates()
      // Later, since this screen ends with it.
      .map { $0 ? Signal<Void>.timer(after: .zero, on: scheduler) : .never }
      .switchToLatest()
    frames =
      boards.combineLatest(
        inputs, ScreenMessage.lasting(messages.signal, waiting: waiting.signal, on: scheduler)
      )
      .map { board, input, message in
        var scene = Scene(board)
        scene.keyMap = keyMap.map(for: board)
        (scene.mode, scene.form) = input
        scene.message = message?.text
        scene.messageStyle = message?.style ?? .bad
        scene.holdOffEnd = holdOffEnd
        return scene
      }
      .combineLatest(sizes)
      .repeatingLatest(on: log.clockSteps)
      .frames(on: scheduler) { scene, size in
        let now = log.now()
        var scene = scene
        scene.runners = memo.board(of: scene.board, at: now)
        return (Frame(scene, at: now, size: size, charset: charset), speed: 1)
      }
      .share(replay: 1)
    let queue = KeyQueue<KeyCommand>(
      on: scheduler, append: { [unowned self] in perform($0) },
      answered: { [unowned self] in show($1, to: $0, isLate: true) })
    self.queue = queue
    counts = queue.text.subscribe { waiting.value = $0 }
    arrivals = boards.subscribe { [unowned self] in receive($0) }
    keys = presses.withLatest(from: boards.combineLatest(frames)).subscribe {
      [unowned self] press, known in
      handle(press, known.0, scrollLimit: known.1.scrollLimit)
    }
  }

  /// Says what corrections of others changed in a race.
  private func receive(_ board: SessionBoard) {
    let before = newest
    guard board.race != nil else { return newest = (board, nil) }
    let runners = memo.board(of: board, at: log.now())
    newest = (board, runners)
    guard !isAppending, let before, let ranked = before.runners, let runners,
      before.board.session.uid == board.session.uid
    else { return }
    let known = before.board.session.summary.version
    let notes = RaceNotes(
      before: ranked, after: runners, session: board.session, times: board.times)
    guard let text = notes.text(of: board.session.events.dropFirst(known)) else { return }
    messages.send(ScreenMessage(text, style: .strong))
  }

  private func handle(_ press: KeyPress, _ board: SessionBoard, scrollLimit: Int) {
    var mode = input.value.mode
    var press = press
    let runners = memo.board(of: board, at: press.reading)
    let takesDigits = runners != nil || board.timedPoint != nil
    if mode.page == .session, !(takesDigits && press.key.isDigit) {
      defer { lastPress = press }
      press.key = keyMap.map(for: board).meaning(of: press.key, after: mode.undoQuestion)
      if keyMap.isBounce(press, after: lastPress) { return }
    } else if mode.acceptsText {
      // The key that closes a prompt may bounce, too.
      lastPress = press
    }
    if mode.page != .nameForm { mode.limitScroll(to: scrollLimit) }
    let snapshot = board.session.snapshot(at: press.reading)
    // Keys that wait count as pressed.
    let phase = waiting.reduce(snapshot.phase) { $1.phase(after: $0) }
    let isHeldOff = holdOffEnd.map { press.reading.ticks < $0 } ?? false
    let action =
      if let runners {
        mode.handle(
          press, on: board, runners: runners, in: phase, isHeldOff: isHeldOff)
      } else {
        mode.handle(press, on: board, in: phase, isHeldOff: isHeldOff)
      }
    // Two crossings may be as close as two runners are.
    if case .perform(.race(.crossed), _) = action { lastPress = nil }
    let form = input.value.form
    switch action {
    case .none: update(mode)
    case .perform(let command, let reading):
      append(KeyCommand(command, on: board, reading), snapshot)
      update(mode)
    case .startCountdown(let start, let reading):
      append(KeyCommand(.start(start), on: board, after: countdown, reading), snapshot)
      update(mode)
    case .startNext(let isCountdown, let reading):
      let next = KeyCommand(
        command: .start(Event.Start(next: snapshot.summary.profile)), isForNewSession: true,
        delay: isCountdown ? countdown : .zero, reading: reading)
      let people = snapshot.summary.profile.people
      if append(next, snapshot) {
        // Nothing of the old session is chosen in the new one.
        mode = ScreenMode()
        if !people.isEmpty, let newest {
          append(KeyCommand(.identify(people), on: newest.board, reading), snapshot)
        }
      }
      update(mode)
    case .explain(let text):
      update(mode)
      messages.send(ScreenMessage(text))
    case .openForm: update(mode, NameForm(board.session.summary.profile.people.first))
    case .editForm(let key): form?.handle(key)
    case .saveForm(let reading):
      // A form with an invalid name stays open, so that the user can correct it.
      if let error = form?.validationError { return messages.send(ScreenMessage(error)) }
      let opened = input.value
      update(mode)
      // So does one whose name could not be saved.
      if let people = form?.people,
        !append(KeyCommand(.identify(people), on: board, reading), snapshot)
      {
        input.value = opened
      }
    case .closeForm: update(mode)
    case .quit: quitSubject.send(())
    }
  }

  private func update(_ mode: ScreenMode, _ form: NameForm? = nil) {
    guard mode != input.value.mode else { return }
    input.value = Input(mode: mode, form: form)
  }

  /// Appends a command, or lets it wait; returns false if it is refused.
  @discardableResult
  private func append(_ command: KeyCommand, _ snapshot: Snapshot) -> Bool {
    guard let answer = queue?.add(command) else { return false }
    // A refusal in a countdown holds until the clock starts.
    let timeToGo = snapshot.phase == .countdown ? .zero - snapshot.displayedTime : nil
    show(answer, to: command, atMost: timeToGo)
    if case .refused = answer { return false }
    return true
  }

  /// Tries again to append the commands that wait.
  package func retry() { queue?.retry() }

  private func perform(_ command: KeyCommand) -> AppendAnswer {
    beforeAppend = newest
    isAppending = true
    defer { isAppending = false }
    return log.append(command)
  }

  private func show(
    _ answer: AppendAnswer, to command: KeyCommand, isLate: Bool = false,
    atMost bound: Duration? = nil
  ) {
    switch answer {
    case .waiting: messages.send(nil)
    case .refused(let text):
      let message = ScreenMessage(text, atMost: bound)
      messages.send(message)
      refusalEnd = isLate ? log.now().ticks + message.time : nil
    case .appended(let event, var note):
      if !command.isForNewSession, let before = beforeAppend, let ranked = before.runners,
        let after = newest, let runners = after.runners,
        before.board.session.uid == after.board.session.uid
      {
        let session = after.board.session
        var notes = RaceNotes(
          before: ranked, after: runners, session: session, times: after.board.times)
        notes.canAssign = after.board.timedPoint == nil
        note = notes.text(
          of: command.command, note, event,
          arrived: session.events.dropFirst(before.board.session.summary.version))
      }
      // A command that succeeds removes an older message, unless a key that waited was refused.
      if let refusalEnd, log.now().ticks < refusalEnd { return }
      messages.send(note.map { ScreenMessage($0, style: .strong) })
    }
  }
}

extension LiveScreen.KeyCommand {
  /// A command for the session of a board; without one, a start is for a new session.
  fileprivate init(
    _ command: Command, on board: SessionBoard, after delay: Duration = .zero, _ reading: Reading
  ) {
    var isStart = false
    if case .start = command { isStart = true }
    self.init(
      command: command, isForNewSession: isStart && board.number == nil, delay: delay,
      reading: reading)
  }
}

extension Event.Start {
  /// The start of a session like another one: with its name, tags and rules.
  fileprivate init(next profile: Profile) {
    self.init(name: profile.name, tags: profile.tags, plan: profile.plan)
  }
}
