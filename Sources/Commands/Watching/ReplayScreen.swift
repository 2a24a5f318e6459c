import EventLog
import Terminal
import Timing

/// A past session on a live screen, as it happened.
struct ReplayScreen {
  /// The number of the session, and its events in the order of their arrival.
  var session: Int
  var events: [Event]
  var speed: Speed
  /// The running times from which it plays, and at which it pauses.
  var from: Duration?
  var to: Duration?
  /// Whether waits stay as long as they were while the clock stood.
  var keepsGaps = false

  /// Plays it until the user leaves.
  func run(_ context: Context) throws {
    let tape = Tape(events, keepsGaps: keepsGaps)
    let begin = from.map { tape.position(ofRunningTime: $0) ?? tape.length } ?? .zero
    let end = to.flatMap { tape.position(ofRunningTime: $0) } ?? tape.length
    let world = context.world
    // Keys of a replay append nothing: which number the log has for the clock does not matter.
    let stand = try TerminalStand(context) { world.instant().reading(ClockID(rawValue: 0)) }
    let player = Player(
      tape, number: session, range: begin...max(begin, end), speed: speed,
      presses: stand.stage.presses, sizes: stand.stage.sizes, look: stand.look, on: stand.loop)
    let ending = stand.stage.run(player.frames, until: player.quits)
    withExtendedLifetime(player) {}
    try ending.end()
  }
}
