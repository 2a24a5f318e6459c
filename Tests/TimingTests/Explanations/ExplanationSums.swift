import Timing

/// Adds up the explanations of all numbers of a session by hand, and compares the sums with the
/// numbers of the fold.
func addUpExplanations(of session: Session, at now: Reading) throws(Disagreement) {
  let isClamped =
    session.firstBeyondTimeline != nil || session.summary.place(of: now).isBeyondTimeline
  for lap in session.laps {
    let explanation = try explain(session, .event(lap.event), at: now)
    let name = "lap @\(lap.event)"
    try expect(explanation.runningTime, lap.split, "split of \(name)")
    try expect(explanation.sumOfTerms, lap.split, "sum of \(name)")
    guard case .lap(lap, let previous) = explanation.subject else {
      throw Disagreement(description: "\(name) is explained as \(explanation.subject)")
    }
    try expect(explanation.sumOfTerms - (previous?.split ?? .zero), lap.lap, "lap time of \(name)")
    if let number = lap.number {
      try expect(
        explanation, try explain(session, .number(number), at: now), "\(name) by its number")
    }
    if lap.flags.contains(.afterFinish), explanation.finish == nil {
      throw Disagreement(description: "\(name) lacks the finish")
    }
    try addUp(explanation, name, isClamped: isClamped)
  }
  for timestamp in session.timestamps {
    let explanation = try explain(session, .event(timestamp.event), at: now)
    try expect(explanation.runningTime, timestamp.runningTime, "timestamp @\(timestamp.event)")
    try addUp(explanation, "timestamp @\(timestamp.event)", isClamped: isClamped)
  }
  let explanation = try explain(session, nil, at: now)
  try expect(explanation.runningTime, session.summary.runningTime(at: now), "running time")
  try addUp(explanation, "running time", isClamped: isClamped)
  // The present counts too: of a session that a limit has finished, it tells whether it was
  // reached.
  if session.summary.quality == .exact, explanation.sources.last?.quality == .exact {
    let reasons = explanation.doubt?.reasons ?? []
    try expect(reasons.filter(\.isOfClocks), [], "doubt of an exact session")
  }
}

private func explain(
  _ session: Session, _ reference: EventReference?, at now: Reading
) throws(Disagreement) -> Explanation {
  do throws(Explanation.Failure) {
    return try session.explanation(of: reference, at: now)
  } catch {
    throw Disagreement(description: "\(String(describing: reference)) has no explanation: \(error)")
  }
}

private func addUp(_ explained: Explanation, _ name: String, isClamped: Bool) throws(Disagreement) {
  if let time = explained.runningTime {
    try expect(explained.sumOfTerms, time, "sum of \(name)")
  }
  let clocks = Dictionary(uniqueKeysWithValues: explained.clocks.map { ($0.clock, $0) })
  for clock in explained.clocks {
    guard case .wallClock(_, let place, let difference) = clock.origin else { continue }
    let gap = max(difference, .zero)
    // Other readings may have come later.
    if clock.place < place + gap, !isClamped {
      throw Disagreement(description: "clock \(clock.clock) of \(name): \(clock)")
    }
  }
  for source in explained.sources {
    guard let clock = clocks[source.reading.clock] else {
      throw Disagreement(description: "a clock of \(name) is missing: \(source)")
    }
    if !isClamped {
      try expect(
        source.readingPlace, clock.place + source.reading.ticks - clock.ticks,
        "reading place in \(name)")
    }
    try expect(
      source.steps.reduce(source.readingPlace) { $0 + $1.span }, source.place,
      "steps in \(name): \(source)")
  }
  for point in explained.terms.flatMap({ [$0.from, $0.to] }) {
    switch point.origin {
    case .event(let version):
      if isClamped { continue }
      let source = explained.sources.first { $0.event?.version == version }
      try expect(source?.place, point.place, "place of @\(version) in \(name)")
    case .now: try expect(explained.sources.last?.place, point.place, "present of \(name)")
    case .limit: try expect(explained.finish?.lap, nil, "finish of \(name)")
    }
  }
}

extension Explanation {
  var sumOfTerms: Duration { terms.map(\.span).reduce(.zero, +) }
}

extension Explanation.Doubt.Reason {
  /// Whether it comes from clocks, not from a person or a wait.
  fileprivate var isOfClocks: Bool {
    switch self {
    case .bridged, .unknownGap: true
    case .stated, .waited: false
    }
  }
}
