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
