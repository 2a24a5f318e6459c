package import Signals
package import Timing

/// A session as of a moment: what a live screen knows, for those who print it.
package struct State: Sendable {
  package var board: Board
  package var phase: Phase
  /// Negative in a countdown, nil while no start stands.
  package var runningTime: Duration?
}

extension Signal where Element == Board {
  /// The states of a session: one when events have arrived, and one each time that its clock shows
  /// something else.
  ///
  /// - Parameters:
  ///   - now: what the clocks say.
  ///   - scheduler: whose alarms wake it.
  /// - Returns: the states, the present one at once.
  package func states(
    now: @escaping () -> Reading, on scheduler: any Scheduler
  ) -> Signal<State> {
    map { board in
      Signal<State>.deferred {
        var clock = Sketch(
          Scene(board), at: now(), size: Size(columns: 1, rows: 1), look: Look())
        clock.noteTime()
        let summary = board.session.summary
        let state = State(
          board: board, phase: clock.present.phase,
          runningTime: summary.startedAt == nil ? nil : clock.present.runningTime)
        guard let wait = clock.canvas.frame.changesAfter else {
          return Signal<State>.never.prepend(state)
        }
        return Signal<Void>.timer(after: wait, on: scheduler).compactMap { nil }.prepend(state)
      }
      .repeated()
    }
    .switchToLatest()
  }
}
