import Text

extension Session {
  /// Whether nothing must be recomputed.
  var isSettled: Bool {
    presses.isFolded && statements.isFolded && !unsettled.isAny
  }

  /// Recomputes the statements and presses that events out of order have changed.
  ///
  /// Statements follow in the order of arrival, then presses in the order of their places.
  ///
  /// - Returns: the replacements in the lists.
  /// - Complexity: O(n) in the presses from the first one that changed on, as far as the clock is
  ///   another one than before.
  mutating func settle() -> Change {
    let plan = summary.profile.plan
    if !statements.isFolded { settleStatements() }
    if presses.initial.clock.stopwatch.plan != summary.profile.plan {
      presses.begin(from: PressState(plan: summary.profile.plan))
    }
    var change = Replacement<Lap>()
    if let start = presses.restart { change = judge(from: start) }
    if summary.profile.plan.limit != plan.limit { unsettled.note(Places.range.lowerBound) }
    let timestamps = settleTimestamps()
    summary.hasStated = statedCount > 0
    summary.latestTimestamp = self.timestamps.last?.place
    return .recomputed(laps: change, timestamps: timestamps)
  }

  private mutating func settleStatements() {
    let entries = entries
    let (profile, isAtEnd) = statements.refold { profile, number in
      profile.apply(entries.kind(number), isFirst: number == 0)
    }
    if isAtEnd { summary.profile = profile }
  }

  /// Recomputes the presses from the first changed one on.
  ///
  /// - Returns: the replaced laps.
  private mutating func judge(from start: PressState) -> Replacement<Lap> {
    let formerIntervals = intervals.count
    let cutOff = intervals.cut(to: start)
    // Taken, not copied.
    var intervals = Intervals()
    swap(&intervals, &self.intervals)
    var laps: [Lap] = []
    swap(&laps, &self.laps)
    let judge = PressJudge(entries: entries, corrections: corrections)
    var fresh: [Lap] = []
    fresh.reserveCapacity(presses.changedCount)
    let end = presses.refold { former, new in
      guard var shift = PressShift(from: former, to: new) else { return nil }
      return { shift.apply(to: &$0, laps) }
    } _: { state, press in
      if let lap = judge.apply(press, to: &state.clock) {
        fresh.append(lap)
        state.laps += 1
      }
      intervals.follow(state.clock.stopwatch)
      state.intervals = intervals.count
    }
    swap(&laps, &self.laps)
    let last = end.isAtEnd ? self.laps.count : end.shifted?.laps ?? end.state.laps
    let range = start.laps..<last
    let shift = end.shifted.flatMap { PressShift(from: $0, to: end.state) }
    let later = shift.flatMap { shiftLaps(by: $0, intervals: formerIntervals) }
    let before = replaceLaps(range, with: fresh)
    if summary.labelBests != nil || fresh.contains(where: { $0.label != nil }) {
      summary.labelBests = LabelBests(self.laps)
    }
    if end.isAtEnd {
      summary.clock = end.state.clock
    } else {
      intervals.goOn(cutOff, from: start, later: shift?.span ?? .zero)
    }
    if let place = intervals.firstDifference(from: start, cutOff) { unsettled.note(place) }
    swap(&intervals, &self.intervals)
    return Replacement(
      before: before, range: start.laps..<start.laps + fresh.count, shift: later)
  }

  /// Replaces laps, and returns the former ones; none while the session is recomputed later.
  private mutating func replaceLaps(_ range: Range<Int>, with fresh: [Lap]) -> [Lap] {
    guard range == 0..<laps.count else {
      let before = isDeferring ? [] : Array(laps[range])
      laps.replaceSubrange(range, with: fresh)
      return before
    }
    // Long lists are not copied.
    var laps = fresh
    swap(&laps, &self.laps)
    return isDeferring ? [] : laps
  }

  /// Shifts the laps after those that are judged again, and the state after all presses.
  ///
  /// - Parameters:
  ///   - shift: the difference between the states before these laps.
  ///   - intervals: the number of all former intervals.
  /// - Returns: the change of the laps; nil if there is none.
  private mutating func shiftLaps(by shift: consuming PressShift, intervals: Int) -> LapShift? {
    let numbers = shift.former.clock.stopwatch.lapCount + 1..<summary.lapCount + 1
    var state = PressState(clock: summary.clock, laps: laps.count, intervals: intervals)
    shift.apply(to: &state, laps)
    summary.clock = state.clock
    guard shift.step != 0 || shift.span != .zero, shift.former.laps < laps.count else { return nil }
    for index in shift.former.laps..<laps.count {
      if let number = laps[index].number { laps[index].number = number + shift.step }
      laps[index].split += shift.span
    }
    return LapShift(numbers: numbers, step: shift.step, span: shift.span)
  }
}

/// Applies presses to a clock, as they are corrected.
struct PressJudge {
  let entries: Arrivals
  let corrections: [EventCorrections]

  /// Applies a press.
  ///
  /// - Returns: the lap, if it is one.
  func apply(_ press: Press, to clock: inout ClockState) -> Lap? {
    let number = press.index
    let correction = entries.corrections(number).map { corrections[$0].sum }
    switch entries.role(number) {
    case .start:
      let isAhead = press.place > entries.placement(number).anchor.place
      clock.apply(.start(isAhead: isAhead), at: press.place, moment(of: number, correction))
    case .stop: clock.apply(.stop, at: press.place, moment(of: number, correction))
    case .resume: clock.apply(.resume, at: press.place, moment(of: number, correction))
    case .lap:
      var lap = ClockState.LapEntry(
        version: number + 1, entries.kind(number), at: entries.moment(number),
        entries.placement(number))
      lap.place = press.place
      correction?.apply(to: &lap, of: number, among: entries)
      return clock.apply(lap)
    case .timestamp, .statement, .rules, .correction, .reversal, .passage, .ruling, .nothing: break
    }
    return nil
  }

  private func moment(of number: Int, _ correction: Correction?) -> Moment {
    correction?.moment(of: number, among: entries).at ?? entries.moment(number)
  }
}

extension Session {
  /// The session up to a place: presses and timestamps behind it are left out, but for the start,
  /// which may lie ahead.
  ///
  /// - Complexity: O(n) in the presses and timestamps.
  func past(through last: Duration) -> Session {
    var past = self
    let judge = PressJudge(entries: entries, corrections: corrections)
    past.laps = []
    past.intervals = Intervals()
    past.summary.clock = ClockState(plan: summary.profile.plan)
    past.summary.hasStated = false
    for press in presses.elements {
      if press.place > last, entries.role(press.index) != .start { continue }
      if let lap = judge.apply(press, to: &past.summary.clock) { past.laps.append(lap) }
      past.intervals.follow(past.summary.clock.stopwatch)
      if press.isStated { past.summary.hasStated = true }
    }
    past.summary.labelBests = LabelBests(past.laps)
    past.timestamps = timestamps.filter { $0.place <= last }
    for index in past.timestamps.indices {
      let timestamp = past.timestamps[index]
      past.timestamps[index].runningTime = past.intervals.runningTime(
        at: timestamp.place, limit: summary.profile.plan.limit)
      if isStated(timestamp: timestamp.event - 1) { past.summary.hasStated = true }
    }
    past.summary.latestTimestamp = past.timestamps.last?.place
    return past
  }
}
