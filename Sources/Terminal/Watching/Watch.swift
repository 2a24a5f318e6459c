package import Signals
package import Timing

/// The live screen of a session: keys and events in, frames and commands out.
///
/// All that it shows of the session comes from the log: a press that was taken is seen when its
/// event arrives, as everybody else's is.
package final class Watch {
  /// The way to the log.
  package struct Log {
    /// The session, whenever events have arrived.
    package var boards: Signal<Board>
    /// Appends what a key asks for; why not, if it is refused.
    package var perform: (Command, Reading) -> String?
    /// What the clocks say.
    package var now: () -> Reading
    /// An element whenever the clocks say something else than time alone has made of them.
    package var clockSteps: Signal<Void>

    package init(
      boards: Signal<Board>, perform: @escaping (Command, Reading) -> String?,
      now: @escaping () -> Reading, clockSteps: Signal<Void> = .never
    ) {
      self.boards = boards
      self.perform = perform
      self.now = now
      self.clockSteps = clockSteps
    }
  }

  /// The frames to be shown.
  package private(set) var frames = Signal<Frame>.never
  /// The user's wish to leave.
  package var quits: Signal<Void> { quitting.signal }

  private static let messageTime = Duration.seconds(4)

  private let log: Log
  private let holdOffEnd: Duration?
  private let desk = Relay(Desk())
  private let form = Relay<NameForm?>(nil)
  private let messages = Subject<String?>()
  private let quitting = Subject<Void>()
  private var scrollLimit = 0
  private var keys: Subscription?

  /// A live screen.
  ///
  /// - Parameters:
  ///   - log: the way to the log.
  ///   - presses: the keyboard.
  ///   - sizes: the size of the screen now, and whenever it changes.
  ///   - look: what the terminal can show.
  ///   - holdOffEnd: the boot time before which nothing but quit is taken; nil for none.
  ///   - scheduler: whose alarms wake it.
  package init(
    _ log: Log, presses: Signal<KeyPress>, sizes: Signal<Size>, look: Look,
    holdOffEnd: Duration?, on scheduler: any Scheduler
  ) {
    self.log = log
    self.holdOffEnd = holdOffEnd
    let boards = log.boards.share(replay: 1)
    let forms = form.signal
      .map { form in form.map { $0.views.map { $0 } } ?? Signal.of(nil) }
      .switchToLatest()
    let told =
      messages.signal
      .map { text in
        Signal<Void>.timer(after: Self.messageTime, on: scheduler).map { nil }.prepend(text)
      }
      .switchToLatest()
      .prepend(nil)
    frames =
      boards.combineLatest(desk.signal).combineLatest(forms).combineLatest(told)
      .map { [holdOffEnd] shown, message in
        var scene = Scene(shown.0.0)
        scene.desk = shown.0.1
        scene.form = shown.1
        scene.message = message
        scene.holdOffEnd = holdOffEnd
        return scene
      }
      .combineLatest(sizes)
      .anew(on: log.clockSteps)
      .frames(look: look, now: log.now, on: scheduler)
      .map { [unowned self] frame in
        scrollLimit = frame.scrollLimit
        return frame
      }
    keys = presses.withLatest(from: boards).subscribe { [unowned self] in take($0, $1) }
  }

  private func take(_ press: KeyPress, _ board: Board) {
    var newDesk = desk.value
    if newDesk.mode != .naming { newDesk.holdScroll(within: scrollLimit) }
    let present = Present(board.session.summary, at: press.reading)
    let isHeldOff = holdOffEnd.map { press.reading.ticks < $0 } ?? false
    let action = newDesk.take(press, in: present.phase, isHeldOff: isHeldOff)
    let hasChanged = newDesk != desk.value
    switch action {
    case .nothing: break
    case .perform(let command, let reading): perform(command, reading)
    case .openForm: form.value = NameForm(board.session.summary.profile.people.first)
    case .editForm(let key): form.value?.take(key)
    case .keepNames(let reading):
      if let people = form.value?.people { perform(.identify(people), reading) }
      form.value = nil
    case .closeForm: form.value = nil
    case .quit: quitting.send(())
    }
    if hasChanged { desk.value = newDesk }
  }

  private func perform(_ command: Command, _ reading: Reading) {
    if let reason = log.perform(command, reading) { messages.send(reason) }
  }
}

extension Board {
  /// How many entries its list has.
  package var entryCount: Int { session.laps.count + session.timestamps.count }
}
