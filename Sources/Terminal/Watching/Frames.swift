package import Signals
package import Timing

extension Signal where Element == (Scene, Size) {
  /// The frames of scenes: one when the scene changes, and one each time that time changes what it
  /// shows.
  ///
  /// Between two frames nothing runs: the next alarm is set for the moment at which the frame will
  /// look different, to the nanosecond.
  ///
  /// - Parameters:
  ///   - look: what the terminal can show.
  ///   - now: what the clocks say.
  ///   - scheduler: whose alarms wake it.
  ///   - pace: how fast `now` goes by the scheduler's clock; zero while it stands.
  ///   - fresh: brings a scene up to date that time has passed for.
  /// - Returns: the frames, that of the present scene at once.
  package func frames(
    look: Look, now: @escaping () -> Reading, on scheduler: any Scheduler,
    pace: @escaping () -> Double = { 1 }, fresh: @escaping (Scene) -> Scene = { $0 }
  ) -> Signal<Frame> {
    map { scene, size in
      // The time is counted from after the reading: a wake-up is late by that, never early.
      Signal<Frame>.lasting(on: scheduler) {
        let frame = Frame(fresh(scene), at: now(), size: size, look: look)
        return (frame, Self.wait(frame.changesAfter, pace()))
      }
    }
    .switchToLatest()
  }

  private static func wait(_ span: Duration?, _ pace: Double) -> Duration? {
    guard let span, pace > 0 else { return nil }
    return pace == 1 ? span : Swift.max(span / pace, Frame.shortestWait)
  }
}

extension Frame {
  /// No eye follows more frames a second than 30; a live clock shows ten.
  static let shortestWait = Duration.milliseconds(33)
}
