import Text
import Timing

extension Race {
  /// Returns a runner whose crossings are marked where another device's counts in their place.
  ///
  /// Crossings of one point by different streams are one passage if they are not further from its
  /// first one than the rule `doubles` says. That of the lowest priority counts, then the earliest.
  ///
  /// - Complexity: O(1) in a race without other streams, else O(k) in the crossings of the runner.
  func runner(_ number: Int, in format: RaceFormat, through latest: Duration) -> Runner {
    guard !streams.isEmpty else { return runners[number] }
    var runner = runners[number]
    runner.markDoubles(in: format, through: latest) { crossing in
      crossing.source.stream.map { streams[$0].priority } ?? 0
    }
    return runner
  }
}

extension Race.Runner {
  /// Flags the crossings of which another device's counts instead.
  mutating func markDoubles(
    in format: RaceFormat, through latest: Duration, priority: (Race.Crossing) -> Int
  ) {
    let stream = crossings.first?.source.stream
    guard let span = format.doubles, crossings.contains(where: { $0.source.stream != stream })
    else { return }
    let finish = format.finishPoint
    var passages: [String: SharedPassages] = [:]
    for index in crossings.indices where crossings[index].place <= latest {
      let crossing = crossings[index]
      let double = passages[crossing.point ?? finish, default: SharedPassages()]
        .add(crossing, index, priority(crossing), within: span)
      if let double { crossings[double].flags.insert(.double) }
    }
  }
}

/// The passages of a runner at a point, each of which several streams may have read.
private struct SharedPassages {
  private var passages: [(first: Duration, priority: Int, counted: Int)] = []
  /// The first passage that a further crossing may belong to.
  private var open = 0
  /// The first passage that each stream has not read; those after it neither.
  private var next: [Int?: Int] = [:]

  /// Adds the next crossing to the first open passage that its stream has not read, or else to a
  /// new one, and returns the index of the crossing in whose place another one counts.
  ///
  /// - Complexity: amortized O(1).
  mutating func add(
    _ crossing: Race.Crossing, _ index: Int, _ priority: Int, within span: Duration
  ) -> Int? {
    while open < passages.count, crossing.place - passages[open].first > span { open += 1 }
    let passage = max(open, next[crossing.source.stream] ?? 0)
    next[crossing.source.stream] = passage + 1
    guard passage < passages.count else {
      passages.append((crossing.place, priority, index))
      return nil
    }
    let counted = passages[passage].counted
    guard priority < passages[passage].priority else { return index }
    (passages[passage].priority, passages[passage].counted) = (priority, index)
    return counted
  }
}

extension RaceFormat {
  /// The point of a crossing that names none.
  var finishPoint: String {
    if case .points(let points) = finish, let last = points.last { return last }
    return "finish"
  }
}
