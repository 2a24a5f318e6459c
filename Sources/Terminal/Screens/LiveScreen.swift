package import Signals
package import Timing

/// The live screen of a session: keys and events in, frames and commands out.
///
/// It shows the state of the log: the effect of a key appears when its event arrives, as with
/// events of other processes.
package final class LiveScreen {
  /// The log of the session, as the screen uses it.
  package struct Log {
    /// The session, whenever events have arrived.
    package var boards: Signal<SessionBoard>
    /// Appends a command at a delay after a reading; returns the reason if it fails.
    package var append: (Command, _ delay: Duration, Reading) -> String?
    /// Reads the clocks.
    package var now: () -> Reading
    /// An element whenever the wall clock was set.
    package var clockSteps: Signal<Void>

    package init(
      boards: Signal<SessionBoard>,
      append: @escaping (Command, _ delay: Duration, Reading) -> String?,
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

  /// The default length of the countdown that a key starts.
  package static let defaultCountdown = Duration.seconds(3)

  /// The reason of a refusal, with the time for which it is shown.
  private struct Message {
    var text: String
    var time: Duration

    /// Creates a message that is shown long enough to be read, but at most for `bound`.
    init(_ text: String, atMost bound: Duration? = nil) {
      self.text = text
      let readingTime = max(.seconds(4), .milliseconds(60) * text.count)
      time = bound.map { min($0, readingTime) } ?? readingTime
    }
  }

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
  private let input: Relay<Input>
  private let messages: Subject<Message?>
  private let quitSubject = Subject<Void>()
  private var keys: Subscription?

  /// Creates a live screen.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - presses: the keys pressed.
  ///   - sizes: the size of the screen now, then each new one.
  ///   - charset: the characters that the terminal can show.
  ///   - holdOffEnd: the boot time until which only quit works; nil for no hold-off.
  ///   - countdown: the length of the countdown that a key starts.
  ///   - scheduler: the scheduler of the alarms.
  package init(
    _ log: Log, presses: Signal<KeyPress>, sizes: Signal<ScreenSize>, charset: Charset = .utf8,
    holdOffEnd: Duration?, countdown: Duration = LiveScreen.defaultCountdown,
    on scheduler: any Scheduler
  ) {
    self.log = log
    self.holdOffEnd = holdOffEnd
    self.countdown = countdown
    let (input, messages) = (Relay(Input()), Subject<Message?>())
    (self.input, self.messages) = (input, messages)
    let boards = log.boards.share(replay: 1)
    let inputs = input.signal
      .map { input in
        let views: Signal<NameForm.View?> = input.form.map { $0.views.map { $0 } } ?? .of(nil)
        return views.map { (input.mode, $0) }
      }
      .switchToLatest()
    frames =
      boards.combineLatest(inputs, Self.texts(messages.signal, on: scheduler))
      .map { board, input, message in
        var scene = Scene(board)
        (scene.mode, scene.form) = input
        scene.message = message
        scene.holdOffEnd = holdOffEnd
        return scene
      }
      .combineLatest(sizes)
      .repeatingLatest(on: log.clockSteps)
      .frames(on: scheduler) { scene, size in
        (Frame(scene, at: log.now(), size: size, charset: charset), speed: 1)
      }
      .share(replay: 1)
    keys = presses.withLatest(from: boards.combineLatest(frames)).subscribe {
      [unowned self] press, known in
      handle(press, known.0, scrollLimit: known.1.scrollLimit)
    }
  }

  /// The text of the newest message; nil when its time is over.
  private static func texts(
    _ messages: Signal<Message?>, on scheduler: any Scheduler
  ) -> Signal<String?> {
    messages
      .map { message in
        guard let message else { return Signal<String?>.of(nil) }
        return Signal<Void>.timer(after: message.time, on: scheduler)
          .map { nil }.prepend(message.text)
      }
      .switchToLatest()
      .prepend(nil)
      .removeDuplicates()
  }

  private func handle(_ press: KeyPress, _ board: SessionBoard, scrollLimit: Int) {
    var mode = input.value.mode
    if mode.page != .nameForm { mode.limitScroll(to: scrollLimit) }
    let snapshot = board.session.snapshot(at: press.reading)
    let isHeldOff = holdOffEnd.map { press.reading.ticks < $0 } ?? false
    let action = mode.handle(press, in: snapshot.phase, isHeldOff: isHeldOff)
    let form = input.value.form
    switch action {
    case .none: update(mode)
    case .perform(let command, let reading):
      append(command, reading, snapshot)
      update(mode)
    case .startCountdown(let reading):
      append(.start(Event.Start()), after: countdown, reading, snapshot)
      update(mode)
    case .openForm: update(mode, NameForm(board.session.summary.profile.people.first))
    case .editForm(let key): form?.handle(key)
    case .saveForm(let reading):
      // A form with an invalid name stays open, so that the user can correct it.
      if let error = form?.validationError { return messages.send(Message(error)) }
      update(mode)
      if let people = form?.people { append(.identify(people), reading, snapshot) }
    case .closeForm: update(mode)
    case .quit: quitSubject.send(())
    }
  }

  private func update(_ mode: ScreenMode, _ form: NameForm? = nil) {
    guard mode != input.value.mode else { return }
    input.value = Input(mode: mode, form: form)
  }

  private func append(
    _ command: Command, after delay: Duration = .zero, _ reading: Reading, _ snapshot: Snapshot
  ) {
    // A refusal in a countdown holds until the clock starts.
    let timeToGo = snapshot.phase == .countdown ? .zero - snapshot.displayedTime : nil
    // A command that succeeds removes an older message.
    messages.send(log.append(command, delay, reading).map { Message($0, atMost: timeToGo) })
  }
}
