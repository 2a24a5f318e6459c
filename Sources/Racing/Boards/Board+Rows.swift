import Timing

extension Board {
  /// The runners of a group in order.
  ///
  /// The places, gaps and places gained in a large race are computed when a row is read: a crossing
  /// changes those of many runners, and a screen shows few of them.
  public struct Rows: RandomAccessCollection, Sendable {
    /// The rows: complete and in order, or of a ranking.
    private(set) var results: ChunkedArray<Row>
    private var ranking: Ranking?

    /// Creates rows.
    ///
    /// - Parameter rows: complete rows in order.
    public init(_ rows: [Row]) {
      results = ChunkedArray(rows)
    }

    /// The order of numbered results.
    struct Ranking: Sendable {
      /// Whether there is no gap in time between runners with other laps.
      var isByLaps: Bool
      /// The numbers of the results in order.
      var order: [Int32]
      /// The index of each result in the order.
      var indices: [Int32] = []
      /// The positions in order; 0 for runners who are not ranked.
      var positions: [Int32] = []
      /// The times of the laps; nil where no places are gained.
      var passages: PassageTimes?
    }

    /// Creates rows that are completed when they are read.
    ///
    /// - Parameters:
    ///   - rows: rows in order, with their positions.
    ///   - order: the numbers of the runners in order.
    ///   - isByLaps: whether there is no gap in time between runners with other laps.
    ///   - gains: whether places are gained.
    init(_ rows: [Row], order: [Int], isByLaps: Bool, gains: Bool) {
      var ranking = Ranking(isByLaps: isByLaps, order: order.map { Int32(truncatingIfNeeded: $0) })
      ranking.positions = rows.map { Int32(truncatingIfNeeded: $0.position ?? 0) }
      ranking.indices = Array(repeating: 0, count: order.count)
      for (index, number) in order.enumerated() {
        ranking.indices[number] = Int32(truncatingIfNeeded: index)
      }
      if gains {
        let ranked = zip(order, rows).lazy.filter { $1.position != nil }
        ranking.passages = PassageTimes(ranked.map { (runner: $0, track: $1.result.track) })
      }
      results = ChunkedArray(ranking.indices.map { rows[Int($0)] })
      self.ranking = ranking
    }

    /// The index of the first row.
    public var startIndex: Int { 0 }

    /// The index after the last row.
    public var endIndex: Int { results.count }

    /// A row.
    ///
    /// - Complexity: O(log n), and O(k) in the runners with equal times.
    public subscript(index: Int) -> Row {
      guard let ranking else { return results[index] }
      let number = Int(ranking.order[index])
      var row = results[number]
      let position = ranking.positions[index]
      row.result.position = position > 0 ? Int(position) : nil
      row.result.setGaps(
        to: facts(of: Int(ranking.order[0])),
        behind: facts(of: Int(ranking.order[index > 0 ? index - 1 : 0])), byLaps: ranking.isByLaps)
      row.gained = position > 0 ? gained(row, index, ranking) : nil
      return row
    }

    private func facts(of number: Int) -> (laps: Int, time: Duration?) {
      (results[number].result.laps, results[number].result.time)
    }

    private func gained(_ row: Row, _ index: Int, _ ranking: Ranking) -> Int? {
      let track = row.result.track
      guard let passages = ranking.passages, track.lapsBefore > 0,
        let split = track.split(atLap: track.lapsBefore)
      else { return nil }
      let before = passages.count(before: split, atLap: track.lapsBefore) { runner in
        ranking.indices[runner] < index
      }
      return before - index
    }

    /// Returns the index of the runner with a bib; nil if nobody has it.
    ///
    /// - Complexity: O(n).
    package func index(ofBib bib: String) -> Int? {
      results.firstIndex { $0.result.bib == bib }
        .map { number in ranking.map { Int($0.indices[number]) } ?? number }
    }

    /// Returns the row of the runner with a bib; nil if nobody has it.
    ///
    /// - Complexity: O(n).
    package func row(ofBib bib: String) -> Row? { index(ofBib: bib).map { self[$0] } }
  }
}

extension Board.Rows {
  /// Replaces the row of a runner, and puts it where it belongs.
  ///
  /// - Parameters:
  ///   - number: the number of the runner.
  ///   - row: the row, without a position.
  ///   - ranked: the facts that rank all runners, by their numbers.
  ///   - format: the format.
  /// - Complexity: O(log n), but for words that are moved.
  mutating func replace(
    _ number: Int, with row: Board.Row, _ ranked: [RankedRunner], _ format: RaceFormat
  ) {
    guard var ranking else { return }
    // Its arrays are changed in place, unless a board has them.
    self.ranking = nil
    let former = Int(ranking.indices[number])
    let formerTrack = ranking.positions[former] > 0 ? results[number].result.track : nil
    results[number] = row
    let runner = ranked[number]
    ranking.order.remove(at: former)
    let index = ranking.order.partitioningIndex { number in
      RankedRunner.isBefore(runner, ranked[Int(number)])
    }
    ranking.order.insert(Int32(truncatingIfNeeded: number), at: index)
    let (first, last) = (Swift.min(former, index), Swift.max(former, index))
    for index in first...last {
      ranking.indices[Int(ranking.order[index])] = Int32(truncatingIfNeeded: index)
    }
    for index in first..<ranking.order.count {
      let position = ranking.position(at: index, ranked, format)
      // Runners who share a position follow each other.
      if index > last, position == ranking.positions[index] { break }
      ranking.positions[index] = position
    }
    if ranking.passages != nil {
      ranking.passages?.replace(
        formerTrack, with: ranking.positions[index] > 0 ? row.result.track : nil, of: number)
    }
    self.ranking = ranking
  }
}

extension Board.Rows.Ranking {
  /// Returns the position of a runner, after that of the runner ahead; 0 for a runner who is not
  /// ranked.
  fileprivate func position(
    at index: Int, _ ranked: [RankedRunner], _ format: RaceFormat
  ) -> Int32 {
    let runner = ranked[Int(order[index])]
    guard runner.key.rank == 0 else { return 0 }
    let isShared = index > 0 && format.sharePlace(ranked[Int(order[index - 1])].key, runner.key)
    return isShared ? positions[index - 1] : Int32(truncatingIfNeeded: index + 1)
  }
}

extension Board.Rows: Hashable {
  /// Whether all rows are equal.
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

  /// Hashes all rows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}
