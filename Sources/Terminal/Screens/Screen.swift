package import Live
package import Signals
import Racing
import Text
import Timing

/// A screen in a mode: keys and content in, frames and commands out.
package final class Screen {
  /// The frames to be shown.
  package let frames: Signal<Frame>
  /// An element when the user quits.
  package var quits: Signal<Void> { quitSubject.signal }
  /// An element when several sessions run, and the board of them can be shown instead.
  ///
  /// There is none while text is being typed or a key waits, nor on the screen of a race.
  package let yields: Signal<Void>
  /// The commands that the log could not record yet, in their order, with their sessions.
  package var waiting: [(command: KeyCommand, board: SessionBoard)] {
    guard let recorder else { return [] }
    return queue?.keys.map { ($0, recorder.board(of: $0)) } ?? []
  }

  /// The user's input so far.
  ///
  /// State and form change together, so that each frame shows both changes.
  private struct Input {
    var state = ScreenState()
    /// The name form while it is open.
    var form: NameForm?
  }

  private let mode: any ScreenMode
  private var recorder: (any RecordingMode)? { mode as? any RecordingMode }
  private let keyMap: KeyMap
  private var lastPress: KeyPress?
  private let input: Relay<Input>
  private let messages: Subject<ScreenMessage?>
  private let quitSubject = Subject<Void>()
  /// The boot time until which the refusal of a key that waited is shown.
  private var refusalEnd: Duration?
  private var queue: KeyQueue?
  private var held: [Subscription] = []

  /// Creates a screen; `sizes` has the size of the screen now, then each new one.
  ///
  /// On a board of several sessions, `key` is that of the chosen one.
  package init(
    _ mode: any ScreenMode, presses: Signal<KeyPress>, sizes: Signal<ScreenSize>,
    charset: Charset = .utf8, keyMap: KeyMap = KeyMap(), choosing key: Int? = nil,
    on scheduler: any Scheduler
  ) {
    self.mode = mode
    self.keyMap = keyMap
    var beginning = Input()
    beginning.state.chosen = key
    let (input, messages) = (Relay(beginning), Subject<ScreenMessage?>())
    (self.input, self.messages) = (input, messages)
    let waiting = Relay(String?.none)
    let scenes = mode.scenes.combineLatest(input.signal)
      .map { scene, input in
        var scene = scene
        scene.keyMap = keyMap.map(for: scene.board)
        (scene.state, scene.form) = (input.state, input.form?.view)
        return scene
      }
      .share(replay: 1)
    yields =
      scenes.combineLatest(waiting.signal)
      .map { scene, waiting in
        scene.board.severalRun && scene.board.race == nil && scene.board.timedPoint == nil
          && !scene.state.acceptsText && waiting == nil
      }
      .removeDuplicates()
      // Later, since this screen ends with it.
      .map { $0 ? Signal<Void>.timer(after: .zero, on: scheduler) : .never }
      .switchToLatest()
    frames =
      scenes.combineLatest(
        ScreenMessage.lasting(messages.signal, waiting: waiting.signal, on: scheduler)
      )
      .combineLatest(sizes)
      .repeatingLatest(on: mode.clockSteps)
      .frames(on: scheduler) { known, size in
        var scene = known.0
        scene.message = known.1?.text
        scene.messageStyle = known.1?.style ?? .bad
        let (now, speed) = mode.clocks()
        mode.update(&scene, at: now)
        return (Frame(scene, at: now, size: size, charset: charset), speed)
      }
      .share(replay: 1)
    if let recorder {
      let queue = KeyQueue(
        on: scheduler, append: recorder.append,
        answered: { [unowned self] in show($1, to: $0, isLate: true) })
      self.queue = queue
      held = [
        queue.text.subscribe { waiting.value = $0 },
        recorder.notes.subscribe { messages.send(ScreenMessage($0, style: .strong)) },
      ]
    }
    held.append(
      presses.withLatest(from: scenes.combineLatest(frames)).subscribe {
        [unowned self] press, known in
        handle(press, known.0, scrollLimit: known.1.scrollLimit)
      })
  }

  private func handle(_ press: KeyPress, _ known: Scene, scrollLimit: Int) {
    let now = recorder == nil ? mode.clocks().now : press.reading
    var (press, scene) = (press, known)
    mode.update(&scene, at: now)
    let takesDigits = scene.runners != nil || scene.board.timedPoint != nil
    if scene.state.page == .session, !(takesDigits && press.key.isDigit) {
      defer { lastPress = press }
      press.key = scene.keyMap.meaning(of: press.key, after: scene.state.undoQuestion)
      if scene.keyMap.isBounce(press, after: lastPress) { return }
    } else if scene.state.acceptsText {
      // The key that closes a prompt may bounce, too.
      lastPress = press
    }
    if scene.state.page != .nameForm { scene.state.limitScroll(to: scrollLimit) }
    var moment = KeyMoment(scene, at: now, key: press.key, waiting: queue?.keys ?? [])
    moment.handle()
    apply(moment)
  }

  /// Applies what a key has changed.
  ///
  /// The event of a command comes before the state, so that a prompt closes when its effect is shown.
  private func apply(_ moment: KeyMoment) {
    let (before, scene) = (input.value, moment.scene)
    var next = Input(state: moment.state)
    switch moment.action {
    case .none: update(next)
    case .quit: quitSubject.send(())
    case .explain(let text):
      update(next)
      messages.send(ScreenMessage(text))
    case .openForm:
      next.form = NameForm(scene.board.session.summary.profile.people.first)
      update(next)
    case .editForm(let key):
      before.form?.handle(key)
      input.value = before
    case .saveForm:
      guard let form = before.form else { break }
      // A form with an invalid name stays open, so that the user can correct it.
      if let error = form.validationError { return messages.send(ScreenMessage(error)) }
      update(next)
      // So does one whose name could not be saved.
      if !append(.identify(form.people), moment) { input.value = before }
    case .perform(let key):
      // Two crossings may be as close as two runners are.
      if case .race(.crossed) = key.command { lastPress = nil }
      if append(key, on: scene), key.isForNewSession {
        // Nothing of the old session is chosen in the new one, but it has the same people, and is
        // compared in the same way.
        next = Input()
        next.state.comparison = moment.state.comparison
        let people = scene.board.session.summary.profile.people
        if !people.isEmpty { _ = append(.identify(people), moment) }
      }
      update(next)
    case .play(let step):
      update(next)
      mode.play(step)
    }
  }

  private func update(_ next: Input) {
    if next.state != input.value.state { input.value = next }
  }

  private func append(_ command: Command, _ moment: KeyMoment) -> Bool {
    append(KeyCommand(command: command, reading: moment.now), on: moment.scene)
  }

  /// Appends a command, or lets it wait; returns false if it is refused.
  private func append(_ key: KeyCommand, on scene: Scene) -> Bool {
    guard let answer = queue?.add(key) else { return false }
    // A refusal in a countdown holds until the clock starts.
    let snapshot = scene.board.session.snapshot(at: key.reading)
    let timeToGo = snapshot.phase == .countdown ? .zero - snapshot.displayedTime : nil
    show(answer, to: key, atMost: timeToGo)
    if case .refused = answer { return false }
    return true
  }

  /// Tries again to append the commands that wait.
  package func retry() { queue?.retry() }

  private func show(
    _ answer: AppendAnswer, to key: KeyCommand, isLate: Bool = false, atMost bound: Duration? = nil
  ) {
    let now = mode.clocks().now.ticks
    switch answer {
    case .waiting: messages.send(nil)
    case .refused(let text):
      let message = ScreenMessage(text, atMost: bound)
      messages.send(message)
      refusalEnd = isLate ? now + message.time : nil
    case .appended(let event, let note):
      // A command that succeeds removes an older message, unless a key that waited was refused.
      if let refusalEnd, now < refusalEnd { return }
      let text = recorder?.message(after: key, event, note: note)
      messages.send(text.map { ScreenMessage($0, style: .strong) })
    }
  }
}

extension Signal {
  /// Draws frames of each element, whenever the frame changes.
  ///
  /// `draw` also returns the speed of the element's time relative to the scheduler's clock: 1 for a
  /// live screen, 0 while a replay is paused. Between two frames nothing runs. The time is measured
  /// from the end of the drawing, so that an alarm is late by the time of the drawing, but never
  /// early.
  func frames(
    on scheduler: any Scheduler, _ draw: @escaping (Element) -> (frame: Frame, speed: Double)
  ) -> Signal<Frame> {
    map { element in
      Signal<Frame>.lasting(on: scheduler) {
        let (frame, speed) = draw(element)
        guard let delay = frame.changesAfter, speed > 0 else { return (frame, nil) }
        return (frame, speed == 1 ? delay : Swift.max(delay / speed, Frame.shortestInterval))
      }
    }
    .switchToLatest()
  }
}
