package import Signals
package import Timing

extension Signal {
  /// Draws frames of each element, the next one whenever the newest would look different.
  ///
  /// Between two frames nothing runs. The time is counted from after the drawing: an alarm is late
  /// by that much, and never early.
  ///
  /// - Parameters:
  ///   - scheduler: the scheduler of the alarms.
  ///   - draw: the frame of an element as of now, and how fast its time passes by the scheduler's
  ///     clock: 1 for a live screen, 0 while a replay is paused.
  /// - Returns: the frames.
  func frames(
    on scheduler: any Scheduler, _ draw: @escaping (Element) -> (frame: Frame, speed: Double)
  ) -> Signal<Frame> {
    map { element in
      Signal<Frame>.lasting(on: scheduler) {
        let (frame, speed) = draw(element)
        guard let delay = frame.changesAfter, speed > 0 else { return (frame, nil) }
        return (frame, speed == 1 ? delay : Swift.max(delay / speed, Frame.shortestInterval))
      }
    }
    .switchToLatest()
  }

  /// Repeats the newest element at each element of a trigger.
  ///
  /// ```
  /// self                        --a---b----
  /// trigger                     x---x---x-x
  /// repeatingLatest(on: trigger) --a-a-b-b-b
  /// ```
  /// It ends when both have ended.
  func repeatingLatest(on trigger: Signal<Void>) -> Signal {
    combineLatest(trigger.prepend(())).map { $0.0 }
  }
}

extension Signal where Element == SessionBoard {
  /// Takes snapshots of a session: one whenever events have arrived, and one whenever its clock
  /// shows something else.
  ///
  /// - Parameters:
  ///   - now: reads the clocks.
  ///   - clockSteps: an element whenever the wall clock was set.
  ///   - scheduler: the scheduler of the alarms.
  /// - Returns: the snapshots, the present one at once.
  package func snapshots(
    now: @escaping () -> Reading, clockSteps: Signal<Void> = .never, on scheduler: any Scheduler
  ) -> Signal<(board: SessionBoard, snapshot: Snapshot)> {
    // A change of other sessions gives no snapshot.
    removeDuplicates { $0.session.summary.version == $1.session.summary.version }
      .repeatingLatest(on: clockSteps)
      .map { board in
        Signal<(board: SessionBoard, snapshot: Snapshot)>.lasting(on: scheduler) {
          let snapshot = board.session.snapshot(at: now())
          return ((board, snapshot), snapshot.changesAfter)
        }
      }
      .switchToLatest()
  }
}
