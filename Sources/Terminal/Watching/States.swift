package import Signals
package import Timing

/// A session as of a reading: what a live screen knows, for those who print it.
package struct State: Sendable {
  package var board: Board
  package var reading: Reading
}

extension Signal where Element == Board {
  /// The states of a session: one when events have arrived, and one each time that its clock shows
  /// something else.
  ///
  /// - Parameters:
  ///   - now: what the clocks say.
  ///   - clockSteps: an element whenever the wall clock was set.
  ///   - scheduler: whose alarms wake it.
  /// - Returns: the states, the present one at once.
  package func states(
    now: @escaping () -> Reading, clockSteps: Signal<Void> = .never,
    on scheduler: any Scheduler
  ) -> Signal<State> {
    // What other sessions do is no part of a state.
    removeDuplicates { $0.session.summary.version == $1.session.summary.version }
      .refreshed(on: clockSteps)
      .map { board in
        Signal<State>.lasting(on: scheduler) {
          let reading = now()
          let present = Present(board.session.summary, at: reading)
          return (State(board: board, reading: reading), present.changesAfter)
        }
      }
      .switchToLatest()
  }
}
