/// A moment of a run, with the order of events at the same moment.
struct Turn: Comparable, Hashable {
  var moment: Duration
  var order = 0

  static func < (left: Turn, right: Turn) -> Bool {
    (left.moment, left.order) < (right.moment, right.order)
  }
}

/// The output of a signal to one subscriber as a list.
///
/// Each operator is defined in a few lines over such lists, independently of the library.
struct Run {
  struct Entry: Equatable {
    var at: Turn
    var value: Int
  }

  var entries: [Entry] = []
  /// The end; nil for an endless run.
  var end: Turn?

  init(_ entries: [Entry], end: Turn?) {
    self.entries = entries
    self.end = end
  }

  init(_ values: [Int], at turn: Turn, end: Turn?) {
    self.init(values.map { Entry(at: turn, value: $0) }, end: end)
  }

  func map(_ transform: (Int) -> Int) -> Run { compactMap(transform) }

  func compactMap(_ transform: (Int) -> Int?) -> Run {
    Run(
      entries.compactMap { entry in transform(entry.value).map { Entry(at: entry.at, value: $0) } },
      end: end)
  }

  /// The first entries; the run ends with the last of them.
  func prefix(_ count: Int, from start: Turn) -> Run {
    guard count > 0 else { return Run([], end: start) }
    guard entries.count >= count else { return self }
    return Run(Array(entries.prefix(count)), end: entries[count - 1].at)
  }

  /// The entries before the first that satisfies a condition, that entry, and those after it.
  func split(where isStop: (Int) -> Bool) -> (before: [Entry], stop: Entry?, after: [Entry]) {
    guard let index = entries.firstIndex(where: { isStop($0.value) }) else {
      return (entries, nil, [])
    }
    return (Array(entries[..<index]), entries[index], Array(entries[(index + 1)...]))
  }

  func then(_ next: (Turn) -> Run) -> Run {
    guard let end else { return self }
    let rest = next(end)
    return Run(entries + rest.entries, end: rest.end)
  }

  /// All entries by turn; those at the same turn in the order of the runs.
  static func inOrder(_ runs: [Run]) -> [(run: Int, entry: Entry)] {
    let all = runs.enumerated().flatMap { number, run in run.entries.map { (number, $0) } }
    return all.enumerated().sorted { ($0.element.1.at, $0.offset) < ($1.element.1.at, $1.offset) }
      .map { (run: $0.element.0, entry: $0.element.1) }
  }

  static func latestEnd(_ runs: [Run]) -> Turn? {
    let ends = runs.compactMap(\.end)
    return ends.count == runs.count ? ends.max() : nil
  }

  static func merge(_ runs: [Run]) -> Run { Run(inOrder(runs).map(\.entry), end: latestEnd(runs)) }

  static func combineLatest(_ runs: [Run], _ combine: ([Int]) -> Int) -> Run {
    var newest = [Int?](repeating: nil, count: runs.count)
    let entries = inOrder(runs).compactMap { number, entry -> Entry? in
      newest[number] = entry.value
      let all = newest.compactMap { $0 }
      guard all.count == runs.count else { return nil }
      return Entry(at: entry.at, value: combine(all))
    }
    let silentEnd = runs.filter(\.entries.isEmpty).compactMap(\.end).min()
    return Run(entries, end: silentEnd ?? latestEnd(runs))
  }

  /// Each entry with the newest value of the other run, which is first within a turn.
  func withLatest(from other: Run, _ combine: (Int, Int) -> Int) -> Run {
    var newest: Int?
    let entries = Run.inOrder([other, self]).compactMap { number, entry -> Entry? in
      guard number == 1 else {
        newest = entry.value
        return nil
      }
      return newest.map { Entry(at: entry.at, value: combine(entry.value, $0)) }
    }
    guard other.entries.isEmpty, let silentEnd = other.end else { return Run(entries, end: end) }
    return Run([], end: end.map { min($0, silentEnd) } ?? silentEnd)
  }

  /// The combinations of the n-th entries of all runs, at the turn of the last of them.
  static func zip(_ runs: [Run], from start: Turn, _ combine: ([Int]) -> Int) -> Run {
    let count = runs.map(\.entries.count).min() ?? 0
    let entries = (0..<count).map { index in
      let parts = runs.map { $0.entries[index] }
      return Entry(at: parts.map(\.at).max() ?? start, value: combine(parts.map(\.value)))
    }
    let ends = runs.compactMap { run -> Turn? in
      guard let end = run.end, run.entries.count == entries.count else { return nil }
      return max(end, entries.last?.at ?? start)
    }
    return Run(entries, end: ends.min())
  }

  /// Begins a run at each entry; if `switching`, a new run ends the one before.
  func flatten(_ inner: (Entry) -> Run, switching: Bool) -> Run {
    var inners = entries.map(inner)
    if switching {
      for (index, next) in entries.dropFirst().enumerated() {
        inners[index] = Run(inners[index].entries.filter { $0.at <= next.at }, end: next.at)
      }
    }
    var all = Run.merge(inners)
    all.end = Run.latestEnd(inners + [Run([], end: end)])
    return all
  }

  func folded(_ fold: ([Int]) -> Int) -> Run {
    guard let end else { return Run([], end: nil) }
    return Run([fold(entries.map(\.value))], at: end, end: end)
  }

  func delay(_ span: Duration) -> Run {
    func later(_ turn: Turn) -> Turn { Turn(moment: turn.moment + span, order: turn.order) }
    return Run(entries.map { Entry(at: later($0.at), value: $0.value) }, end: end.map(later))
  }

  /// The entries without a later one for a time, and the last entry.
  func debounce(_ span: Duration) -> Run {
    var output: [Entry] = []
    for (index, entry) in entries.enumerated() {
      let due = Turn(moment: entry.at.moment + span)
      if index + 1 < entries.count {
        if entries[index + 1].at > due { output.append(Entry(at: due, value: entry.value)) }
      } else {
        output.append(Entry(at: end.map { min($0, due) } ?? due, value: entry.value))
      }
    }
    return Run(output, end: end)
  }

  /// The first entry, then at most one for each interval since the one before.
  func throttle(_ span: Duration, latest: Bool) -> Run {
    var output: [Entry] = []
    var kept: Int?
    func sendKept(before turn: Turn?) {
      guard let value = kept, let last = output.last else { return }
      let due = Turn(moment: last.at.moment + span)
      if let turn, due > turn { return }
      output.append(Entry(at: due, value: value))
      kept = nil
    }
    for entry in entries {
      sendKept(before: entry.at)
      if let last = output.last, entry.at.moment < last.at.moment + span {
        kept = latest ? entry.value : kept ?? entry.value
      } else {
        output.append(entry)
      }
    }
    sendKept(before: end)
    if let kept, let end { output.append(Entry(at: end, value: kept)) }
    return Run(output, end: end)
  }

  /// The entries until a time passes without one.
  func timeout(_ span: Duration, from start: Turn) -> Run {
    var output: [Entry] = []
    var due = Turn(moment: start.moment + span)
    for entry in entries {
      guard entry.at < due else { return Run(output, end: due) }
      output.append(entry)
      due = Turn(moment: entry.at.moment + span)
    }
    return Run(output, end: end.map { min($0, due) } ?? due)
  }
}
