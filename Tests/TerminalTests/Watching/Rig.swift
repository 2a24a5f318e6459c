import Signals
import Terminal
import Timing
import TimingTestSupport

/// A live screen in virtual time: a log that is a track, a keyboard that is a subject.
final class Rig {
  let scheduler = VirtualScheduler()
  var track = Track()
  let board: Relay<Board>
  let keyboard = Subject<KeyPress>()
  let size = Relay(Size(columns: 60, rows: 8))
  let clockSteps = Subject<Void>()
  var watch: Watch?
  var frames: [Frame] = []
  var hasQuit = false
  /// What every press is answered with, if it is refused whatever it is.
  var refusal: String?
  private var held: [Subscription] = []

  init(
    holdOff: Duration? = nil, countdown: Duration = Watch.defaultCountdown,
    _ begin: (inout Track) throws -> Void
  ) rethrows {
    try begin(&track)
    board = Relay(Board(number: 1, session: track.session))
    let watch = Watch(
      Watch.Log(
        boards: board.signal,
        perform: { [unowned self] command, delay, reading in
          if let refusal { return refusal }
          do throws(Refusal) {
            try track.perform(command, { .after(delay, $0) }, reading: reading)
          } catch {
            return "refused: \(error.kind)"
          }
          board.value = Board(number: 1, session: track.session)
          return nil
        },
        now: { [unowned self] in track.machine.reading }, clockSteps: clockSteps.signal),
      presses: keyboard.signal, sizes: size.signal, look: Look(),
      holdOffEnd: holdOff.map { track.machine.reading.ticks + $0 }, countdown: countdown,
      on: scheduler)
    self.watch = watch
    held = [
      watch.frames.subscribe { [unowned self] in frames.append($0) },
      watch.quits.subscribe { [unowned self] in hasQuit = true },
    ]
  }

  /// Lets time pass for clocks and alarms alike.
  func pass(_ span: Duration) {
    let end = scheduler.now + span
    while let next = scheduler.next, next <= end {
      track.pass(next - scheduler.now)
      scheduler.advance(to: next)
    }
    track.pass(end - scheduler.now)
    scheduler.advance(to: end)
  }

  /// Lets time pass as a suspended machine does: alarms run when it wakes.
  func sleep(_ span: Duration) {
    track.pass(span)
    scheduler.oversleep(to: scheduler.now + span)
  }

  /// Appends what another process wants, if it is not refused.
  func append(_ command: Command) {
    guard let event = try? track.perform(command) else { return }
    board.value = board.value.adding([event])
  }

  func press(_ keys: Key...) {
    for key in keys { keyboard.send(KeyPress(key, at: track.machine.reading)) }
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  var rows: [String] { frames.last?.rows.map(\.text) ?? [] }
  var kinds: [Event.Kind] { track.events.map(\.kind) }
}
