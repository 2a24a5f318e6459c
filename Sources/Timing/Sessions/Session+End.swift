public import Text

extension Session {
  /// The wall-clock time of the finish, or of the stop while the clock is stopped; nil while it runs,
  /// and without a start.
  ///
  /// A limit finishes a session at the next press: until then the session runs here.
  ///
  /// - Complexity: O(n) in the presses.
  public var endedAt: Moment? {
    let stopwatch = summary.stopwatch
    if let finish = stopwatch.finish {
      guard !finish.isLimit else { return moment(at: finish.place) }
      return laps.last { $0.event == summary.lastLap }?.at
    }
    guard stopwatch.stoppedAt != nil else { return nil }
    var stop: Int?
    for press in presses.elements where entries[press.index].event.kind.role == .stop {
      stop = press.index
    }
    return stop.flatMap { self.moment($0)?.at }
  }
}
