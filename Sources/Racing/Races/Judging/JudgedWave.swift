import Text
import Timing

/// A wave with the results of its runners, which events change.
struct JudgedWave {
  private(set) var wave: Race.Wave
  /// The place from which the wave is judged; nil before it.
  private(set) var gun: Duration?
  /// The numbers of its runners in the race, in natural order of their bibs.
  private(set) var numbers: [Int]
  /// The results of these runners as if the race had no end; none if it is judged as a whole.
  private var laps: [WaveJudge.Result] = []
  private(set) var results: [WaveJudge.Result] = []
  private(set) var end = WaveJudge.End()
  /// The next place at which a result changes without a further event; nil if there is none.
  private(set) var nextChange: Duration?
  /// Whether runners were added or removed since it was judged.
  private var hasOtherRunners = false

  /// Judges the wave of some runners, given by their numbers in any order.
  ///
  /// - Complexity: O(n log n) in the crossings.
  init(_ wave: Race.Wave, _ numbers: [Int], of race: Race, at present: RacePresent) {
    self.wave = wave
    self.numbers = numbers.sortedNaturally(by: race.bib(ofRunner:))
    judgeAll(race, present)
  }

  private mutating func judgeAll(_ race: Race, _ present: RacePresent) {
    let judge = WaveJudge(wave, at: present)
    (gun, laps, end) = (judge?.gun, [], WaveJudge.End())
    guard let judge else {
      results = numbers.map { beforeStart($0, race, present) }
      nextChange = wave.gun(after: present.start)
      return
    }
    let runners = numbers.map {
      (number: $0, runner: race.runner($0, in: wave.format, through: present.latest))
    }
    (laps, results, end) = judge.judged(runners)
    nextChange = judge.nextChange
    if !wave.format.judgesRunnersAlone { laps = [] }
  }

  private func beforeStart(
    _ number: Int, _ race: Race, _ present: RacePresent
  ) -> WaveJudge.Result {
    WaveJudge.Result(
      beforeStart: race.runner(number, in: wave.format, through: present.latest), number,
      latest: present.latest)
  }

  /// The place from which splits count, of runners without an own clock: of the gun, else of the
  /// start, else of the first event, which time does not move.
  func origin(at present: RacePresent) -> Duration {
    wave.gun(after: present.start) ?? present.start ?? .zero
  }

  /// Judges the wave again after some of its runners, its gun or format, or the present have
  /// changed.
  ///
  /// Returns the indices of all runners with other results, some of those given possibly twice; nil
  /// if the wave has another gun or format.
  ///
  /// - Complexity: O(k) in the crossings of these runners, and O(n) in the runners; of all if the
  ///   end of the wave's race moves, and in formats that compare all runners.
  mutating func judge(
    _ changed: [Int], as wave: Race.Wave, of race: Race, at present: RacePresent
  ) -> [Int]? {
    let judge = WaveJudge(wave, at: present)
    guard wave == self.wave, judge?.gun == gun else {
      self.wave = wave
      judgeAll(race, present)
      return nil
    }
    let isDue = nextChange.map { $0 <= present.now } ?? false
    if changed.isEmpty, !isDue, !hasOtherRunners { return [] }
    hasOtherRunners = false
    guard let judge else {
      for index in changed { results[index] = beforeStart(numbers[index], race, present) }
      return changed
    }
    guard !isDue, wave.format.judgesRunnersAlone, laps.count == results.count else {
      let former = results
      judgeAll(race, present)
      return changed + results.indices.filter { results[$0] != former[$0] }
    }
    for index in changed {
      let number = numbers[index]
      laps[index] = judge.laps(
        of: race.runner(number, in: wave.format, through: present.latest), number,
        judge.ownStart(index), deadTime: nil)
    }
    let former = (results: results, end: end)
    end = judge.end(of: laps)
    let isMoved = (end.lap, end.place) != (former.end.lap, former.end.place)
    for index in isMoved ? Array(results.indices) : changed {
      var result = laps[index]
      judge.apply(end, to: &result)
      results[index] = result
    }
    guard isMoved else { return changed }
    return changed + results.indices.filter { results[$0] != former.results[$0] }
  }

  /// Removes and adds runners; those who are added have to be judged.
  ///
  /// - Complexity: O(n) in the runners, O(k log n) in those who are added.
  mutating func replace(_ removed: Set<Int>, by added: [Int], of race: Race) {
    let (formerLaps, formerResults) = (laps, results)
    // Own starts in the order of the bibs move.
    let hasLaps = laps.count == results.count && !wave.format.ordersStartsByEntries
    let kept = numbers.indices.filter { !removed.contains(numbers[$0]) }
      .map { (number: numbers[$0], index: Int?.some($0)) }
    let runners = (kept + added.map { ($0, nil) })
      .sortedNaturally { race.bib(ofRunner: $0.number) }
    numbers = runners.map(\.number)
    results = runners.map { number, index in
      index.map { formerResults[$0] } ?? WaveJudge.Result(runner: number)
    }
    laps =
      hasLaps ? zip(runners, results).map { $0.index.map { formerLaps[$0] } ?? $1 } : []
    hasOtherRunners = true
  }
}
