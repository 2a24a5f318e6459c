import Text
import Timing

/// The runners of a settled wave in order; standings and boards are rows of it.
struct WaveRanking: Sendable {
  private(set) var judged: JudgedWave
  private(set) var rules: RunnerRanking
  /// The runners of the race.
  private(set) var runners: [Race.Runner]
  /// The facts that rank the wave's runners, in the order of their bibs.
  private(set) var ranked: [RankedRunner]
  /// The indices of these runners in the order of their results.
  private(set) var order: [Int] = []

  /// Ranks the runners of a judged wave.
  ///
  /// - Complexity: O(n log n) in the runners, and O(n) in their crossings.
  init(_ judged: JudgedWave, of race: Race, at present: RacePresent) {
    self.judged = judged
    runners = race.runners
    let rules = RunnerRanking(judged.wave, at: present)
    self.rules = rules
    ranked = judged.results.map { rules.ranked(race.runners[$0.runner], $0) }
    order = ranked.withUnsafeBufferPointer { ranked in
      ranked.indices.sorted { Self.isBefore($0, $1, in: ranked) }
    }
    applyOrders()
    place()
  }

  /// Ranks again the runners at some indices, the only ones whom the judge has changed; false if all
  /// have to be ranked.
  ///
  /// - Complexity: O(n) in the runners, in comparisons of neighbors and words that are moved.
  mutating func update(
    _ indices: [Int], _ judged: JudgedWave, of race: Race, at present: RacePresent
  ) -> Bool {
    guard judged.numbers == self.judged.numbers, present.photoFinishes.isEmpty,
      format.classified == nil
    else { return false }
    self.judged = judged
    runners = race.runners
    rules = RunnerRanking(wave, at: present)
    for index in indices {
      let result = judged.results[index]
      ranked[index] = rules.ranked(runners[result.runner], result)
    }
    let moved = Set(indices)
    order.removeAll(where: moved.contains)
    for index in indices {
      let place = ranked.withUnsafeBufferPointer { ranked in
        order.partitioningIndex { Self.isBefore(index, $0, in: ranked) }
      }
      order.insert(index, at: place)
    }
    place()
    return true
  }

  var wave: Race.Wave { judged.wave }
  private var format: RaceFormat { wave.format }
  /// The place from which the wave is judged; nil before it.
  var gun: Duration? { judged.gun }
  var end: WaveEnd { judged.end }
  /// The judged crossings, in the order of the bibs.
  var results: [WaveJudge.Result] { judged.results }

  subscript(place: Int) -> RankedRunner { ranked[order[place]] }

  func runner(_ place: Int) -> Race.Runner { runners[judged.numbers[order[place]]] }

  /// Returns the result at an index of the order, without gaps.
  func result(_ place: Int, _ kept: Standings.PassagesKept = .none) -> Standings.Row {
    rules.row(
      ranked[order[place]], runners[judged.numbers[order[place]]], judged.results[order[place]],
      kept)
  }

  /// Returns the result at an index of the order.
  func row(_ place: Int, _ kept: Standings.PassagesKept = .all) -> Standings.Row {
    var row = result(place, kept)
    func neighbor(_ place: Int) -> Standings.Row.Neighbor {
      (self[place].laps, self[place].shown, self[place].position)
    }
    row.setGaps(to: neighbor(0), behind: neighbor(max(0, place - 1)), format)
    return row
  }

  /// Whether the first runner is before the second in the list, where everybody has an own place.
  ///
  /// Elements of a buffer are compared in place; those of an array would be copied.
  private static func isBefore(
    _ one: Int, _ two: Int, in ranked: UnsafeBufferPointer<RankedRunner>
  ) -> Bool {
    ranked[one].key.comesBefore(ranked[two].key) ?? (one < two)
  }

  /// Puts crossings of equal results in the order that was given.
  ///
  /// - Complexity: O(n) in the runners; for those of each equal result, in the crossings of all orders.
  private mutating func applyOrders() {
    guard format.ties == .line, !rules.present.photoFinishes.isEmpty else { return }
    var start = 0
    while start < order.count {
      let key = ranked[order[start]].key
      let end = order[start...].firstIndex { key.precedes(ranked[$0].key) != nil } ?? order.count
      // Runners without a crossing stay where they are.
      let places = (start..<end).filter { ranked[order[$0]].deciding != nil }
      let crossings = places.compactMap { place in
        ranked[order[place]].deciding.map { (number: order[place], crossing: $0) }
      }
      let (sorted, decided) = rules.present.sorted(crossings)
      if !decided.isEmpty {
        for (place, index) in zip(places, sorted) { order[place] = index }
        for place in start..<end { ranked[order[place]].key.photo = place - start }
        for index in decided { ranked[index].flags.insert(.photoFinish) }
      }
      start = end
    }
  }

  /// Moves those with too few laps behind the ranked ones, and gives places.
  private mutating func place() {
    if let share = format.classified, let first = order.first, ranked[first].key.rank == 0 {
      let least = ranked[first].laps * share / 1000
      let count = order.partitioningIndex { ranked[$0].key.rank != 0 }
      for index in order[..<count] where ranked[index].laps < least {
        ranked[index].flags.insert(.notClassified)
      }
      let others = order[..<count].filter { ranked[$0].isUnclassified }
      order.replaceSubrange(
        ..<count, with: order[..<count].filter { !ranked[$0].isUnclassified } + others)
    }
    var before: Int?
    for (place, index) in order.enumerated() {
      let isRanked = ranked[index].key.rank == 0 && !ranked[index].isUnclassified
      let isShared =
        before.map { format.sharePlace(ranked[$0].key, ranked[index].key) } ?? false
      ranked[index].position =
        isRanked ? isShared ? before.flatMap { ranked[$0].position } : place + 1 : nil
      ranked[index].line = place
      before = index
    }
  }
}

extension [Standings.Row] {
  /// Computes the gaps to the first and to the one ahead, by the format.
  mutating func setGaps(_ format: RaceFormat) {
    guard let first = first?.neighbor else { return }
    for index in indices {
      let ahead = self[Swift.max(0, index - 1)].neighbor
      self[index].setGaps(to: first, behind: ahead, format)
    }
  }
}

extension Standings.Row {
  /// The values on which the gap of another runner depends.
  typealias Neighbor = (laps: Int, time: Duration?, position: Int?)

  fileprivate var neighbor: Neighbor { (laps, time, position) }

  /// Computes the gaps of a runner; the first one of a list is ahead of itself.
  fileprivate mutating func setGaps(
    to first: Neighbor, behind ahead: Neighbor, _ format: RaceFormat
  ) {
    (gap, interval, gapLaps) = (nil, nil, 0)
    guard let position else { return }
    let isByLaps = !format.isByBestLaps
    if isByLaps { gapLaps = max(0, first.laps - laps) }
    guard let time else { return }
    if format.isBackyard {
      // Times do not rank: only those of a shared place have a gap, which is none.
      gap = position == first.position ? .zero : nil
      interval = position == ahead.position ? .zero : nil
      return
    }
    // Times do not rank those of an elimination: no one is behind a larger time.
    if gapLaps == 0, let leader = first.time, time >= leader { gap = time - leader }
    if !isByLaps || ahead.laps == laps, let before = ahead.time, time >= before {
      interval = time - before
    }
  }
}
