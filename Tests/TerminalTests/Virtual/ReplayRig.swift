import Racing
import Signals
import Terminal
import Timing
import TimingTestSupport
import Text

/// A replay in virtual time, with a subject as its keyboard.
final class ReplayRig: ScreenRig {
  let scheduler = VirtualScheduler()
  let keyboard = Subject<KeyPress>()
  let tape: Tape
  let screen: ReplayScreen
  var frames: [Frame] = []
  var hasQuit = false
  private var subscriptions: [Subscription] = []

  init(
    _ track: TimingTestSupport.Track, columns: Int = 70, rows: Int = 8,
    speed: ReplaySpeed = .normal,
    course: CourseComparison? = nil, joined: [Tape.JoinedEvent] = []
  ) {
    tape = Tape(track.events, joined: joined)
    screen = ReplayScreen(
      tape, number: 1, course: course, range: .zero...tape.length, speed: speed,
      presses: keyboard.signal,
      sizes: .of(ScreenSize(columns: columns, rows: rows)), on: scheduler)
    subscriptions = [
      screen.frames.subscribe { [unowned self] in frames.append($0) },
      screen.quits.subscribe { [unowned self] in hasQuit = true },
    ]
  }

  let reading = Reading(
    clock: ClockID(rawValue: 0), ticks: .zero, recordedAt: Moment(nanosecondsSince1970: 0))

  func pass(_ span: Duration) { scheduler.advance(by: span) }

  func row(_ number: Int) -> String { frames.last?.rows[number].text ?? "" }
  var position: String { row(6).drop { $0 != " " }.trimmingPrefix("  ").description }
}
