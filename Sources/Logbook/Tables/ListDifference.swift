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
  func replace(
    _ before: [Lap], _ after: ArraySlice<Lap>, _ session: Int
  ) throws(DatabaseError) {
    let difference = ListDifference(before, after)
    let renumbering = Renumbering(longestIn: difference.changed, after)
    // By their former numbers: before any other row is changed.
    if let renumbering {
      try connection.cached(
        "UPDATE laps SET number = number + ? WHERE session = ? AND number BETWEEN ? AND ?"
      ).bind(
        renumbering.step, session, renumbering.numbers.lowerBound, renumbering.numbers.upperBound
      ).run()
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

/// Consecutive laps that differ only in their numbers, all by the same step.
///
/// One statement changes them all.
private struct Renumbering {
  /// Their range among the changed laps.
  var offsets: Range<Int>
  /// Their former numbers; no other lap had one of these.
  var numbers: ClosedRange<Int>
  /// The change of the numbers.
  var step: Int

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
      if let row = current, row.step == step, row.numbers.upperBound + 1 == number {
        current?.offsets = row.offsets.lowerBound..<offset + 1
        current?.numbers = row.numbers.lowerBound...number
      } else {
        current = Renumbering(offsets: offset..<offset + 1, numbers: number...number, step: step)
      }
      if let row = current, row.offsets.count > longest?.offsets.count ?? 0 { longest = row }
    }
    guard let longest, longest.offsets.count >= Self.fewest else { return nil }
    self = longest
  }

  private init(offsets: Range<Int>, numbers: ClosedRange<Int>, step: Int) {
    self.offsets = offsets
    self.numbers = numbers
    self.step = step
  }

  private static func step(_ before: Lap?, _ after: Lap) -> (number: Int, step: Int)? {
    guard var lap = before, let old = lap.number, let new = after.number, old != new else {
      return nil
    }
    lap.number = new
    return lap == after ? (old, new - old) : nil
  }
}
