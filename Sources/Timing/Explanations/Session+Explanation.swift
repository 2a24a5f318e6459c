import Text

extension Session {
  /// Explains the running time at a lap or another event, or at the present: the events on which it
  /// rests, and the arithmetic; throws the reason why there is no such number.
  ///
  /// - Complexity: O(n) in the events, for each event with a stated moment.
  public func explanation(
    of reference: EventReference? = nil, at now: Reading
  ) throws(Explanation.Failure) -> Explanation {
    let reader = SourceReader(self, now: now)
    guard let reference else { return explanationOfNow(reader) }
    let number = try explained(reference)
    let end = Explanation.Point(
      place: moment(number)?.place ?? .zero, origin: .event(number + 1))
    let press = presses.first { $0.number == number && $0.role.isPress }
    let past = press.map { press in self.past { $0 <= press } } ?? self
    guard let index = laps.firstIndex(where: { $0.event == number + 1 }) else {
      return explanation(of: .event(number + 1), at: end, past, reader)
    }
    let previous = laps[..<index].lastIndex { $0.number != nil }
    var explanation = explanation(
      of: .lap(laps[index], previous: previous.map { laps[$0] }), at: end, past, reader)
    explanation.uncounted = Array(laps[(previous.map { $0 + 1 } ?? 0)..<index])
    return explanation
  }

  private func explanationOfNow(_ reader: SourceReader) -> Explanation {
    let place = reader.present().place
    var end = Explanation.Point(place: place, origin: .now)
    // A reading from before the latest press only waited, and sees what was pressed meanwhile.
    if summary.stopwatch.phase(at: place) != .countdown,
      let latest = presses.last(where: { $0.role.isPress }), latest.place > place
    {
      end = Explanation.Point(place: latest.place, origin: .event(latest.number + 1))
    }
    return explanation(of: .now, at: end, self, reader)
  }

  /// Explains a moment; `past` has the presses up to it.
  private func explanation(
    of subject: Explanation.Subject, at end: Explanation.Point, _ past: Session,
    _ reader: SourceReader
  ) -> Explanation {
    let terms = past.terms(to: end)
    let points = terms.flatMap { [$0.from, $0.to] } + [end]
    var versions = Set(points.compactMap(\.version))
    if case .lap(_, let previous?) = subject { versions.insert(previous.event) }
    // Nothing ran before the start, which may have been moved.
    if terms.isEmpty, let start { versions.insert(start.version) }
    let reasons = versions.flatMap { reader.event($0 - 1).steps }.map(\.reason)
    versions.formUnion(reasons.flatMap { [$0.event, $0.reading] }.compactMap(\.self))
    var sources = versions.sorted().map { reader.event($0 - 1) }
    if subject == .now { sources.append(reader.present()) }
    return Explanation(
      subject: subject, terms: terms, sources: sources, clocks: reader.clockStarts(of: sources),
      rules: rules, finish: past.finish(through: end), uncounted: [],
      omitted: omissions(through: end.place, correcting: versions))
  }

  /// Returns the number of the event with a running time that a reference names, from 0.
  private func explained(_ reference: EventReference) throws(Explanation.Failure) -> Int {
    guard let number = number(of: reference) else {
      if case .number(let lap) = reference { throw .noSuchLap(lap, count: summary.lapCount) }
      throw .noSuchEvent(reference)
    }
    if let omission = takers[number].flatMap({ omission(number, $0) }) { throw .omitted(omission) }
    guard entries.role(number).hasMoment else { throw .noRunningTime(event: number + 1) }
    return number
  }

  /// The rules with the events that set them.
  private var rules: [Explanation.Rule] {
    let changes = statements.filter { entries.stands($0) }.compactMap {
      number -> (Int, PlanChange)? in
      switch entries.kind(number) {
      case .started(let start): (number + 1, PlanChange(setting: start.plan))
      case .planned(let change): (number + 1, change)
      case .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged, .identified,
        .amended, .removed, .reverted, .discarded, .race, .unknown:
        nil
      }
    }
    func rule<Value>(
      _ value: Explanation.Rule.Value, _ rule: (PlanChange) -> PlanChange.Rule<Value>
    ) -> Explanation.Rule {
      let setter = changes.last { rule($0.1) != .unchanged }
      return Explanation.Rule(value: value, event: setter?.0 ?? 0)
    }
    let plan = summary.profile.plan
    return [
      plan.laps.map { rule(.laps($0), \.laps) },
      plan.segments.map { rule(.segments($0.count), \.segments) },
      plan.limit.map { rule(.limit($0), \.limit) },
      plan.minimumLap.map { rule(.minimumLap($0), \.minimumLap) },
    ].compactMap(\.self)
  }

  /// The presses up to a place, and the corrections of some events, that were taken back or
  /// removed.
  private func omissions(
    through place: Duration, correcting events: Set<Int>
  ) -> [Explanation.Omission] {
    takers.sorted { $0.key < $1.key }.compactMap { number, taker in
      let role = entries.role(number)
      let isMeant =
        role.isPress
        ? entries.placement(number).place <= place
        : role == .correction && entries.corrected(number).map { events.contains($0 + 1) } ?? false
      return isMeant ? omission(number, taker) : nil
    }
  }

  /// The last event that takes back or removes each event, by their numbers from 0.
  private var takers: [Int: Int] {
    entries.indices.reduce(into: [:]) { takers, number in
      for target in taken(by: number) { takers[target] = number }
    }
  }

  /// The events that a standing `reverted` takes back or a standing `removed` removes, by their
  /// numbers from 0; empty for other events.
  private func taken(by number: Int) -> [Int] {
    guard entries.stands(number), let target = entries.corrected(number) else { return [] }
    let kind = entries.kind(number)
    if case .reverted = kind { return [target] + restOfBatch(revertedBy: number) }
    if case .removed = kind, entries.stands(target) { return [target] }
    return []
  }

  /// The omission of an event; nil if it counts.
  private func omission(_ number: Int, _ taker: Int) -> Explanation.Omission? {
    let isRemoved = entries.stands(number)
    guard !isRemoved || moment(number) == nil else { return nil }
    return Explanation.Omission(event: number + 1, by: taker + 1, isRemoved: isRemoved)
  }

  /// The terms of the running time at a point; empty without a start.
  private func terms(to end: Explanation.Point) -> [Explanation.Term] {
    func point(_ place: Duration, _ press: Int) -> Explanation.Point {
      Explanation.Point(place: place, origin: .event(presses[press].number + 1))
    }
    guard let start = intervals.all.first.map({ point($0.from, $0.first) }) else { return [] }
    if end.place < start.place { return [Explanation.Term(from: start, to: end)] }
    let stopwatch = summary.stopwatch
    let limit = stopwatch.finish.flatMap { $0.isLimit ? $0.place : nil }
    return intervals.all.filter { $0.from <= end.place }.map { interval in
      var to = end
      if let place = interval.to ?? stopwatch.limitPlace, place < end.place {
        let stop = place == limit ? nil : interval.last
        to = stop.map { point(place, $0) } ?? Explanation.Point(place: place, origin: .limit)
      }
      return Explanation.Term(from: point(interval.from, interval.first), to: to)
    }
  }

  /// The completion of the plan at a point or before.
  private func finish(through end: Explanation.Point) -> Explanation.Finish? {
    var stopwatch = summary.stopwatch
    stopwatch.finishByLimit(through: end.place)
    guard let finish = stopwatch.finish, finish.place <= end.place else { return nil }
    return Explanation.Finish(
      lap: finish.isLimit ? nil : summary.lastLap, runningTime: finish.runningTime)
  }
}

extension Explanation.Point {
  /// The number of the event within the session; nil for another origin.
  var version: Int? { if case .event(let version) = origin { version } else { nil } }
}
