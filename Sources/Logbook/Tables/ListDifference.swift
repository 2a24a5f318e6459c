import Text
import SQLite
import Timing

/// An element of a list that has a table of its own.
protocol Listed: Hashable {
  /// The number of its event within the session.
  var event: Int { get }
  /// Its place on the timeline, which orders the list.
  var place: Duration { get }
}

extension Lap: Listed {}
extension Timestamp: Listed {}

/// The elements that differ between two lists, each in the order of places.
struct ListDifference<Element: Listed> {
  /// The events of the removed elements.
  private(set) var gone: [Int] = []
  /// The added and changed elements: the former element, and the index of the new one.
  private(set) var changed: [(before: Element?, index: Int)] = []

  /// Compares two lists.
  ///
  /// - Complexity: O(n); memory for the differences.
  init(_ before: [Element], _ after: ArraySlice<Element>) {
    var missing: [Int: Element] = [:]
    var added: [Int] = []
    var (old, new) = (before.startIndex, after.startIndex)
    while old < before.endIndex, new < after.endIndex {
      if before[old].event == after[new].event {
        if before[old] != after[new] { changed.append((before[old], new)) }
        (old, new) = (old + 1, new + 1)
      } else if (before[old].place, before[old].event) < (after[new].place, after[new].event) {
        missing[before[old].event] = before[old]
        old += 1
      } else {
        added.append(new)
        new += 1
      }
    }
    for element in before[old...] { missing[element.event] = element }
    added += new..<after.endIndex
    for index in added {
      let element = missing.removeValue(forKey: after[index].event)
      if element != after[index] { changed.append((element, index)) }
    }
    gone = missing.keys.sorted()
  }
}

extension Tables {
  /// Updates the rows of laps from their former to their current state.
  ///
  /// - Parameters:
  ///   - before: the former laps.
  ///   - after: the current ones.
  ///   - session: the number of their session.
  ///   - later: the laps after them that have other numbers, and differ in nothing else.
  /// - Throws: `DatabaseError`.
  func replace(
    _ before: [Lap], _ after: ArraySlice<Lap>, _ session: Int,
    renumbering later: LapRenumbering? = nil
  ) throws(DatabaseError) {
    let difference = ListDifference(before, after)
    var renumbering = Renumbering(longestIn: difference.changed, after)
    var update = renumbering?.laps
    if let later {
      // Rows are found by their former numbers, so there can be one statement only.
      if let joined = update?.joined(with: later) {
        update = joined
      } else {
        renumbering = nil
        update = later
      }
    }
    // By their former numbers: before any other row is changed.
    if let update {
      try connection.cached(
        "UPDATE laps SET number = number + ? WHERE session = ? AND number BETWEEN ? AND ?"
      ).bind(update.step, session, update.numbers.lowerBound, update.numbers.upperBound).run()
    }
    for (offset, change) in difference.changed.enumerated()
    where renumbering?.offsets.contains(offset) != true {
      try put(after[change.index], session, isChanged: change.before != nil)
    }
    for event in difference.gone {
      try connection.cached("DELETE FROM laps WHERE session = ? AND event = ?")
        .bind(session, event).run()
    }
  }

  /// Updates the rows of timestamps from their former to their current state.
  func replace(
    _ before: [Timestamp], _ after: ArraySlice<Timestamp>, _ session: Int
  ) throws(DatabaseError) {
    let difference = ListDifference(before, after)
    for change in difference.changed {
      try put(after[change.index], session, isChanged: change.before != nil)
    }
    for event in difference.gone {
      try connection.cached("DELETE FROM timestamps WHERE session = ? AND event = ?")
        .bind(session, event).run()
    }
  }
}

extension LapRenumbering {
  /// Returns both as one, if the other laps directly follow, and have the same step.
  fileprivate func joined(with later: LapRenumbering) -> LapRenumbering? {
    guard step == later.step, numbers.upperBound + 1 == later.numbers.lowerBound else { return nil }
    return LapRenumbering(numbers: numbers.lowerBound...later.numbers.upperBound, step: step)
  }
}

/// Consecutive laps among the changed ones that differ only in their numbers.
///
/// One statement changes them all.
private struct Renumbering {
  /// Their range among the changed laps.
  var offsets: Range<Int>
  /// Their former numbers, which no other lap had, and the change.
  var laps: LapRenumbering

  /// The smallest number of laps for which the statement is worth its scan through all laps.
  private static let fewest = 64

  /// Finds the longest sequence; nil if it is short.
  init?(longestIn changed: [(before: Lap?, index: Int)], _ after: ArraySlice<Lap>) {
    var longest: Renumbering?
    var current: Renumbering?
    for (offset, change) in changed.enumerated() {
      guard let (number, step) = Self.step(change.before, after[change.index]) else {
        current = nil
        continue
      }
      if let row = current, row.laps.step == step, row.laps.numbers.upperBound + 1 == number {
        current?.offsets = row.offsets.lowerBound..<offset + 1
        current?.laps.numbers = row.laps.numbers.lowerBound...number
      } else {
        current = Renumbering(
          offsets: offset..<offset + 1, laps: LapRenumbering(numbers: number...number, step: step))
      }
      if let row = current, row.offsets.count > longest?.offsets.count ?? 0 { longest = row }
    }
    guard let longest, longest.offsets.count >= Self.fewest else { return nil }
    self = longest
  }

  private init(offsets: Range<Int>, laps: LapRenumbering) {
    self.offsets = offsets
    self.laps = laps
  }

  private static func step(_ before: Lap?, _ after: Lap) -> (number: Int, step: Int)? {
    guard var lap = before, let old = lap.number, let new = after.number, old != new else {
      return nil
    }
    lap.number = new
    return lap == after ? (old, new - old) : nil
  }
}
