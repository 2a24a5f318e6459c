import Text
import Timing

extension WaveJudge {
  struct Result: Hashable {
    var runner: Int
    /// The own start; nil before it.
    var start: Duration?
    /// The laps, or points, that count, in order: from its first element on, a slice of those that
    /// would count in a race without an end, so that the end copies none.
    var laps: ArraySlice<Passage> = []
    /// The crossings that do not count, with their reasons, and the own start.
    var others: [Passage] = []
    /// Whether the runner completed the race.
    var isFinished = false
    var flags: RaceFlags = []
    /// The order in elimination, from 1 for the first one out; nil for runners still in the race.
    var out: Int?
    /// The time of the first of the bunch in which the runner finished; nil without the rule.
    var bunched: Duration?
    /// Whether the runner is the one left in a backyard race.
    var isWinner = false

    /// Whether the laps can end the race.
    ///
    /// Those of a disqualified runner, or of one ruled not to have started, cannot.
    var isInRace = true

    /// The event of the crossing that started the own clock; nil if none did.
    var startSource: Race.Source?
    /// The crossing that started the own clock, which does not count; nil if none did.
    var startCrossing: Race.Crossing? {
      startSource.flatMap { start in others.first { $0.crossing.source == start }?.crossing }
    }
    /// The crossings before the others, of which only a summary is known; nil if all are known.
    var earlier: EarlierCrossings? {
      get { summarized.first }
      set { summarized = [newValue].compactMap(\.self) }
    }
    /// A list, since the summary is large, and results of a fold have none.
    var summarized: [EarlierCrossings] = []

    /// The number of laps that count, or that of the last point that was passed.
    var number: Int { laps.last?.number ?? earlier?.number ?? 0 }

    /// The place of the last passage; nil before the first.
    var lastPlace: Duration? { laps.last?.place ?? earlier?.place }

    /// All judged crossings, in the order of their places.
    var crossings: [Passage] {
      others.isEmpty ? Array(laps) : (laps + others).sorted { $0.crossing < $1.crossing }
    }

    /// Returns the judged crossing of an event; nil if the result does not have it.
    ///
    /// - Complexity: O(1) for one of the newest that count, else O(n) in the crossings.
    func passage(of source: Race.Source) -> Passage? {
      laps.last { $0.crossing.source == source } ?? others.last { $0.crossing.source == source }
    }
  }

  struct Passage: Hashable {
    var crossing: Race.Crossing
    private var smallNumber: Int32
    var flags: RaceFlags
    /// The time since the passage before or the own start; since its bell for a backyard loop; nil
    /// if it does not count.
    var lap: Duration?
    var place: Duration { crossing.place }

    /// The lap that it completes, or the number of the point, from 1; 0 for others; kept in 32 bits.
    var number: Int {
      get { Int(smallNumber) }
      set { smallNumber = Int32(truncatingIfNeeded: newValue) }
    }

    init(crossing: Race.Crossing, number: Int, flags: RaceFlags, lap: Duration? = nil) {
      (self.crossing, self.flags, self.lap) = (crossing, flags, lap)
      smallNumber = Int32(truncatingIfNeeded: number)
    }
  }
}

extension WaveJudge.Passage {
  /// Creates the passage of a crossing that does not count.
  init(_ crossing: Race.Crossing, _ reason: RaceFlags = []) {
    self.init(crossing: crossing, number: 0, flags: crossing.flags.union(reason))
  }
}

extension WaveJudge.Result {
  /// Whether the runner has completed a lap before a place, or at all where there is none.
  func isBefore(_ place: Duration?, atLap lap: Int) -> Bool {
    let index = lap - 1 - (earlier?.number ?? 0)
    guard lap > 0, laps.indices.contains(index) else { return false }
    return place.map { laps[index].place < $0 } ?? true
  }

  /// The points that were left out between two of them, by their indices; the crossing that started
  /// the own clock was at its point, although it counts for none.
  func missed(_ points: [String], from passed: Int, before index: Int) -> [String] {
    points[passed..<index].filter { $0 != startCrossing?.point }
  }

  /// Creates the result of a runner before the gun, with the crossings up to a place.
  init(beforeStart runner: WaveJudge.Runner, latest: Duration) {
    self.runner = runner.number
    for crossing in runner.crossings where crossing.place <= latest {
      leaveOut(crossing, .beforeStart)
    }
  }

  /// The largest possible error of the last passage's time; nil if it is unknown.
  func doubt(isOwnClock: Bool) -> Duration? {
    guard let last = laps.last?.crossing else { return .zero }
    guard isOwnClock, let startCrossing else { return last.doubt }
    // On one stream's timeline the distance has no doubt, unless comparisons moved an end.
    let isMoved = [startCrossing.doubt, last.doubt].contains { $0.map { $0 > .zero } ?? false }
    if startCrossing.source.stream == last.source.stream, !isMoved { return .zero }
    return startCrossing.doubt.flatMap { start in last.doubt.map { $0 + start } }
  }

  /// Notes a crossing that does not count.
  mutating func leaveOut(_ crossing: Race.Crossing, _ reason: RaceFlags = []) {
    others.append(WaveJudge.Passage(crossing, reason))
  }

  /// Keeps a number of laps; later crossings are after the finish.
  mutating func cut(after number: Int) {
    let count = max(0, number - (earlier?.number ?? 0))
    guard count < laps.count else { return }
    for var passage in laps[count...] {
      passage.flags.insert(.afterFinish)
      (passage.number, passage.lap) = (0, nil)
      others.append(passage)
    }
    laps = laps[..<count]
    others.sort { $0.crossing < $1.crossing }
  }
}

/// A summary of the crossings of a runner before a new one, which does not change them.
struct EarlierCrossings: Hashable {
  /// The number of laps that count, or that of the last point that was passed.
  var number: Int
  /// The place of the last passage that counts, and its flags; nil if none does.
  var place: Duration?
  var flags: RaceFlags
  /// The place from which the lap under way counts, which may be that of a lap after the finish; nil
  /// before the own start.
  var lapStart: Duration?
  /// The best and the last lap.
  var best, last: Duration?
  /// The order of equal results: by the end of the best lap, or by the last passage.
  var deciding: RankKey.Tie
  /// Whether the runner missed a point.
  var isPointMissed: Bool
}
