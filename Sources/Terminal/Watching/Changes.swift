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
  ///   - clockSteps: an element whenever they say something else than time alone has made of them.
  ///   - scheduler: whose alarms wake it.
  /// - Returns: the states, the present one at once.
  package func states(
    now: @escaping () -> Reading, clockSteps: Signal<Void> = .never,
    on scheduler: any Scheduler
  ) -> Signal<State> {
    anew(on: clockSteps).map { board in
      Signal<State>.deferred {
        var clock = Sketch(
          Scene(board), at: now(), size: Size(columns: 1, rows: 1), look: Look())
        clock.noteTime()
        let state = State(board: board, reading: clock.present.reading)
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
