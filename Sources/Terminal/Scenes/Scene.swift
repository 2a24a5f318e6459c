package import Timing

/// All that a screen shows at a time but the time itself.
package struct Scene: Sendable {
  package var board: Board
  package var desk = Desk()
  /// Why something was refused.
  package var message: String?
  /// The name form, while it is open.
  package var form: FormView?
  /// The boot time at which presses begin to be taken.
  package var holdOffEnd: Duration?
  /// Where a replay stands; nil on a live screen.
  package var replay: ReplayView?

  /// A live scene of a session.
  package init(_ board: Board) {
    self.board = board
  }

  /// How long presses are not yet taken.
  package func holdOff(at now: Reading) -> Duration {
    max(.zero, (holdOffEnd ?? .zero) - now.ticks)
  }
}

/// Where a replay stands, to be shown.
package struct ReplayView: Hashable, Sendable {
  /// How much was played, of how much there is.
  package var position: Duration
  package var length: Duration
  /// The number of the newest event played, of how many there are.
  package var event: Int
  package var events: Int
  package var speed: Speed
  package var isPaused: Bool

  package init(
    position: Duration, length: Duration, event: Int, events: Int, speed: Speed, isPaused: Bool
  ) {
    self.position = position
    self.length = length
    self.event = event
    self.events = events
    self.speed = speed
    self.isPaused = isPaused
  }
}

/// The name form as it is shown.
package struct FormView: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var title: String
    package var line: TextLine
  }

  package var entries: [Entry]
  /// Which of them is edited.
  package var focus: Int
}
