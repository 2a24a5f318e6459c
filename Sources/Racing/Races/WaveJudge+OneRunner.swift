import Text
import Timing

/// The judgment of one runner by the end that the wave's race has had so far.
extension WaveJudge {
  /// Judges one runner by the end that the wave's race has had so far.
  ///
  /// - Parameters:
  ///   - runner: the runner, with a new crossing.
  ///   - earlier: a summary of the crossings before those of the runner; nil if there are none.
  ///   - start: the own start so far.
  ///   - newest: the place of the new crossing.
  ///   - before: the laps that counted before.
  ///   - end: the end so far.
  ///   - isLatest: whether the new crossing is after those of all other runners, whose results an
  ///     end at this place does not change.
  /// - Returns: the result, and the end after the crossing; nil if it may change the results of
  ///   others.
  /// - Complexity: O(k) in the crossings of the runner.
  func judged(
    _ runner: Race.Runner, after earlier: Earlier? = nil, start: Duration?, newest: Duration,
    _ before: LapsBefore, before end: End, isLatest: Bool
  ) -> (result: Result, end: End)? {
    guard format.deadTime == nil else { return nil }
    var start = start
    switch format.finish {
    case .backyard: return nil
    case .timeTrial(interval: _?): break
    case .laps, .time, .points, .bestLaps, .elimination, .timeTrial(interval: nil):
      // An own start by a crossing is found anew if all crossings are known.
      start = ownStart(0) ?? (earlier == nil ? nil : start)
    }
    var result = laps(of: runner, 0, start, deadTime: nil, after: earlier)
    guard result.isInRace else {
      if case .elimination = format.finish { return nil }
      apply(end, to: &result)
      return (result, end)
    }
    var end = end
    switch format.finish {
    case .laps(let lap):
      if before.isReplaced, before.number >= lap { return nil }
      if result.isBefore(end.place, atLap: lap) {
        guard isLatest, let moved = self.end(end, by: result, at: newest) else { return nil }
        end = moved
      }
    case .time(let limit, furtherLaps: _?):
      let limit = limitPlace(limit)
      if before.isReplaced, now >= limit || result.number < before.number { return nil }
      if now >= limit {
        guard newest >= limit else { return nil }
        if end.place == nil, result.number > end.mostLaps {
          guard isLatest, let moved = self.end(end, by: result, at: newest) else { return nil }
          end = moved
        } else if let lap = end.lap, result.isBefore(end.place, atLap: lap) {
          return nil
        }
      }
      if end.place == nil { end.mostLaps = max(end.mostLaps, result.number) }
    case .elimination:
      // The times of earlier laps have decided who is out.
      guard !before.isFinished, before.isNewer, runner.status == nil, let lap = end.lap
      else { return nil }
      if before.number < lap, result.number >= lap { end.missing -= 1 }
      // Somebody is out once all others have completed the lap.
      if end.missing <= 1 { return nil }
    case .time, .points, .bestLaps, .timeTrial, .backyard: break
    }
    apply(end, to: &result)
    return (result, end)
  }

  /// Judges one runner whose crossings or rulings have changed, by the end that the wave's race has
  /// had so far.
  ///
  /// - Parameters:
  ///   - runner: the runner.
  ///   - former: the runner as before.
  ///   - start: the own start so far.
  ///   - end: the end so far.
  ///   - othersHaveMostLaps: whether one of the other runners is known to have the most laps.
  /// - Returns: the result, and the end; nil if the results of others may change.
  /// - Complexity: O(k) in the crossings of the runner.
  func judgedAgain(
    _ runner: Race.Runner, insteadOf former: Race.Runner, start: Duration?, before end: End,
    othersHaveMostLaps: Bool
  ) -> (result: Result, end: End)? {
    guard format.deadTime == nil else { return nil }
    var start = start
    switch format.finish {
    case .backyard, .elimination: return nil
    case .timeTrial(interval: _?): break
    case .laps, .time, .points, .bestLaps, .timeTrial(interval: nil): start = ownStart(0)
    }
    var result = laps(of: runner, 0, start, deadTime: nil)
    let before = laps(of: former, 0, start, deadTime: nil)
    guard let end = self.end(end, with: result, insteadOf: before, othersHaveMostLaps) else {
      return nil
    }
    apply(end, to: &result)
    return (result, end)
  }

  /// Returns the end after a lap that nobody had completed, by a crossing after those of all
  /// others; nil if the lap is another one.
  private func end(_ end: End, by result: Result, at newest: Duration) -> End? {
    let before = result.laps.dropLast().last?.place ?? result.earlier?.place
    // Of several laps at the end, the first is the runner's last.
    guard end.place == nil, result.laps.last?.place == newest, before != newest else { return nil }
    var end = end
    switch format.finish {
    case .laps(let lap): if result.number != lap { return nil }
    case .time(let limit, let further?):
      let limit = limitPlace(limit)
      guard now >= limit, newest >= limit, result.number == end.mostLaps + 1 else { return nil }
      end.lap = end.lap ?? result.number + further
    case .time, .points, .bestLaps, .timeTrial, .elimination, .backyard: return nil
    }
    if result.number == end.lap {
      (end.place, end.mostLaps) = (newest, 0)
    } else {
      end.mostLaps = result.number
    }
    return end
  }

  /// Returns the end with another result of one runner; nil if it depends on all runners.
  private func end(
    _ end: End, with result: Result, insteadOf before: Result, _ othersHaveMostLaps: Bool
  ) -> End? {
    switch format.finish {
    case .laps(let lap):
      let completions = [before, result].map { firstCompletion(of: lap, [$0]) }
      if completions[0] == completions[1] { return end }
      let isFirst = completions.contains { completion in
        completion.map { completion in end.place.map { completion <= $0 } ?? true } ?? false
      }
      return isFirst ? nil : end
    case .time(let limit, furtherLaps: _?):
      if before.isInRace == result.isInRace {
        let (old, new) = (before.laps.map(\.place), result.laps.map(\.place))
        if old == new { return end }
        // Laps after the end of the race do not move it.
        let same = zip(old, new).prefix { $0 == $1 }.count
        if let place = end.place,
          (old.dropFirst(same) + new.dropFirst(same)).allSatisfy({ $0 > place })
        {
          return end
        }
      }
      guard now < limitPlace(limit) else { return nil }
      let counts = [before, result].map { $0.isInRace ? $0.laps.count : 0 }
      if counts[1] < counts[0], counts[0] >= end.mostLaps, !othersHaveMostLaps { return nil }
      var end = end
      end.mostLaps = max(end.mostLaps, counts[1])
      return end
    case .time, .points, .bestLaps, .timeTrial: return end
    case .elimination, .backyard: return nil
    }
  }

  /// What counted of a runner before a new crossing.
  struct LapsBefore {
    /// The number of laps, or that of the last point.
    var number: Int
    /// Whether the runner had finished.
    var isFinished: Bool
    /// Whether the new crossing is after all others of the runner.
    var isNewer = true
    /// Whether another crossing counts now, or no longer counts.
    var isReplaced = false
  }
}
