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
  /// The orders of crossings, which decide ties.
  var photoFinishes = PhotoFinishes([])
  /// The order of the joined streams, which decides ties without these, see ``RaceStream/order``.
  var streams: [String] = []
}

extension RacePresent {
  /// - Complexity: O(n) in the runners.
  init(_ race: Race, at now: Duration) {
    self.init(
      now: now, latest: race.latestPlace(at: now), start: race.session.startPlace,
      stop: race.stopPlace(now), photoFinishes: PhotoFinishes(race.orders),
      streams: race.streams.map(\.order))
  }
}

/// The results of a race as of its newest events, which are judged again where events and time
/// change them.
package struct JudgedRace: Sendable {
  /// The waves, in no particular order.
  private(set) var waves: [JudgedWave] = []
  /// The wave of each runner and the index within it, by the number of the runner in the race; nil
  /// for those who are not entered.
  private var locations: [(wave: Int, index: Int)?] = []
  /// The number of changes of the race that were judged; nil before the first time.
  private var changes: Int32?
  private(set) var present = RacePresent()

  /// Creates the results of a race without events.
  package init() {}

  /// Judges what has changed since the last time, and returns the numbers of the runners whose
  /// entries, crossings or results may have changed; nil for all of the race.
  ///
  /// - Complexity: O(n) in the runners, and O(k) in the crossings of those concerned; O(n log n) in
  ///   all crossings if an event changes what all results depend on.
  package mutating func settle(_ race: Race, at now: Duration) -> Set<Int>? {
    let former = present
    present = RacePresent(race, at: now)
    defer { changes = race.changes }
    guard let changes, race.commonChange <= changes, former.now <= now,
      (former.start, former.stop) == (present.start, present.stop)
    else {
      waves = race.numbersByWave.compactMap { name, numbers in
        race.wave(name).map { JudgedWave($0, numbers, of: race, at: present) }
      }
      locate(race)
      return nil
    }
    var changed = Set(race.runners.indices.lazy.filter { race.runners[$0].change > changes })
    move(changed, race)
    var byWave: [Int: [Int]] = [:]
    for number in changed {
      if let location = locations[number] {
        byWave[location.wave, default: []].append(location.index)
      }
    }
    var isAll = false
    for index in waves.indices {
      guard let wave = race.wave(waves[index].wave.name) else { continue }
      if let others = waves[index].judge(byWave[index] ?? [], as: wave, of: race, at: present) {
        changed.formUnion(others.lazy.map { [numbers = waves[index].numbers] in numbers[$0] })
      } else {
        isAll = true
      }
    }
    return isAll ? nil : changed
  }

  /// Moves runners to the waves of their entries.
  private mutating func move(_ changed: Set<Int>, _ race: Race) {
    while locations.count < race.runners.count { locations.append(nil) }
    var removed: [Int: Set<Int>] = [:]
    var added: [String?: [Int]] = [:]
    for number in changed {
      let former = locations[number]
      let entry = race.runners[number].entry
      if let former, let entry, waves[former.wave].wave.name == entry.wave { continue }
      if let former { removed[former.wave, default: []].insert(number) }
      if let entry { added[entry.wave, default: []].append(number) }
    }
    guard !removed.isEmpty || !added.isEmpty else { return }
    for index in waves.indices {
      let own = added.removeValue(forKey: waves[index].wave.name) ?? []
      if own.isEmpty, removed[index] == nil { continue }
      waves[index].replace(removed[index] ?? [], by: own, of: race)
    }
    waves.removeAll(where: \.numbers.isEmpty)
    if waves.isEmpty, added.isEmpty { added[nil] = [] }
    for (name, numbers) in added {
      guard let wave = race.wave(name) else { continue }
      waves.append(JudgedWave(wave, numbers, of: race, at: present))
    }
    locate(race)
  }

  /// The waves in the order of their starts.
  var wavesInOrder: [JudgedWave] {
    let later = present.now + .seconds(1)
    return waves.sorted { left, right in
      (left.wave.gun ?? later, left.wave.name ?? "")
        < (right.wave.gun ?? later, right.wave.name ?? "")
    }
  }

  /// Returns the wave of a runner and the index within it; nil for one who is not entered.
  func location(ofRunner number: Int) -> (wave: Int, index: Int)? {
    number < locations.count ? locations[number] : nil
  }

  private mutating func locate(_ race: Race) {
    locations = Array(repeating: nil, count: race.runners.count)
    for (wave, judged) in waves.enumerated() {
      for (index, number) in judged.numbers.enumerated() { locations[number] = (wave, index) }
    }
  }
}
