import Text
import Timing

// Everything that differs between the formats while runners are judged.

extension RaceFormat {
  /// Whether a runner is judged by the own crossings and the end of the wave's race alone.
  package var judgesRunnersAlone: Bool {
    guard deadTime == nil, bunchedWithin == nil else { return false }
    return switch finish {
    case .laps, .time, .ownLap, .points, .bestLaps, .timeTrial: true
    case .elimination, .backyard: false
    }
  }

  /// Whether a crossing after all others of its runner can be judged by a summary of these.
  var judgesCrossingsAlone: Bool {
    guard judgesRunnersAlone else { return false }
    return switch finish {
    case .bestLaps(let count, _): count == 1
    // The point of the crossing that started the own clock is not missed.
    case .points: first == .lap
    case .laps, .time, .ownLap, .timeTrial, .elimination, .backyard: true
    }
  }

  /// The conditions that end the race of a wave; none if these are a runner's own crossings, or the
  /// number of runners who are left.
  package var ending: RaceEnding {
    switch finish {
    case .laps(let lap): RaceEnding(lap: lap)
    case .time(let limit, furtherLaps: nil), .bestLaps(_, let limit):
      RaceEnding(limit: limit, lastsUntilLimit: true)
    case .time(let limit, let further): RaceEnding(limit: limit, furtherLaps: further)
    case .ownLap(after: let limit): RaceEnding(limit: limit)
    case .points, .elimination, .backyard, .timeTrial: RaceEnding()
    }
  }

  /// Whether runners gain places from one passage to the next.
  var comparesPassages: Bool {
    switch finish {
    case .laps, .time, .ownLap, .points, .elimination: true
    case .bestLaps, .backyard, .timeTrial: false
    }
  }
}

/// The conditions that end the race of a wave.
package struct RaceEnding {
  /// The lap whose first completion ends the race; nil if there is none, or if it is not known
  /// before the time limit.
  package var lap: Int?
  /// The time limit; nil without one.
  package var limit: Duration?
  /// The number of laps from the first new one after the limit to the one that ends the race; nil
  /// if no new lap does.
  var furtherLaps: Int?
  /// Whether a race that no lap has ended lasts until the limit, even if nobody crosses any more.
  var lastsUntilLimit = false
}

/// The end of a wave's race, which its runners decide.
package struct WaveEnd: Hashable, Sendable {
  /// The lap that is the last one; nil while it is not known.
  package var lap: Int?
  /// The place of its first completion; nil before it.
  package var place: Duration?
  /// The most laps of a runner in the race; 0 where the end does not depend on them, and once it
  /// has a place.
  ///
  /// In elimination, the number of runners still to complete the end lap.
  package var mostLaps = 0
}

extension WaveJudge {
  /// Returns the end of the wave's race by the results of all runners as if it had none.
  ///
  /// - Complexity: O(n) in the runners; in their laps if the first one after a time ends it.
  func end(of results: [Result]) -> WaveEnd {
    switch format.finish {
    case .laps(let lap):
      let places = results.lazy.filter(\.isInRace)
        .compactMap { $0.laps.count >= lap ? $0.laps[lap - 1].place : nil }
      return WaveEnd(lap: lap, place: places.min())
    case .time(let limit, let further?):
      var firsts: [Duration] = []
      for result in results where result.isInRace {
        for (index, lap) in result.laps.enumerated() {
          if index == firsts.count { firsts.append(lap.place) }
          firsts[index] = min(firsts[index], lap.place)
        }
      }
      var end = WaveEnd()
      let limit = limitPlace(limit)
      // A crossing of a clock that is ahead does not end the race before the time is over.
      if present.now >= limit, let first = firsts.firstIndex(where: { $0 >= limit }) {
        end.lap = first + 1 + further
        end.place = first + further < firsts.count ? firsts[first + further] : nil
      }
      if end.place == nil { end.mostLaps = firsts.count }
      return end
    case .time, .ownLap, .points, .bestLaps, .elimination, .backyard, .timeTrial: return WaveEnd()
    }
  }

  /// Returns the end of the wave's race after a new crossing of a runner, whose result is that of a
  /// race without an end; nil if it may be another one for the other runners.
  func end(_ end: WaveEnd, after result: Result, at newest: Duration) -> WaveEnd? {
    guard result.isInRace else { return end }
    switch format.finish {
    case .laps(let lap): return result.isBefore(end.place, atLap: lap) ? nil : end
    case .time(let limit, furtherLaps: _?):
      let limit = limitPlace(limit)
      if present.now >= limit {
        guard newest >= limit else { return nil }
        if end.place == nil, result.number > end.mostLaps { return nil }
        if let lap = end.lap, result.isBefore(end.place, atLap: lap) { return nil }
      }
      var end = end
      if end.place == nil { end.mostLaps = max(end.mostLaps, result.number) }
      return end
    case .time, .ownLap, .points, .bestLaps, .timeTrial, .elimination, .backyard: return end
    }
  }

  /// Ends the race of a runner, other than in an elimination or a backyard race.
  func apply(_ end: WaveEnd, to result: inout Result) {
    switch format.finish {
    case .laps, .time(_, furtherLaps: _?):
      if let lap = end.lap { self.end(&result, atLap: lap, end.place) }
    case .time(let limit, furtherLaps: nil), .bestLaps(_, let limit):
      self.end(&result, atTime: limit)
    case .ownLap(after: let limit): self.end(&result, atFirstFrom: limitPlace(limit))
    case .points(let points): result.isFinished = result.number == points.count
    case .timeTrial:
      result.cut(after: 1)
      result.isFinished = result.number > 0
    case .elimination, .backyard: break
    }
  }

  /// The next place after now at which a result changes without a further event; nil if there is
  /// none.
  var nextChange: Duration? {
    var places: [Duration] = []
    switch format.finish {
    case .time(let limit, _), .bestLaps(_, let limit): places = [limitPlace(limit)]
    case .backyard(let period):
      // A lap at the very end of a period still counts.
      let ended = max(0, Int((present.now - gun) / period))
      places = [ended, ended + 1, ended + 2].map { gun + period * $0 + .nanoseconds(1) }
    case .laps, .ownLap, .points, .elimination, .timeTrial: break
    }
    return places.filter { $0 > present.now }.min()
  }

  /// Ends the race at the first completion of a lap; with `lapped=continue` each at their own.
  private func end(_ result: inout Result, atLap lap: Int, _ finish: Duration?) {
    if format.lapped == .continue {
      result.isFinished = result.number >= lap
      result.cut(after: lap)
      return
    }
    let earlier = result.earlier?.number ?? 0
    let decisive = lap - 1 - earlier
    // Who is not in the race may complete it before. Who does at that very moment may have crossed
    // then for the lap before, too.
    let isDecisive =
      result.laps.indices.contains(decisive)
      && finish.map { result.laps[decisive].place <= $0 } ?? true
    if decisive < 0 || isDecisive {
      result.isFinished = true
      result.cut(after: lap)
    } else if let finish {
      end(&result, atFirstFrom: finish)
    }
  }

  /// Ends the race with the runner's first crossing at or after a place.
  private func end(_ result: inout Result, atFirstFrom place: Duration) {
    let earlier = result.earlier?.number ?? 0
    var last = 0
    if result.earlier?.place.map({ $0 < place }) ?? true {
      last = result.laps.partitioningIndex { $0.place >= place } + 1
    }
    guard last <= result.laps.count else { return }
    result.isFinished = true
    result.cut(after: earlier + last)
  }

  /// Ends the race at a time; crossings up to and including it count.
  private func end(_ result: inout Result, atTime limit: Duration) {
    let last = limitPlace(limit)
    let count = result.laps.partitioningIndex { $0.place > last }
    result.cut(after: (result.earlier?.number ?? 0) + count)
    result.isFinished = end >= last
  }
}
