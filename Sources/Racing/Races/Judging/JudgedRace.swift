import Text
import Timing

/// A present, and the state of a race on which the results of all runners depend.
struct RacePresent {
  var now = Duration.zero
  /// The place up to which crossings count; not before now.
  var latest = Duration.zero
  /// The place of the race's start; nil without one.
  var start: Duration?
  /// The place at which the clock stands; nil while it runs.
  var stop: Duration?
  /// The lists in which crossings at equal times were put in order, the latest last.
  var photoFinishes: [[EventID]] = []
  /// The order of the joined streams, which decides ties without these, see ``RaceStream/order``.
  var streams: [String] = []
}

extension RacePresent {
  /// - Complexity: O(n) in the runners.
  init(_ race: Race, at now: Duration) {
    self.init(
      now: now, latest: race.latestPlace(at: now), start: race.session.summary.startPlace,
      stop: race.stopPlace(now), photoFinishes: race.orders.map(\.ids),
      streams: race.streams.map(\.order))
  }
}

/// The result of a runner, and the place from which its splits count.
package struct JudgedRunner: Sendable {
  let result: WaveJudge.Result
  let origin: Duration
}

/// The results of a race as of its newest events, which are judged again where events and time
/// change them.
package struct JudgedRace: Sendable {
  /// The waves, in no particular order.
  private(set) var waves: [JudgedWave] = []
  /// The wave of each runner and the index within it, by the number of the runner in the race; nil
  /// for those who are not entered.
  private var locations: [(wave: Int, index: Int)?] = []
  /// The fold of the race, and the number of its changes that were judged; nil before the first time.
  private var known: (fold: Race.Fold, changes: Int32)?
  private(set) var present = RacePresent()

  /// Creates the results of a race without events.
  package init() {}

  /// Whether the race has no other events than those that were judged.
  func isCurrent(_ race: Race) -> Bool {
    known.map { $0.fold === race.fold && $0.changes == race.changes } ?? false
  }

  /// Judges what has changed since the last time, and returns the former results of the runners
  /// whose entries, crossings or results may have changed, by their numbers; nil if all may have and
  /// none had results.
  ///
  /// - Complexity: O(n) in the runners, and O(k) in the crossings of those concerned; O(n log n) in
  ///   all crossings if an event changes what all results depend on.
  package mutating func settle(_ race: Race, at now: Duration) -> [Int: JudgedRunner?]? {
    if isCurrent(race), present.now == now { return [:] }
    let next = RacePresent(race, at: now)
    defer { known = (race.fold, race.changes) }
    guard let known, known.fold === race.fold,
      race.commonChange <= known.changes, known.changes <= race.changes, present.now <= now,
      (present.start, present.stop) == (next.start, next.stop),
      waves.allSatisfy({ $0.wave == race.wave($0.wave.name) && $0.hasGun(at: next) })
    else {
      let former = judgeAll(race, at: next)
      guard former.known?.fold === race.fold, !former.waves.isEmpty else { return nil }
      return Dictionary(
        uniqueKeysWithValues: race.runners.indices.map { ($0, former.judged($0)) })
    }
    var changed: [Int: JudgedRunner?] = [:]
    var isAnyRegrouped = false
    for number in race.runners.indices where race.runners[number].change > known.changes {
      changed.updateValue(judged(number), forKey: number)
      let wave = location(ofRunner: number).map { waves[$0.wave].wave.name }
      if wave != race.runners[number].entry.map(\.wave) { isAnyRegrouped = true }
    }
    if isAnyRegrouped {
      let former = judgeAll(race, at: next)
      for number in locations.indices where changed[number] == nil {
        let before = former.judged(number)
        if before?.result != judged(number)?.result { changed.updateValue(before, forKey: number) }
      }
      return changed
    }
    present = next
    var byWave: [Int: [Int]] = [:]
    for number in changed.keys {
      if let location = location(ofRunner: number) {
        byWave[location.wave, default: []].append(location.index)
      }
    }
    for index in waves.indices {
      let others = waves[index].judge(byWave[index] ?? [], of: race, at: present)
      changed.merge(others) { first, _ in first }
    }
    return changed
  }

  /// Judges a crossing that is the only change since the last time; returns false if
  /// ``settle(_:at:)`` has to judge.
  ///
  /// It notes the number of the runner with the former result, unless one is already noted.
  /// Without other streams, the crossing changes its runner alone, unless it is ahead of the clock: then
  /// it may begin a wave.
  ///
  /// - Complexity: O(k) in the crossings of the runner.
  package mutating func settle(
    _ race: Race, crossing version: Int, at now: Duration,
    noting changed: inout [Int: JudgedRunner?]?
  ) -> Bool {
    guard let known, known.fold === race.fold, race.changes == known.changes + 1,
      race.commonChange <= known.changes, race.streams.isEmpty, present.now <= now,
      (present.start, present.stop) == (race.session.summary.startPlace, race.stopPlace(now)),
      waves.allSatisfy({ $0.nextChange.map { $0 > now } ?? true }),
      let (place, number) = race.held[Race.Source(version: version)], place <= now
    else { return false }
    var next = present
    (next.now, next.latest) = (now, max(present.latest, now))
    if changed?[number] == nil { changed?.updateValue(judged(number), forKey: number) }
    if let location = location(ofRunner: number) {
      guard waves[location.wave].judge(location.index, version, at: place, of: race, next)
      else { return false }
    } else if race.runners[number].entry != nil {
      return false
    }
    present = next
    self.known = (race.fold, race.changes)
    return true
  }

  /// Judges all waves, and returns the results before.
  private mutating func judgeAll(_ race: Race, at next: RacePresent) -> JudgedRace {
    let former = self
    present = next
    waves = race.numbersByWave.compactMap { name, numbers in
      race.wave(name).map { JudgedWave($0, numbers, of: race, at: present) }
    }
    locate(race)
    return former
  }

  /// The waves in the order of their starts, those without a gun last.
  var wavesInOrder: [JudgedWave] {
    func key(_ wave: Race.Wave) -> (Int, Duration, String) {
      (wave.gun == nil ? 1 : 0, wave.gun ?? .zero, wave.name ?? "")
    }
    return waves.sorted { key($0.wave) < key($1.wave) }
  }

  /// Returns the wave of a runner and the index within it; nil for one who is not entered.
  func location(ofRunner number: Int) -> (wave: Int, index: Int)? {
    number < locations.count ? locations[number] : nil
  }

  /// The result of a runner; nil for one who is not entered.
  func judged(_ number: Int) -> JudgedRunner? {
    location(ofRunner: number).map { waves[$0.wave].runner($0.index, at: present) }
  }

  private mutating func locate(_ race: Race) {
    locations = Array(repeating: nil, count: race.runners.count)
    for (wave, judged) in waves.enumerated() {
      for (index, number) in judged.numbers.enumerated() { locations[number] = (wave, index) }
    }
  }
}

/// A wave with the results of its runners, which events change.
struct JudgedWave {
  let wave: Race.Wave
  /// The place from which the wave is judged; nil before it.
  private(set) var gun: Duration?
  /// The numbers of its runners in the race, in natural order of their bibs.
  let numbers: [Int]
  /// The results of these runners as if the race had no end; none if it is judged as a whole.
  private var laps: [WaveJudge.Result] = []
  private(set) var results: [WaveJudge.Result] = []
  private(set) var end = WaveEnd()
  /// The next place at which a result changes without a further event; nil if there is none.
  private(set) var nextChange: Duration?

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
    (gun, laps, end) = (judge?.gun, [], WaveEnd())
    let runners = numbers.map { race.runner($0, in: wave.format, through: present.latest) }
    guard let judge else {
      results = runners.map { WaveJudge.Result(beforeStart: $0, latest: present.latest) }
      nextChange = wave.gun(after: present.start)
      return
    }
    (laps, results, end) = judge.judged(runners)
    nextChange = judge.nextChange
    if !wave.format.judgesRunnersAlone { laps = [] }
  }

  /// Judges a runner again after a further crossing; returns false if it may change the results of
  /// others, and then leaves this one without laps.
  ///
  /// With a further crossing, a runner completes no lap later than before. One after all others
  /// changes no result of these.
  ///
  /// - Complexity: O(k) in the crossings of the runner.
  fileprivate mutating func judge(
    _ index: Int, _ crossing: Int, at place: Duration, of race: Race, _ present: RacePresent
  ) -> Bool {
    guard wave.format.judgesRunnersAlone, let judge = WaveJudge(wave, at: present),
      judge.gun == gun
    else { return false }
    var result = laps[index]
    let judged = result.laps.count + result.others.count
    let further = race.runners[numbers[index]].crossings.dropFirst(judged)
    if further.map(\.source) == [Race.Source(version: crossing)] {
      // The only copy of the laps grows in place.
      (laps[index].laps, results[index].laps) = ([], [])
      judge.add(further, to: &result, judge.ownStart(index))
    } else {
      result = lapsAlone(index, judge, race)
    }
    guard let end = judge.end(end, after: result, at: place) else { return false }
    (laps[index], self.end) = (result, end)
    judge.apply(end, to: &result)
    results[index] = result
    return true
  }

  /// Judges a runner alone, with no end of the race.
  private func lapsAlone(_ index: Int, _ judge: WaveJudge, _ race: Race) -> WaveJudge.Result {
    let runner = race.runner(numbers[index], in: wave.format, through: judge.present.latest)
    return judge.laps(of: runner, judge.ownStart(index), deadTime: nil)
  }

  /// Whether its gun is the one from which it is judged, as of a present.
  func hasGun(at present: RacePresent) -> Bool { WaveJudge(wave, at: present)?.gun == gun }

  /// Judges the wave again after some of its runners or the present have changed, and returns the
  /// former results of other runners whose results have changed, by their numbers.
  ///
  /// - Complexity: O(k) in the crossings of these runners, and O(n) in the runners; of all if the
  ///   end of the wave's race moves, in formats that compare all runners, and before the gun.
  mutating func judge(
    _ changed: [Int], of race: Race, at present: RacePresent
  ) -> [(Int, JudgedRunner?)] {
    let judge = WaveJudge(wave, at: present)
    let isDue = nextChange.map { $0 <= present.now } ?? false
    if changed.isEmpty, !isDue { return [] }
    let former: [WaveJudge.Result]
    if let judge, !isDue, wave.format.judgesRunnersAlone {
      for index in changed { laps[index] = lapsAlone(index, judge, race) }
      let before = end
      end = judge.end(of: laps)
      let isMoved = (end.lap, end.place) != (before.lap, before.place)
      // A copy of the results would be the one that changes.
      former = isMoved ? results : []
      for index in isMoved ? Array(results.indices) : changed {
        var result = laps[index]
        judge.apply(end, to: &result)
        results[index] = result
      }
    } else {
      former = results
      judgeAll(race, present)
    }
    return former.indices.filter { results[$0] != former[$0] }.map {
      (numbers[$0], judged(former[$0], at: present))
    }
  }

  /// The result of a runner, given by its index.
  func runner(_ index: Int, at present: RacePresent) -> JudgedRunner {
    judged(results[index], at: present)
  }

  private func judged(_ result: WaveJudge.Result, at present: RacePresent) -> JudgedRunner {
    let rules = RunnerRanking(wave, at: present)
    return JudgedRunner(result: result, origin: rules.origin(start: result.start))
  }
}
