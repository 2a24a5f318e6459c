import Text

/// A lap that is removed, moved, relabeled or restored, and the effects on the other laps, computed
/// from its neighbors alone.
///
/// The result is that of the fold over all events, see ``Session``. There is none where rules or
/// stops may change more than the neighbors and the numbers of other laps.
package struct LapReplacement: Hashable, Sendable {
  /// The changed laps, with their new numbers.
  package private(set) var changed: [Lap] = []
  /// The event of the removed lap.
  package private(set) var removed: Int?
  /// The other laps with new numbers; nil if there are none.
  package private(set) var shift: LapShift?
  /// The clock after all presses, with the former shortest lap.
  package private(set) var clock: ClockState
  /// Whether `clock` has the right shortest lap; otherwise all laps must be compared.
  package private(set) var hasBest = true

  /// Replaces a lap by one at the same place.
  ///
  /// - Parameters:
  ///   - old: the lap.
  ///   - new: the same lap with other properties; number, split and lap time are those of the
  ///     former.
  ///   - clock: the clock after all presses.
  package init(_ old: Lap, byOneAtItsPlace new: Lap, _ clock: ClockState) {
    var new = new
    (new.number, new.split, new.lap) = (old.number, old.split, old.lap)
    changed = [new]
    self.clock = clock
  }

  /// Replaces a lap that counts by one at another place, removes it, or restores one; nil if more
  /// of the session is needed.
  ///
  /// There must be no other lap between the neighbors of each place, and no lap that does not count
  /// after the last one.
  ///
  /// - Parameters:
  ///   - old: the lap; nil if there was none.
  ///   - oldNeighbors: its neighbors; without it, those of the new place.
  ///   - new: the new lap, of which number, split and lap time are not set; nil to remove it.
  ///   - newNeighbors: the neighbors of its place among the other laps.
  ///   - clock: the clock after all presses.
  ///   - latestOther: the place of the latest press other than the lap, if it is the latest one and
  ///     that is known.
  package init?(
    _ old: Lap?, _ oldNeighbors: LapNeighbors, by new: Lap?, _ newNeighbors: LapNeighbors,
    _ clock: ClockState, latestOther: Duration?
  ) {
    self.clock = clock
    guard clock.hasOnlyCountedLaps, let formerLatest = clock.stopwatch.latest,
      old == nil || old?.number != nil
    else { return nil }
    var laps = ChangedLaps(removing: old, oldNeighbors)
    if var new {
      guard let split = clock.stopwatch.split(at: new.place, between: newNeighbors) else {
        return nil
      }
      new.split = split
      laps.insert(new, newNeighbors)
    }
    removed = new == nil ? old?.event : nil
    changed = laps.changed
    shift = laps.shift(of: clock.stopwatch.lapCount)
    self.clock.stopwatch.lapCount += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
    let latest = Self.latest(
      formerLatest, without: old, oldNeighbors, with: new, latestOther, clock.stopwatch)
    guard let latest else { return nil }
    self.clock.stopwatch.latest = latest
    setLast(old, oldNeighbors, laps.inserted, newNeighbors)
    setBest(laps, [oldNeighbors.before, newNeighbors.before])
  }

  /// Returns the place of the latest press; nil if it is unknown.
  private static func latest(
    _ former: Duration, without old: Lap?, _ neighbors: LapNeighbors, with new: Lap?,
    _ latestOther: Duration?, _ stopwatch: Stopwatch
  ) -> Duration? {
    if let new, new.place >= former { return new.place }
    guard let old, old.place >= former else { return former }
    let others = [
      neighbors.before?.place, neighbors.after?.place, stopwatch.start?.place,
      stopwatch.runningSince, stopwatch.stoppedAt,
    ]
    if others.contains(former) { return former }
    return latestOther.map { max($0, new?.place ?? $0) }
  }

  /// Updates the last lap that counts.
  private mutating func setLast(
    _ old: Lap?, _ oldNeighbors: LapNeighbors, _ new: Lap?, _ newNeighbors: LapNeighbors
  ) {
    if let new, newNeighbors.after == nil {
      clock.lastLap = new.event
      clock.stopwatch.lastSplit = new.split
    } else if old != nil, oldNeighbors.after == nil {
      clock.lastLap = oldNeighbors.before?.event
      clock.stopwatch.lastSplit = oldNeighbors.before?.split ?? .zero
    }
  }

  /// Updates the shortest lap.
  private mutating func setBest(_ laps: ChangedLaps, _ others: [Lap?]) {
    let (former, new) = (clock.best, laps.changed.map(\.lap).min())
    let changed = laps.changed.map(\.event)
    if clock.stopwatch.lapCount == 0 {
      clock.best = nil
    } else if let new, former.map({ new <= $0 }) ?? true {
      clock.best = new
    } else {
      let isElsewhere = others.contains { lap in
        lap.map { $0.lap == former && !changed.contains($0.event) } ?? false
      }
      hasBest = isElsewhere || !laps.formerTimes.contains { $0 == former }
    }
  }
}

/// The laps beside one that is removed or inserted.
private struct ChangedLaps {
  /// The inserted lap.
  private(set) var inserted: Lap?
  /// The lap times of the changed laps before.
  private(set) var formerTimes: [Duration] = []
  private var others: [Lap] = []
  /// The number of the removed lap.
  private let oldNumber: Int?

  /// All changed laps, with their new numbers.
  var changed: [Lap] {
    let others = others.map { lap in
      var lap = lap
      lap.number = lap.number.map(number)
      return lap
    }
    return others + [inserted].compactMap(\.self)
  }

  /// Returns the change of the numbers of so many laps.
  func shift(of count: Int) -> LapShift? {
    let numbers: Range<Int>
    let step: Int
    switch (oldNumber, inserted?.number) {
    case (nil, nil): return nil
    case (let old?, nil): (numbers, step) = (old + 1..<max(old, count) + 1, -1)
    case (nil, let new?): (numbers, step) = (new..<max(new, count + 1), 1)
    case (let old?, let new?):
      (numbers, step) = old < new ? (old + 1..<new + 1, -1) : (new..<old, 1)
    }
    return numbers.isEmpty ? nil : LapShift(numbers: numbers, step: step, span: .zero)
  }

  init(removing old: Lap?, _ neighbors: LapNeighbors) {
    oldNumber = old?.number
    guard let old else { return }
    formerTimes.append(old.lap)
    guard var next = neighbors.after else { return }
    formerTimes.append(next.lap)
    next.lap = next.split - (neighbors.before?.split ?? .zero)
    others.append(next)
  }

  mutating func insert(_ lap: Lap, _ neighbors: LapNeighbors) {
    var lap = lap
    lap.lap = lap.split - (neighbors.before?.split ?? .zero)
    lap.number = (neighbors.before?.number.map(numberWithoutOld) ?? 0) + 1
    inserted = lap
    guard var next = neighbors.after else { return }
    formerTimes.append(next.lap)
    next.lap = next.split - lap.split
    others.removeAll { $0.event == next.event }
    others.append(next)
  }

  /// The number of another lap after the removal.
  private func numberWithoutOld(_ number: Int) -> Int {
    oldNumber.map { $0 < number ? number - 1 : number } ?? number
  }

  /// The number of another lap after removal and insertion.
  private func number(_ former: Int) -> Int {
    let number = numberWithoutOld(former)
    return inserted?.number.map { $0 <= number ? number + 1 : number } ?? number
  }
}

extension Stopwatch {
  /// Returns the running time at a place between two laps that count, or beside one; nil if the
  /// clock may not have run all the time between them.
  ///
  /// This is the state after all presses.
  fileprivate func split(at place: Duration, between laps: LapNeighbors) -> Duration? {
    guard let start, place >= start.place else { return nil }
    let (first, split) = laps.before.map { ($0.place, $0.split) } ?? (start.place, .zero)
    guard first <= place else { return nil }
    let end: (place: Duration, split: Duration)
    if let next = laps.after {
      end = (next.place, next.split)
    } else if let since = runningSince {
      return place >= since ? elapsed + (place - since) : nil
    } else if let stop = stoppedAt {
      end = (stop, elapsed)
    } else {
      return nil
    }
    guard place <= end.place, end.split - split == end.place - first else { return nil }
    return split + (place - first)
  }
}
