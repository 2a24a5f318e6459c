/// What a stopwatch shows at a place that is not before its latest event.
extension Stopwatch {
  /// Where the limit is reached if nothing more happens; nil if it is not.
  package var limitPlace: Duration? {
    guard finish == nil, let limit = plan.limit else { return nil }
    if let since = runningSince { return since + max(.zero, limit - elapsed) }
    return elapsed >= limit ? stoppedAt : nil
  }

  /// The running time at a place; negative in the countdown, nil without a start.
  func runningTime(at place: Duration) -> Duration? {
    guard let start else { return nil }
    if let finish, place >= finish.place { return finish.runningTime }
    if place < start.place { return place - start.place }
    guard let since = runningSince else { return elapsed }
    let time = elapsed + max(.zero, place - since)
    return plan.limit.map { min($0, time) } ?? time
  }

  /// What the clock is doing at a place.
  package func phase(at place: Duration) -> Phase {
    guard let start else { return .ready }
    if start.isAhead, place < start.place { return .countdown }
    if finish != nil { return .finished }
    if let limitPlace, limitPlace <= place { return .finished }
    return runningSince == nil ? .stopped : .running
  }

  /// Finishes the session if its limit is reached at this place or before.
  mutating func finishByLimit(through place: Duration) {
    guard let reached = limitPlace, reached <= place, let limit = plan.limit else { return }
    finish = Finish(place: reached, runningTime: limit, isLimit: true)
  }
}
