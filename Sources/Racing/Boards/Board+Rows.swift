import Timing

extension Board {
  /// The runners of a group in order.
  ///
  /// A race has the rows of a settled wave, each of which is made when it is read: a crossing changes
  /// the gaps of many runners, and a screen shows few of them.
  public struct Rows: RandomAccessCollection, Sendable {
    private var source: Source

    private enum Source: Sendable {
      case rows([Row])
      case wave(Wave)
    }

    /// A ranked wave with the times of the laps by which places are gained; nil where none are.
    fileprivate struct Wave: Sendable {
      var ranking: WaveRanking
      var gun: Duration?
      var passages: PassageTimes?
      /// The index of each runner in the order.
      var places: [Int]
    }

    /// Creates complete rows in their order.
    public init(_ rows: [Row]) { source = .rows(rows) }

    /// Creates the rows of a wave.
    ///
    /// - Complexity: O(n log n) in the laps.
    init(_ ranking: WaveRanking, gun: Duration?) {
      var wave = Wave(ranking: ranking, gun: gun, places: ranking.places)
      if ranking.wave.format.comparesPassages {
        wave.passages = PassageTimes(
          ranking.ranked.indices.lazy.compactMap { runner in
            ranking.track(runner).map { (runner: runner, track: $0) }
          })
      }
      source = .wave(wave)
    }

    /// Updates some runners of the wave and returns its ranking; nil if the rows must be made
    /// again.
    ///
    /// - Complexity: as ``WaveRanking/update(_:_:of:at:)``.
    mutating func update(
      _ changed: Set<Int>, _ judged: JudgedWave, gun: Duration?, of race: Race,
      at present: RacePresent
    ) -> WaveRanking? {
      guard case .wave(var wave) = source, wave.gun == gun else { return nil }
      // Its arrays are changed in place.
      source = .rows([])
      let numbers = wave.ranking.judged.numbers
      var former: [(index: Int, track: RankedTrack?)] = []
      for index in numbers.indices where wave.passages != nil && changed.contains(numbers[index]) {
        former.append((index, wave.ranking.track(index)))
      }
      guard wave.ranking.update(changed, judged, of: race, at: present) else { return nil }
      for (index, track) in former {
        wave.passages?.replace(track, with: wave.ranking.track(index), of: index)
      }
      wave.places = wave.ranking.places
      source = .wave(wave)
      return wave.ranking
    }

    /// The index of the first row.
    public var startIndex: Int { 0 }

    /// The index after the last row.
    public var endIndex: Int {
      switch source {
      case .rows(let rows): rows.count
      case .wave(let wave): wave.places.count
      }
    }

    /// A row.
    ///
    /// - Complexity: O(log n), and O(k) in the runners with equal times.
    public subscript(index: Int) -> Row {
      switch source {
      case .rows(let rows): return rows[index]
      case .wave(let wave):
        var row = Row(wave.ranking.row(index))
        row.began = row.result.status == .running ? wave.ranking.began(index) ?? wave.gun : nil
        row.gained = wave.gained(index)
        return row
      }
    }

    /// The facts of the rows, in any order, from which columns are laid out.
    func forEachSummary(_ body: (Summary) -> Void) {
      switch source {
      case .rows(let rows):
        for row in rows {
          body(
            Summary(
              status: row.status, flags: row.flags, laps: row.laps, best: row.best, time: row.time,
              last: row.last, bib: row.bib, hasName: row.name != nil))
        }
      case .wave(let wave):
        for (runner, number) in zip(wave.ranking.ranked, wave.ranking.judged.numbers) {
          let entry = wave.ranking.runners[number].entry
          body(
            Summary(
              status: Status(runner.status), flags: runner.flags, laps: runner.laps,
              best: runner.best, time: runner.shown, last: runner.lastLap, bib: entry?.bib ?? "",
              hasName: entry?.fullName != nil))
        }
      }
    }

    /// The facts of a row that concern all of a board.
    struct Summary {
      var status: Status
      var flags: RaceFlags
      var laps: Int
      var best, time, last: Duration?
      var bib: String
      var hasName: Bool
    }

    /// Returns the index of the runner with a bib; nil if nobody has it.
    ///
    /// - Complexity: O(n).
    package func index(ofBib bib: String) -> Int? {
      switch source {
      case .rows(let rows): rows.firstIndex { $0.bib == bib }
      case .wave(let wave): indices.first { wave.ranking.runner($0).entry?.bib == bib }
      }
    }

    /// Returns the row of the runner with a bib; nil if nobody has it.
    ///
    /// - Complexity: O(n).
    package func row(ofBib bib: String) -> Row? { index(ofBib: bib).map { self[$0] } }
  }
}

extension Board.Rows.Wave {
  /// The places that the runner at an index gained since the passage before the last one; nil for who
  /// is not ranked, and where the order of passages does not rank.
  fileprivate func gained(_ index: Int) -> Int? {
    guard ranking[index].position != nil else { return nil }
    if case .bestLaps(let count, _) = ranking.wave.format.finish {
      return gained(index, byBest: count)
    }
    guard let passages, let track = ranking.track(ranking.order[index]) else { return nil }
    return passages.gained(track, at: index) { places[$0] < index }
  }

  /// The places gained by the last lap, where the best laps rank; ties are no gains.
  private func gained(_ index: Int, byBest count: Int) -> Int? {
    let laps = ranking.results[ranking.order[index]].laps.compactMap(\.lap)
    guard let now = ranking[index].key.time, ranking[index].key.first == 0,
      let run = Standings.bestRun(of: count, in: laps.dropLast())
    else { return nil }
    let before = run.time + ranking.runner(index).penaltyTime
    guard now < before else { return 0 }
    return ranking.ranked.count { other in
      other.position != nil && other.key.first == 0
        && other.key.time.map { $0 >= now && $0 < before } ?? false
    } - 1
  }
}

extension WaveRanking {
  /// The index of each runner in the order.
  fileprivate var places: [Int] {
    var places = [Int](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    return places
  }

  /// The passages of a ranked runner as places are compared by them; nil for who is not ranked.
  fileprivate func track(_ index: Int) -> RankedTrack? {
    guard ranked[index].position != nil else { return nil }
    let (result, runner) = (results[index], runners[judged.numbers[index]])
    let origin = origin(start: result.start)
    return RankedTrack(
      result.laps.lazy.map { ($0.number, $0.place - origin) }, penaltyTime: runner.penaltyTime,
      penaltyLaps: runner.penaltyLaps)
  }

  /// The place at which the lap under way began: of the last passage, or of the own start by a
  /// crossing; nil without one.
  fileprivate func began(_ place: Int) -> Duration? {
    let result = results[order[place]]
    return result.lastPlace ?? result.startCrossing?.place
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
