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
struct ListDifference {
  /// An added or changed element.
  struct Change {
    /// The index of the former element; nil for an added one.
    var before: Int?
    /// The index of the new element.
    var after: Int
  }

  /// The events of the removed elements.
  private(set) var gone: [Int] = []
  /// The added and changed elements.
  private(set) var changed: [Change] = []

  /// Compares two lists.
  ///
  /// - Complexity: O(n); memory for the differences.
  init<Element: Listed>(_ before: [Element], _ after: ArraySlice<Element>) {
    var missing: [Int: Int] = [:]
    var added: [Int] = []
    var (old, new) = (before.startIndex, after.startIndex)
    while old < before.endIndex, new < after.endIndex {
      if before[old].event == after[new].event {
        if before[old] != after[new] { changed.append(Change(before: old, after: new)) }
        (old, new) = (old + 1, new + 1)
      } else if (before[old].place, before[old].event) < (after[new].place, after[new].event) {
        missing[before[old].event] = old
        old += 1
      } else {
        added.append(new)
        new += 1
      }
    }
    for index in old..<before.endIndex { missing[before[index].event] = index }
    added += new..<after.endIndex
    for index in added {
      let former = missing.removeValue(forKey: after[index].event)
      if former.map({ before[$0] != after[index] }) ?? true {
        changed.append(Change(before: former, after: index))
      }
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
  ///   - later: the laps after them that have other numbers and splits, and differ in nothing else.
  /// - Throws: `DatabaseError`.
  func replace(
    _ before: [Lap], _ after: ArraySlice<Lap>, _ session: Int,
    shifting later: LapShift? = nil
  ) throws(DatabaseError) {
    let difference = ListDifference(before, after)
    var shift = ShiftedLaps(longestIn: difference.changed, before, after)
    var rows = shift?.rows
    if let later = later.flatMap(ShiftedLaps.Rows.init) {
      // Rows are found by their former numbers, so there can be one statement only.
      if let joined = rows?.joined(with: later) {
        rows = joined
      } else {
        shift = nil
        rows = later
      }
    }
    let count = difference.changed.count + (rows?.numbers.count ?? 0)
    if count > Self.mostCached { try connection.keepChangedPages() }
    // By their former numbers: before any other row is changed.
    if let rows { try move(rows, session) }
    for (offset, change) in difference.changed.enumerated()
    where shift?.contains(offset, change, before) != true {
      try put(after[change.after], session, isChanged: change.before != nil)
    }
    for event in difference.gone {
      try connection.cached("DELETE FROM laps WHERE session = ? AND event = ?")
        .bind(session, event).run()
    }
  }

  /// The number of changed rows that always fits into SQLite's cache.
  private static let mostCached = 1000

  /// Updates the rows of timestamps from their former to their current state.
  func replace(
    _ before: [Timestamp], _ after: ArraySlice<Timestamp>, _ session: Int
  ) throws(DatabaseError) {
    let difference = ListDifference(before, after)
    for change in difference.changed {
      try put(after[change.after], session, isChanged: change.before != nil)
    }
    for event in difference.gone {
      try connection.cached("DELETE FROM timestamps WHERE session = ? AND event = ?")
        .bind(session, event).run()
    }
  }
}

extension Tables {
  /// Changes the numbers and splits of consecutive laps by one statement.
  ///
  /// OR FAIL lets a failed statement leave what it has changed to the transaction, which ends with
  /// it: otherwise SQLite copies each page into a statement journal first, since a split must not
  /// be null.
  fileprivate func move(_ rows: ShiftedLaps.Rows, _ session: Int) throws(DatabaseError) {
    let condition = " WHERE session = ? AND number BETWEEN ? AND ?"
    let (first, last) = (rows.numbers.lowerBound, rows.numbers.upperBound)
    if rows.span == .zero {
      try connection.cached("UPDATE OR FAIL laps SET number = number + ?" + condition)
        .bind(rows.step, session, first, last).run()
    } else {
      try connection.cached(
        "UPDATE OR FAIL laps SET number = number + ?, split_ns = split_ns + ?" + condition
      ).bind(rows.step, rows.span.nanoseconds, session, first, last).run()
    }
  }
}

/// Consecutive laps among the changed ones whose numbers and splits differ by the same amounts, and
/// nothing else.
///
/// One statement changes them all.
private struct ShiftedLaps {
  /// The laps, by the numbers that no other lap had.
  struct Rows {
    /// Their former numbers.
    var numbers: ClosedRange<Int>
    /// The change of their numbers.
    var step: Int
    /// The change of their splits.
    var span: Duration

    init(numbers: ClosedRange<Int>, step: Int, span: Duration) {
      self.numbers = numbers
      self.step = step
      self.span = span
    }

    /// The rows of shifted laps that count; nil if none does.
    init?(_ shift: LapShift) {
      guard let last = shift.numbers.last else { return nil }
      self.init(numbers: shift.numbers.lowerBound...last, step: shift.step, span: shift.span)
    }

    /// Returns both as one, if the other laps directly follow, and change by the same amounts.
    func joined(with later: Rows) -> Rows? {
      guard step == later.step, span == later.span,
        numbers.upperBound + 1 == later.numbers.lowerBound
      else { return nil }
      return Rows(numbers: numbers.lowerBound...later.numbers.upperBound, step: step, span: span)
    }
  }

  /// Their range among the changed laps, with those in between that do not count.
  private var offsets: Range<Int>
  private(set) var rows: Rows

  /// The smallest number of laps for which the statement is worth its scan through all laps.
  private static let fewest = 64

  /// Finds the longest sequence; nil if it is short.
  init?(
    longestIn changed: [ListDifference.Change], _ before: [Lap], _ after: ArraySlice<Lap>
  ) {
    var longest: ShiftedLaps?
    var current: ShiftedLaps?
    for (offset, change) in changed.enumerated() {
      // A statement finds no lap without a number.
      if let old = change.before, before[old].number == nil, after[change.after].number == nil {
        continue
      }
      guard let rows = change.before.flatMap({ before[$0].rows(shiftedTo: after[change.after]) })
      else {
        current = nil
        continue
      }
      if let start = current, let joined = start.rows.joined(with: rows) {
        current = ShiftedLaps(offsets: start.offsets.lowerBound..<offset + 1, rows: joined)
      } else {
        current = ShiftedLaps(offsets: offset..<offset + 1, rows: rows)
      }
      if let found = current, found.rows.numbers.count > longest?.rows.numbers.count ?? 0 {
        longest = found
      }
    }
    guard let longest, longest.rows.numbers.count >= Self.fewest else { return nil }
    self = longest
  }

  private init(offsets: Range<Int>, rows: Rows) {
    self.offsets = offsets
    self.rows = rows
  }

  /// Whether the statement changes the row of a lap.
  func contains(_ offset: Int, _ change: ListDifference.Change, _ before: [Lap]) -> Bool {
    offsets.contains(offset) && change.before.map { before[$0].number != nil } ?? false
  }
}

extension Lap {
  /// The change of its number and its split; nil if anything else differs.
  fileprivate func rows(shiftedTo after: Lap) -> ShiftedLaps.Rows? {
    guard let old = number, let new = after.number else { return nil }
    let span = after.split - split
    var shifted = self
    (shifted.number, shifted.split) = (new, after.split)
    guard shifted == after, span == .nanoseconds(span.nanoseconds) else { return nil }
    return ShiftedLaps.Rows(numbers: old...old, step: new - old, span: span)
  }
}
