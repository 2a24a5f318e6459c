package import Timing

/// The content of a screen at any time: everything but the time itself.
package struct Scene: Sendable {
  package var board: SessionBoard
  package var mode = ScreenMode()
  /// The message line: why something was refused.
  package var message: String?
  /// The name form while it is open.
  package var form: NameForm.View?
  /// The boot time at which the hold-off of the keys ends.
  package var holdOffEnd: Duration?
  /// The state of a replay; nil on a live screen.
  package var replay: Replay?

  /// The state of a replay, to be drawn.
  package struct Replay: Hashable, Sendable {
    /// The position on the tape.
    package var position: Duration
    /// The length of the tape.
    package var length: Duration
    /// The number of events played so far.
    package var event: Int
    /// The number of events on the tape.
    package var events: Int
    package var speed: ReplaySpeed
    package var isPaused: Bool

    package init(
      position: Duration, length: Duration, event: Int, events: Int, speed: ReplaySpeed,
      isPaused: Bool
    ) {
      self.position = position
      self.length = length
      self.event = event
      self.events = events
      self.speed = speed
      self.isPaused = isPaused
    }

    /// Whether the position is the end of the tape.
    package var isAtEnd: Bool { position >= length }
  }

  /// Makes the scene of a live session.
  package init(_ board: SessionBoard) {
    self.board = board
  }

  /// The rest of the hold-off; zero when keys are handled.
  package func holdOff(at now: Reading) -> Duration {
    max(.zero, (holdOffEnd ?? .zero) - now.ticks)
  }
}
