import Signals
import Terminal
import Timing
import TimingTestSupport
import Text

/// A replay in virtual time: a tape, a keyboard that is a subject.
final class Deck {
  let scheduler = VirtualScheduler()
  let keyboard = Subject<KeyPress>()
  let tape: Tape
  let player: Player
  var frames: [Frame] = []
  var hasQuit = false
  private var held: [Subscription] = []

  init(_ track: Track, columns: Int = 70, speed: Speed = .normal) {
    tape = Tape(track.events)
    player = Player(
      tape, number: 1, range: .zero...tape.length, speed: speed, presses: keyboard.signal,
      sizes: .of(Size(columns: columns, rows: 8)), look: Look(), on: scheduler)
    held = [
      player.frames.subscribe { [unowned self] in frames.append($0) },
      player.quits.subscribe { [unowned self] in hasQuit = true },
    ]
  }

  func press(_ keys: Key...) {
    let reading = Reading(
      clock: ClockID(rawValue: 0), ticks: .zero, recordedAt: Moment(nanosecondsSince1970: 0))
    for key in keys { keyboard.send(KeyPress(key, at: reading)) }
  }

  func row(_ number: Int) -> String { frames.last?.rows[number].text ?? "" }
  var position: String { row(6).drop { $0 != " " }.trimmingPrefix("  ").description }
}
