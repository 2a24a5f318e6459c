import Text
import SQLite
import Timing

/// An element of a list that has a table of its own.
protocol Listed: Hashable {
  /// The number of its event within the session.
  var event: Int { get }
  /// Its place on the timeline, which orders the list.
  var place: Duration { get }

  static var table: String { get }
  /// The statements that add its row, and that replace it.
  static var insert: String { get }
  static var replace: String { get }
  /// Binds the values of its row.
  func bind(to statement: Statement, _ session: Int) throws(DatabaseError) -> Statement
}

extension Lap: Listed {
  static let table = "laps"
  static let insert = "INSERT INTO laps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
  static let replace = "INSERT OR REPLACE INTO laps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

  func bind(to statement: Statement, _ session: Int) throws(DatabaseError) -> Statement {
    try statement.bind(
      session, event, number, split.nanoseconds, lap.nanoseconds, at.nanosecondsSince1970, label,
      flags.names.storedJSON, place.nanoseconds)
  }
}

extension Timestamp: Listed {
  static let table = "timestamps"
  static let insert = "INSERT INTO timestamps VALUES (?, ?, ?, ?, ?, ?)"
  static let replace = "INSERT OR REPLACE INTO timestamps VALUES (?, ?, ?, ?, ?, ?)"

  func bind(to statement: Statement, _ session: Int) throws(DatabaseError) -> Statement {
    try statement.bind(
      session, event, label, at.nanosecondsSince1970, runningTime?.nanoseconds, place.nanoseconds)
  }
}

/// The elements that differ between two lists, each in the order of places.
struct ListDifference {
  struct Change {
    /// The index of the former element; nil for an added one.
    var before: Int?
    var after: Int
  }

  /// The events of the removed elements.
  private(set) var gone: [Int] = []
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
  func replace(
    _ before: [Lap], _ after: ArraySlice<Lap>, _ session: Int
  ) throws(DatabaseError) {
    let difference = ListDifference(before, after)
    let shift = ShiftedLaps(longestIn: difference.changed, before, after)
    if difference.changed.count > Self.mostCached { try connection.keepChangedPages() }
    // By their former numbers: before any other row is changed.
    if let shift { try move(shift, session) }
    try write(difference, after, session) { shift?.contains($0, $1, before) != true }
  }

  /// The number of changed rows that always fits into SQLite's cache.
  private static let mostCached = 1000

  func replace(
    _ before: [Timestamp], _ after: ArraySlice<Timestamp>, _ session: Int
  ) throws(DatabaseError) {
    try write(ListDifference(before, after), after, session) { _, _ in true }
  }

  /// Writes the changed rows for which a condition holds, and deletes those that are gone.
  private func write<Element: Listed>(
    _ difference: ListDifference, _ after: ArraySlice<Element>, _ session: Int,
    where isWritten: (Int, ListDifference.Change) -> Bool
  ) throws(DatabaseError) {
    for (offset, change) in difference.changed.enumerated() where isWritten(offset, change) {
      try put(after[change.after], session, isChanged: change.before != nil)
    }
    for event in difference.gone {
      try connection.cached("DELETE FROM \(Element.table) WHERE session = ? AND event = ?")
        .bind(session, event).run()
    }
  }

  /// Changes the numbers and splits of consecutive laps by one statement.
  ///
  /// OR FAIL lets a failed statement leave what it has changed to the transaction, which ends with
  /// it: otherwise SQLite copies each page into a statement journal first, since a split must not
  /// be null.
  private func move(_ laps: ShiftedLaps, _ session: Int) throws(DatabaseError) {
    try connection.cached(
      """
      UPDATE OR FAIL laps SET number = number + ?, split_ns = split_ns + ? \
      WHERE session = ? AND number BETWEEN ? AND ?
      """
    ).bind(
      laps.step, laps.span.nanoseconds, session, laps.numbers.lowerBound, laps.numbers.upperBound
    ).run()
  }
}

/// Consecutive laps among the changed ones whose numbers and splits differ by the same amounts, and
/// nothing else.
///
/// One statement changes them all, by the numbers that no other lap had.
private struct ShiftedLaps {
  /// Their range among the changed laps, with those in between that do not count.
  private var offsets: Range<Int>
  private(set) var numbers: ClosedRange<Int>
  let step: Int
  let span: Duration

  /// The smallest number of laps for which the statement is worth its scan through all laps.
  private static let fewest = 64

  /// Finds the longest sequence; nil if it is short.
  init?(
    longestIn changed: [ListDifference.Change], _ before: [Lap], _ after: ArraySlice<Lap>
  ) {
    var longest: ShiftedLaps?
    var current: ShiftedLaps?
    for (offset, change) in changed.enumerated() {
      let (old, new) = (change.before.map { before[$0] }, after[change.after])
      // A statement finds no lap without a number.
      if let old, old.number == nil, new.number == nil { continue }
      guard let next = old.flatMap({ ShiftedLaps(offset, $0, new) }) else {
        current = nil
        continue
      }
      let joined = current?.joined(with: next) ?? next
      if joined.numbers.count > longest?.numbers.count ?? Self.fewest - 1 { longest = joined }
      current = joined
    }
    guard let longest else { return nil }
    self = longest
  }

  /// A lap of which nothing but the number and the split has changed; nil for another one.
  private init?(_ offset: Int, _ old: Lap, _ new: Lap) {
    guard let former = old.number, let number = new.number else { return nil }
    span = new.split - old.split
    var shifted = old
    (shifted.number, shifted.split) = (number, new.split)
    guard shifted == new, span == .nanoseconds(span.nanoseconds) else { return nil }
    (offsets, numbers, step) = (offset..<offset + 1, former...former, number - former)
  }

  /// Returns both as one if the other directly follows, and has changed by the same amounts.
  private func joined(with next: ShiftedLaps) -> ShiftedLaps? {
    guard step == next.step, span == next.span,
      numbers.upperBound + 1 == next.numbers.lowerBound
    else { return nil }
    var joined = self
    joined.offsets = offsets.lowerBound..<next.offsets.upperBound
    joined.numbers = numbers.lowerBound...next.numbers.upperBound
    return joined
  }

  /// Whether the statement changes the row of a lap.
  func contains(_ offset: Int, _ change: ListDifference.Change, _ before: [Lap]) -> Bool {
    offsets.contains(offset) && change.before.map { before[$0].number != nil } ?? false
  }
}
