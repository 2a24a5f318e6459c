import Text
import Timing
import TimingTestSupport

/// Sessions folded by two implementations, whose answers to each step are compared.
struct Contest {
  fileprivate struct Pair {
    // Many snapshots, so that corrections start from them.
    var session = Session(spacing: 2)
    var states: [Session] = []
    var events: [Event] = []
    var clock = NaiveClock(NaiveSession([]))
  }

  private var pairs: [Int: Pair] = [:]
  /// The number of decisions by the kind of refusal, or `done`.
  private(set) var outcomes: [String: Int] = [:]

  /// Applies a step to both, and returns the appended event; nil after a refusal.
  mutating func take(_ step: RandomStep) throws(Disagreement) -> Event? {
    var pair = pairs[step.session] ?? Pair()
    defer { pairs[step.session] = pair }
    let kind: Event.Kind
    switch step.action {
    case .imported(let imported): kind = imported
    case .command(let command):
      let real = Result { () throws(Refusal) in try pair.session.decide(command, step.time) }
      let naive = Result { () throws(Refusal) in try pair.clock.decide(command, step.time) }
      try expect(real, naive, "the decision")
      try pair.session.summary.checkDecision(command, step.time, real)
      switch real {
      case .success(let decided):
        outcomes["done", default: 0] += 1
        kind = decided
      case .failure(let refusal):
        outcomes[refusal.kind, default: 0] += 1
        try pair.compare(now: step.time.reading)
        return nil
      }
    }
    let event = step.event(kind, version: pair.events.count + 1)
    let before = pair.session
    var summary = before.summary
    let addition = summary.apply(event)
    let change = pair.session.change(by: event)
    try pair.session.check(change, since: before)
    pair.states.append(pair.session)
    pair.events.append(event)
    pair.clock = NaiveClock(NaiveSession(pair.events))
    if let addition {
      try expect(summary, pair.session.summary, "the summary's own fold")
      try pair.session.check(.added(addition), since: before)
    }
    try pair.compare(now: event.reading)
    return event
  }

  /// Compares folds of parts of each session with the states that it had.
  func checkFolds() throws(Disagreement) {
    for pair in pairs.values {
      for count in [pair.events.count / 2, pair.events.count] where count > 0 {
        let prefix = pair.events.prefix(count)
        try expect(
          prefix.reduce(into: Session()) { $0.apply($1) }, pair.states[count - 1],
          "the fold of a prefix")
        for begin in [Session(), pair.states[count / 2]] {
          var replayed = begin
          replayed.applyAll { session in
            for event in pair.events[begin.summary.version..<count] { session.apply(event) }
          }
          try expect(replayed, pair.states[count - 1], "the replay of a prefix")
        }
      }
    }
  }
}

extension Contest.Pair {
  fileprivate func compare(now: Reading) throws(Disagreement) {
    let summary = session.summary
    try expect(session.laps, clock.laps, "laps")
    try expect(session.timestamps, clock.timestamps, "timestamps")
    try expect(summary.profile, clock.profile, "profile")
    try expect(summary.quality, clock.quality, "quality")
    try expect(summary.startedAt, clock.startedAt, "startedAt")
    try expect(summary.best, clock.best, "best")
    let alike = clock.laps.filter { $0.number != nil && $0.segment == nil }
    for places in [events.count % 9, 9] {
      let shown = alike.map { $0.shown(StopwatchLabel(precision: places)).lap }
      try expect(summary.stopwatch.bests[places: places], shown.min(), "best with \(places) places")
    }
    try expect(summary.lapCount, clock.laps.count { $0.number != nil }, "lapCount")
    try expect(summary.version, events.count, "version")
    try expect(Array(session.events), events, "events")
    try compareStatistics()
    if events.count % 2 == 1 { try addUpExplanations(of: session, at: now) }
    let others = clock.boundaryReadings(after: now) + events.suffix(2).map(\.reading)
    for now in [now]
      + others.enumerated().filter({ ($0.offset + events.count) % 3 == 0 }).map(\.element)
    {
      try expect(summary.phase(at: now), clock.phase(at: now), "phase at \(now)")
      try expect(summary.runningTime(at: now), clock.runningTime(at: now), "running at \(now)")
      try expect(summary.snapshot(at: now).quality, clock.quality(at: now), "quality at \(now)")
    }
  }

  private func compareStatistics() throws(Disagreement) {
    // The naive squares fit into 128 bits for times up to 18 years.
    guard session.laps.allSatisfy({ $0.lap.nanoseconds.magnitude < 1 << 59 }) else { return }
    let groups = NaiveStatistics.groups(clock.laps)
    let alike = AlikeLaps(session.laps)
    try expect(
      alike.largest?.statistics.figures, NaiveStatistics.figures(of: groups.largest), "statistics")
    try expect(
      alike.groups.map(\.statistics.figures),
      groups.all.compactMap { NaiveStatistics.figures(of: $0) }, "statistics by label")
    let labels = groups.all.map { laps -> String? in
      laps.count > 1 && Set(laps.map(\.label)).count == 1 ? laps[0].label : nil
    }
    try expect(alike.groups.map(\.label), labels, "labels")
    for group in groups.all {
      for lap in group {
        let best = NaiveStatistics.figures(of: group)?[1]
        try expect(alike.group(of: lap)?.best.nanoseconds, best, "best of the laps alike")
      }
    }
  }
}

extension Session {
  /// Expects that a change of the lists, of which tables are written, leads from those before to these.
  fileprivate func check(_ change: Change, since before: Session) throws(Disagreement) {
    var (laps, timestamps) = (Set(before.laps), Set(before.timestamps))
    switch change {
    case .added(.nothing): break
    case .added(.lap(let lap)): laps.insert(lap)
    case .added(.timestamp(let timestamp)): timestamps.insert(timestamp)
    case .recomputed(let former, let formerTimestamps):
      laps = laps.subtracting(former.before).union(self.laps[former.first...])
      timestamps = timestamps.subtracting(formerTimestamps.before)
        .union(self.timestamps[formerTimestamps.first...])
    }
    try expect(laps, Set(self.laps), "the changed laps")
    try expect(timestamps, Set(self.timestamps), "the changed timestamps")
  }
}

extension Summary {
  fileprivate func checkDecision(
    _ command: Command, _ time: EventTime, _ whole: Result<Event.Kind, Refusal>
  ) throws(Disagreement) {
    struct PastIsNeeded: Error {}
    let alone: Result<Event.Kind, Refusal>
    do {
      alone = .success(try decide(command, time) { throw PastIsNeeded() })
    } catch let refusal as Refusal {
      alone = .failure(refusal)
    } catch { return }
    try expect(alone, whole, "the summary's own decision")
  }
}

extension Statistics {
  /// The figures in the order of the naive ones.
  fileprivate var figures: [Int64] {
    [Int64(bestLap)] + [best, worst, mean, median, standardDeviation].map(\.nanoseconds)
  }
}

struct Disagreement: Error, CustomStringConvertible { let description: String }

func expect<Answer: Equatable>(
  _ real: Answer, _ naive: Answer, _ subject: @autoclosure () -> String
) throws(Disagreement) {
  if real == naive { return }
  throw Disagreement(description: "\(subject()) differs\n  session: \(real)\n    naive: \(naive)")
}
