import Timing

extension Board {
  /// The runners of a group in order.
  ///
  /// A race has the rows of a settled wave, each of which is made when it is read: a crossing changes
  /// the gaps of many runners, and a screen shows few of them.
  public struct Rows: RandomAccessCollection, Sendable {
    private let source: Source

    private enum Source: Sendable {
      case rows([Row])
      /// A ranked wave, with the times of the laps by which places are gained; nil where none are.
      case wave(WaveRanking, PassageTimes?)
    }

    /// Creates complete rows in their order.
    init(_ rows: [Row]) { source = .rows(rows) }

    /// Ranks the runners of a judged wave.
    ///
    /// If the numbers of the runners are given who have changed since the former rows, only these are
    /// ranked again, unless there are many.
    ///
    /// - Complexity: O(n log n) in the laps; O(n) in the runners for a few changes, in comparisons of
    ///   neighbors and words that are moved.
    init(
      _ judged: JudgedWave, of race: Race, at present: RacePresent, after former: Rows?,
      changing changed: Set<Int>?
    ) {
      if let changed, changed.count <= 100,
        case .wave(var ranking, var passages)? = former?.source
      {
        let numbers = ranking.judged.numbers
        let indices = numbers.indices.filter { changed.contains(numbers[$0]) }
        let tracks = indices.map(ranking.track)
        if ranking.update(indices, judged, of: race, at: present) {
          for (index, track) in zip(indices, tracks) {
            passages?.replace(track, with: ranking.track(index), of: index)
          }
          source = .wave(ranking, passages)
          return
        }
      }
      let ranking = WaveRanking(judged, of: race, at: present)
      let isCompared = judged.wave.format.comparesPassages
      source = .wave(
        ranking,
        isCompared ? PassageTimes(ranking.ranked.indices.lazy.map(ranking.track)) : nil)
    }

    /// The ranking of a wave; nil for sessions.
    var ranking: WaveRanking? { if case .wave(let ranking, _) = source { ranking } else { nil } }

    /// The index of the first row.
    public var startIndex: Int { 0 }

    /// The index after the last row.
    public var endIndex: Int {
      switch source {
      case .rows(let rows): rows.count
      case .wave(let ranking, _): ranking.order.count
      }
    }

    /// A row.
    ///
    /// - Complexity: O(log n), and O(k) in the runners with equal times.
    public subscript(index: Int) -> Row {
      switch source {
      case .rows(let rows): return rows[index]
      case .wave(let ranking, let passages):
        var row = Row(result: ranking.row(index))
        row.began = row.status == .running ? ranking.began(index) : nil
        row.gained = ranking.gained(index, passages)
        return row
      }
    }

    /// Returns the place of a runner after each lap, with the time behind the first at that lap; none
    /// where passages do not rank.
    package func places(ofRowAt index: Int) -> [(place: Int, gap: Duration)] {
      guard case .wave(let ranking, let passages?) = source, ranking[index].position != nil else {
        return []
      }
      return passages.places(of: ranking.track(ranking.order[index])) {
        ranking.ranked[$0].line < index
      }
    }

    /// Calls a closure with the bib, the name and the ranking of each runner, in any order.
    ///
    /// A board is made after each event; the results of all runners would take most of that time.
    func forEachRanked(_ body: (_ bib: String, _ name: String?, RankedRunner) -> Void) {
      switch source {
      case .rows(let rows):
        for row in rows { body(row.bib, row.result.name, RankedRunner(row.result)) }
      case .wave(let ranking, _):
        for (ranked, number) in zip(ranking.ranked, ranking.judged.numbers) {
          let entry = ranking.runners[number].entry
          body(entry?.bib ?? "", entry?.fullName, ranked)
        }
      }
    }

    /// Returns the index of the runner with a bib; nil if nobody has it.
    ///
    /// - Complexity: O(n).
    package func index(ofBib bib: String) -> Int? {
      switch source {
      case .rows(let rows): rows.firstIndex { $0.bib == bib }
      case .wave(let ranking, _): indices.first { ranking.runner($0).entry?.bib == bib }
      }
    }

    /// Returns the row of the runner with a bib; nil if nobody has it.
    ///
    /// - Complexity: O(n).
    package func row(ofBib bib: String) -> Row? { index(ofBib: bib).map { self[$0] } }
  }
}

extension WaveRanking {
  /// The place of the gun; nil before it, also if a clock that is ahead has crossings after it.
  var pastGun: Duration? {
    wave.gun(after: rules.present.start).flatMap { $0 > rules.present.now ? nil : $0 }
  }

  /// The passages of a runner as places are compared by them.
  fileprivate func track(_ index: Int) -> RankedTrack {
    let (result, runner) = (results[index], runners[judged.numbers[index]])
    let origin = rules.origin(start: result.start)
    let laps = ranked[index].position == nil ? [] : result.laps
    return RankedTrack(
      laps.lazy.map { ($0.number, $0.place - origin) }, penaltyTime: runner.penaltyTime,
      penaltyLaps: runner.penaltyLaps)
  }

  /// The place at which the lap under way began, or will begin: of the bell of a backyard loop, else of
  /// the last passage, of the own start, or of the gun; nil before the gun.
  fileprivate func began(_ place: Int) -> Duration? {
    let result = results[order[place]]
    if case .backyard(let period) = wave.format.finish {
      return pastGun.map { $0 + period * result.number }
    }
    return result.lastPlace ?? pastGun.map { result.start ?? $0 }
  }

  /// The places that the runner at an index of the order gained since the passage before the last
  /// one; nil for a runner who is not ranked, and where the order of passages does not rank.
  fileprivate func gained(_ place: Int, _ passages: PassageTimes?) -> Int? {
    guard self[place].position != nil else { return nil }
    if case .bestLaps(let count, _) = wave.format.finish { return gained(place, byBest: count) }
    return passages?.gained(track(order[place]), at: place) { ranked[$0].line < place }
  }

  /// The places gained by the last lap, where the best laps rank; ties are no gains.
  private func gained(_ place: Int, byBest count: Int) -> Int? {
    let laps = results[order[place]].laps.compactMap(\.lap)
    guard let now = self[place].key.time, self[place].key.first == 0,
      let run = Array(laps.dropLast()).bestRun(of: count)
    else { return nil }
    let before = run.time + runner(place).penaltyTime
    guard now < before else { return 0 }
    return ranked.count { other in
      other.position != nil && other.key.first == 0
        && other.key.time.map { $0 >= now && $0 < before } ?? false
    } - 1
  }
}

extension RankedRunner {
  /// The ranking of a result, without its key.
  fileprivate init(_ row: Standings.Row) {
    self.init(key: RankKey(rank: 0), laps: row.laps, flags: row.flags)
    (status, shown, best, lastLap) = (row.status, row.time, row.best, row.last)
  }
}

extension Board.Rows: Equatable {
  /// Whether all rows are equal.
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}
