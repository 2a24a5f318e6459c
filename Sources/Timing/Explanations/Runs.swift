import Text

/// The intervals in which the clock of a session ran, with the events at their ends.
///
/// The presses are judged once more, since the fold keeps places only.
struct Runs {
  private var runs: [(from: Explanation.Point, to: Explanation.Point?)] = []
  private var stopwatch: Stopwatch
  /// The completion of the plan by one of the presses.
  private(set) var finish: (finish: Stopwatch.Finish, lap: Int?)?

  /// Judges the presses of a session.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - last: the last press that counts, by its number in the order of arrival, from 0; nil: all.
  /// - Complexity: O(n) in the presses.
  init(_ session: Session, through last: Int? = nil) {
    var clock = ClockState(plan: session.summary.profile.plan)
    stopwatch = clock.stopwatch
    let judge = PressJudge(entries: session.entries, corrections: session.corrections)
    for press in session.presses.elements {
      _ = judge.apply(press, to: &clock)
      let point = Explanation.Point(place: press.place, origin: .event(press.index + 1))
      follow(clock.stopwatch, at: point)
      if press.index == last { break }
    }
  }

  /// Whether no start stands.
  var isEmpty: Bool { runs.isEmpty }

  /// The place of the start.
  var start: Explanation.Point? { runs.first?.from }

  private mutating func follow(_ next: Stopwatch, at point: Explanation.Point) {
    if stopwatch.finish == nil, let finish = next.finish {
      self.finish = (finish, finish.isLimit ? nil : point.version)
      close(
        at: Explanation.Point(
          place: finish.place, origin: finish.isLimit ? .limit : point.origin))
    } else if stopwatch.runningSince != nil, next.runningSince == nil {
      close(at: point)
    } else if stopwatch.runningSince == nil, next.runningSince != nil {
      runs.append((point, nil))
    }
    stopwatch = next
  }

  private mutating func close(at point: Explanation.Point) {
    guard let last = runs.indices.last, runs[last].to == nil else { return }
    runs[last].to = point
  }

  /// The terms of the running time at a point; empty without a start.
  func terms(to end: Explanation.Point) -> [Explanation.Term] {
    guard let start else { return [] }
    if end.place < start.place { return [Explanation.Term(from: start, to: end)] }
    return runs.filter { $0.from.place <= end.place }.map { run in
      let limit = stopwatch.limitPlace.map { Explanation.Point(place: $0, origin: .limit) }
      guard let to = run.to ?? limit, to.place < end.place else {
        return Explanation.Term(from: run.from, to: end)
      }
      return Explanation.Term(from: run.from, to: to)
    }
  }

  /// The completion of the plan at a point or before.
  func finish(through end: Explanation.Point) -> Explanation.Finish? {
    if let (finish, lap) = finish {
      guard finish.place <= end.place else { return nil }
      return Explanation.Finish(lap: lap, runningTime: finish.runningTime)
    }
    guard let place = stopwatch.limitPlace, place <= end.place, let limit = stopwatch.plan.limit
    else { return nil }
    return Explanation.Finish(lap: nil, runningTime: limit)
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
