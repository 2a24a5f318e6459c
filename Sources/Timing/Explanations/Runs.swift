import Text

/// The intervals in which the clock of a session ran, with the events at their ends.
struct Runs {
  private let runs: [(from: Explanation.Point, to: Explanation.Point?)]
  private let clock: ClockState

  /// Reads the intervals that the steps over the presses of a session recorded.
  ///
  /// - Complexity: O(n) in the intervals.
  init(_ session: Session) {
    let clock = session.summary.clock
    self.clock = clock
    func point(_ place: Duration, _ press: Int) -> Explanation.Point {
      Explanation.Point(place: place, origin: .event(session.presses[press].number + 1))
    }
    runs = session.intervals.all.map { interval in
      let from = point(interval.from, interval.first)
      guard let place = interval.to, let last = interval.last else { return (from, nil) }
      let isLimit = clock.stopwatch.finish.map { $0.isLimit && $0.place == place } ?? false
      return (from, isLimit ? Explanation.Point(place: place, origin: .limit) : point(place, last))
    }
  }

  /// The terms of the running time at a point; empty without a start.
  func terms(to end: Explanation.Point) -> [Explanation.Term] {
    guard let start = runs.first?.from else { return [] }
    if end.place < start.place { return [Explanation.Term(from: start, to: end)] }
    let limit = clock.stopwatch.limitPlace.map { Explanation.Point(place: $0, origin: .limit) }
    return runs.filter { $0.from.place <= end.place }.map { run in
      let to = (run.to ?? limit).flatMap { $0.place < end.place ? $0 : nil } ?? end
      return Explanation.Term(from: run.from, to: to)
    }
  }

  /// The completion of the plan at a point or before.
  func finish(through end: Explanation.Point) -> Explanation.Finish? {
    var stopwatch = clock.stopwatch
    stopwatch.finishByLimit(through: end.place)
    guard let finish = stopwatch.finish, finish.place <= end.place else { return nil }
    return Explanation.Finish(
      lap: finish.isLimit ? nil : clock.lastLap, runningTime: finish.runningTime)
  }
}

extension Explanation.Point {
  /// The number of the event within the session; nil for another origin.
  var version: Int? {
    switch origin {
    case .event(let version): version
    case .limit, .now: nil
    }
  }
}
