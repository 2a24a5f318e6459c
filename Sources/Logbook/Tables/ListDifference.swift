import Text
import SQLite
import Timing

/// An element of a list that has a table of its own.
protocol Listed: Equatable {
  var event: Int { get }

  static var table: String { get }
  /// The statements that add its row, and that replace it.
  static var insert: String { get }
  static var replace: String { get }
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

/// The elements that differ between two lists.
struct ListDifference<Element: Listed> {
  /// The changed and the added elements, in the order of places.
  var changed: [Change]
  /// The events of the removed elements.
  let gone: [Int]

  struct Change {
    /// The element before; nil for an added one.
    var former: Element?
    var now: Element
  }

  init(_ before: [Element], _ after: ArraySlice<Element>) {
    var indices = Dictionary(uniqueKeysWithValues: before.indices.map { (before[$0].event, $0) })
    changed = after.compactMap { element in
      let former = indices.removeValue(forKey: element.event).map { before[$0] }
      return former == element ? nil : Change(former: former, now: element)
    }
    gone = indices.keys.sorted()
  }
}

extension Tables {
  func replace(_ before: [Lap], _ after: ArraySlice<Lap>, _ session: Int) throws(DatabaseError) {
    var difference = ListDifference(before, after)
    if difference.changed.count > Self.mostCached { try connection.keepChangedPages() }
    // By their former numbers: before any other row is changed.
    if let shift = LapShift(endOf: difference.changed) {
      try move(shift, session)
      difference.changed.removeAll { $0.former.map(shift.applied) == $0.now }
    }
    try write(difference, session)
  }

  /// The number of changed rows that always fits into SQLite's cache.
  private static let mostCached = 1000

  func replace(
    _ before: [Timestamp], _ after: ArraySlice<Timestamp>, _ session: Int
  ) throws(DatabaseError) {
    try write(ListDifference(before, after), session)
  }

  private func write<Element: Listed>(
    _ difference: ListDifference<Element>, _ session: Int
  ) throws(DatabaseError) {
    for change in difference.changed {
      try put(change.now, session, isChanged: change.former != nil)
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
  private func move(_ laps: LapShift, _ session: Int) throws(DatabaseError) {
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

/// The same change of the numbers and splits of the last of some laps, and of nothing else.
///
/// One statement changes them all, by the numbers that no other lap had.
private struct LapShift {
  /// The former numbers of the laps.
  let numbers: ClosedRange<Int>
  let step: Int
  let span: Duration

  /// The smallest number of laps for which the statement is worth its scan through all laps.
  private static let fewest = 64

  /// Finds the shift of the last laps that count before and after; nil if these are few.
  init?(endOf changes: [ListDifference<Lap>.Change]) {
    var found: ClosedRange<Int>?
    var (step, span) = (0, Duration.zero)
    for change in changes.reversed() {
      guard let former = change.former, let old = former.number, let new = change.now.number else {
        continue
      }
      if found == nil { (step, span) = (new - old, change.now.split - former.split) }
      guard Self.shifted(former, step, span) == change.now else { break }
      found = old...(found?.upperBound ?? old)
    }
    guard let found, found.count >= Self.fewest, span == .nanoseconds(span.nanoseconds) else {
      return nil
    }
    (numbers, self.step, self.span) = (found, step, span)
  }

  func applied(to lap: Lap) -> Lap {
    guard let number = lap.number, numbers.contains(number) else { return lap }
    return Self.shifted(lap, step, span)
  }

  private static func shifted(_ lap: Lap, _ step: Int, _ span: Duration) -> Lap {
    var shifted = lap
    (shifted.number, shifted.split) = (lap.number.map { $0 + step }, lap.split + span)
    return shifted
  }
}
