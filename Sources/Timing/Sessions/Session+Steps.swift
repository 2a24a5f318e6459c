import Text

/// A standing start, stop, resume, lap or timestamp, in the order in which the clock steps over
/// them.
///
/// They are ordered by place; ties by arrival, but laps later, and timestamps last: the ends of an
/// interval count as running, also where it begins with a later event.
struct Press: Hashable, Comparable, Sendable {
  let place: Duration
  /// The event's number in the order of arrival, from 0.
  var number: Int { Int(index) }
  let role: Event.Role
  private let index: Int32

  init(place: Duration, _ number: Int, _ role: Event.Role) {
    self.place = place
    index = Int32(number)
    self.role = role
  }

  private var rank: Int {
    switch role {
    case .lap: 1
    case .timestamp: 2
    case .start, .stop, .resume, .statement, .rules, .correction, .reversal, .passage, .ruling,
      .nothing:
      0
    }
  }

  static func < (left: Press, right: Press) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.rank != right.rank { return left.rank < right.rank }
    return left.index < right.index
  }
}

extension Session {
  /// The state before a press.
  struct KeptState: Sendable {
    var stopwatch: Stopwatch
    /// The number of laps, including those that do not count.
    var laps = 0
    var timestamps = 0
  }

  /// Whether the clock has stepped over all presses.
  var isSettled: Bool { restart == nil && !areStatementsStale }

  /// The event of a press, as it is corrected.
  func entry(of press: Press) -> Stopwatch.Entry {
    let placement = entries.placement(press.number)
    var entry = Stopwatch.Entry(entries[press.number], placement)
    entry.place = press.place
    entry.isAhead = press.place > placement.anchor.place
    correction(of: press.number).apply(to: &entry)
    return entry
  }

  /// Steps over the press with an index, the first that the clock has not stepped over.
  mutating func advance(_ index: Int) -> Stopwatch.Step {
    if index % spacing == 0 {
      kept.append(
        KeptState(stopwatch: summary.stopwatch, laps: laps.count, timestamps: timestamps.count))
    }
    let step = summary.step(entry(of: presses[index]))
    switch step {
    case .lap(let lap): laps.append(lap)
    case .timestamp(let timestamp): timestamps.append(timestamp)
    case .nothing: break
    }
    intervals.follow(summary.stopwatch, index)
    return step
  }

  /// Applies the statements and presses that events out of order have changed, and returns the
  /// replacements in the lists.
  ///
  /// Statements follow in the order of arrival, then presses in the order of their places.
  ///
  /// - Complexity: O(n) in the presses from the nearest kept state before the first changed one on.
  mutating func settle() -> Change {
    if areStatementsStale {
      areStatementsStale = false
      summary.profile = statements.reduce(into: Profile()) { profile, number in
        if entries.stands(number) { profile.apply(entries.kind(number), isFirst: number == 0) }
      }
    }
    if summary.stopwatch.plan != summary.profile.plan { restart = 0 }
    guard let restart else { return .recomputed(laps: Replacement(), timestamps: Replacement()) }
    self.restart = nil
    return step(from: restart)
  }

  /// Steps again from the nearest kept state before a press.
  private mutating func step(from press: Int) -> Change {
    let chunk = max(0, min(press / spacing, kept.count - 1))
    let state =
      chunk > 0 ? kept[chunk] : KeptState(stopwatch: Stopwatch(plan: summary.profile.plan))
    kept.removeSubrange(min(chunk, kept.count)...)
    let change = Change.recomputed(
      laps: Replacement(before: Array(laps[state.laps...]), first: state.laps),
      timestamps: Replacement(
        before: Array(timestamps[state.timestamps...]), first: state.timestamps))
    laps.removeSubrange(state.laps...)
    timestamps.removeSubrange(state.timestamps...)
    intervals.restore(after: chunk * spacing)
    summary.stopwatch = state.stopwatch
    if summary.labelBests != nil { summary.labelBests = LabelBests(laps) }
    for index in chunk * spacing..<presses.count { _ = advance(index) }
    // The clock steps over these before it knows the start.
    if let start = summary.startPlace {
      for index in timestamps.indices.prefix(while: { timestamps[$0].place < start }) {
        timestamps[index].runningTime = timestamps[index].place - start
      }
    }
    return change
  }

  /// The session up to a place: presses and timestamps behind it are left out, but for the start,
  /// which may lie ahead.
  func past(through last: Duration) -> Session {
    past { $0.place <= last || $0.role == .start }
  }

  /// The session with some of its presses and timestamps only.
  ///
  /// - Complexity: O(n) in the presses and timestamps.
  func past(keeping isKept: (Press) -> Bool) -> Session {
    guard let first = presses.firstIndex(where: { !isKept($0) }) else { return self }
    var past = self
    past.presses.removeAll { !isKept($0) }
    _ = past.step(from: first)
    return past
  }
}
