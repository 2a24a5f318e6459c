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
    /// Appends what a key asks for, to happen so long after the reading; why not, if it is refused.
    package var perform: (Command, _ delay: Duration, Reading) -> String?
    /// What the clocks say.
    package var now: () -> Reading
    /// An element whenever the wall clock was set.
    package var clockSteps: Signal<Void>

    package init(
      boards: Signal<Board>, perform: @escaping (Command, _ delay: Duration, Reading) -> String?,
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

  /// The length of the countdown that a key starts, where no other is asked for.
  package static let defaultCountdown = Duration.seconds(3)

  /// Why something was refused, and for how long that is shown.
  private struct Message {
    var text: String
    var time: Duration

    /// A message shown for as long as it takes to read it, but not longer than it is true.
    init(_ text: String, atMost bound: Duration?) {
      self.text = text
      let readingTime = max(.seconds(4), .milliseconds(60) * text.count)
      time = bound.map { min($0, readingTime) } ?? readingTime
    }
  }

  /// What the user does at the screen; set at once, so that no frame shows half of a change.
  private struct Front {
    var desk = Desk()
    /// Open while names are typed.
    var form: NameForm?
  }

  private let log: Log
  private let holdOffEnd: Duration?
  private let countdown: Duration
  private let front = Relay(Front())
  private let messages = Subject<Message?>()
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
  ///   - countdown: how long the countdown is that a key starts.
  ///   - scheduler: whose alarms wake it.
  package init(
    _ log: Log, presses: Signal<KeyPress>, sizes: Signal<Size>, look: Look,
    holdOffEnd: Duration?, countdown: Duration = Watch.defaultCountdown, on scheduler: any Scheduler
  ) {
    self.log = log
    self.holdOffEnd = holdOffEnd
    self.countdown = countdown
    let boards = log.boards.share(replay: 1)
    let fronts = front.signal
      .map { front in
        let views: Signal<FormView?> = front.form.map { $0.views.map { $0 } } ?? .of(nil)
        return views.map { (front.desk, $0) }
      }
      .switchToLatest()
    let told =
      messages.signal
      .map { message in
        guard let message else { return Signal<String?>.of(nil) }
        return Signal<Void>.timer(after: message.time, on: scheduler)
          .map { nil }.prepend(message.text)
      }
      .switchToLatest()
      .prepend(nil)
      .removeDuplicates()
    frames =
      boards.combineLatest(fronts, told)
      .map { [holdOffEnd] board, front, message in
        var scene = Scene(board)
        (scene.desk, scene.form) = front
        scene.message = message
        scene.holdOffEnd = holdOffEnd
        return scene
      }
      .combineLatest(sizes)
      .refreshed(on: log.clockSteps)
      .frames(look: look, now: log.now, on: scheduler)
      .map { [unowned self] frame in
        scrollLimit = frame.scrollLimit
        return frame
      }
    keys = presses.withLatest(from: boards).subscribe { [unowned self] in take($0, $1) }
  }

  private func take(_ press: KeyPress, _ board: Board) {
    var newDesk = front.value.desk
    if newDesk.mode != .naming { newDesk.holdScroll(within: scrollLimit) }
    let present = Present(board.session.summary, at: press.reading)
    let isHeldOff = holdOffEnd.map { press.reading.ticks < $0 } ?? false
    let action = newDesk.take(press, in: present.phase, isHeldOff: isHeldOff)
    let form = front.value.form
    switch action {
    case .nothing: show(newDesk)
    case .perform(let command, let reading):
      perform(command, reading, present)
      show(newDesk)
    case .startCountdown(let reading):
      perform(.start(Event.Start()), after: countdown, reading, present)
      show(newDesk)
    case .openForm: show(newDesk, NameForm(board.session.summary.profile.people.first))
    case .editForm(let key): form?.take(key)
    case .keepNames(let reading):
      // A form that cannot be kept stays open: nothing that was typed is lost.
      if let trouble = form?.trouble { return messages.send(Message(trouble, atMost: nil)) }
      show(newDesk)
      if let people = form?.people { perform(.identify(people), reading, present) }
    case .closeForm: show(newDesk)
    case .quit: quitting.send(())
    }
  }

  private func show(_ desk: Desk, _ form: NameForm? = nil) {
    guard desk != front.value.desk else { return }
    front.value = Front(desk: desk, form: form)
  }

  private func perform(
    _ command: Command, after delay: Duration = .zero, _ reading: Reading, _ present: Present
  ) {
    // A refusal in a countdown is true until the clock starts.
    let timeToGo = present.phase == .countdown ? .zero - present.runningTime : nil
    // What was refused before does not matter any more once something is taken.
    messages.send(log.perform(command, delay, reading).map { Message($0, atMost: timeToGo) })
  }
}
