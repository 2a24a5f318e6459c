package import Text

/// The laps of a session as lists show them: the texts of each row, and the bars in proportion.
///
/// The live screen and `show` draw the same rows.
package struct LapTable: Hashable, Sendable {
  package let times: StopwatchLabel
  /// The laps as they are shown, in groups that are compared with one another.
  package let alike: AlikeLaps
  /// The longest of the laps that count, as it is shown.
  package let longestLap: Duration
  /// The time whose bar has the full length: that of the longest lap, or less if that is far from
  /// the others.
  package let longestBar: Duration
  /// The flags that all of several laps have; rows leave them out.
  package let commonFlags: LapFlags
  /// The columns of the longest number, such as `12)`.
  package let numberWidth: Int
  /// The columns of the longest split.
  package let splitWidth: Int

  /// A lap as it is shown.
  package struct Row: Hashable, Sendable {
    /// The number, `3)`; `-)` for a lap that does not count.
    package let number: String
    package let split: String
    package let lap: String
    /// The difference to the best lap that is alike, or `best`; empty without one.
    package let difference: String
    /// The bar as a part of the full length, more than 1 for a bar that is cut; nil for a lap that
    /// does not count.
    package let bar: Double?
    /// The names of the flags that not all laps have.
    package let flags: [String]
    /// Whether it is the best of the laps that are alike.
    package let isBest: Bool
  }

  /// Creates the table of a session's laps, in order, including those that do not count.
  ///
  /// - Complexity: O(n log n).
  package init(_ laps: [Lap], _ times: StopwatchLabel) {
    self.times = times
    let shown = laps.filter { $0.number != nil }.map { $0.shown(times) }
    alike = AlikeLaps(shown)
    longestLap = shown.map(\.lap).max() ?? .zero
    longestBar = Self.longestBar(shown.map(\.lap), longest: longestLap)
    commonFlags = Self.commonFlags(of: laps)
    numberWidth = "\(laps.lazy.compactMap(\.number).max() ?? 0))".utf8.count
    splitWidth = times.text(of: laps.last?.split ?? .zero).utf8.count
  }

  /// Returns the flags that all of several laps have.
  package static func commonFlags(of laps: [Lap]) -> LapFlags {
    guard laps.count > 1 else { return [] }
    return laps.dropFirst().reduce(laps[0].flags) { $0.intersection($1.flags) }
  }

  /// The longest lap, but at most one and a half times the third quartile, so that one long lap
  /// does not make the bars of all others equally short.
  private static func longestBar(_ laps: [Duration], longest: Duration) -> Duration {
    guard let shortest = laps.min(), longest > shortest * 3 / 2 else { return longest }
    let sorted = laps.sorted()
    let quartile = sorted[(3 * sorted.count + 3) / 4 - 1]
    return quartile > .zero ? min(longest, quartile * 3 / 2) : longest
  }

  /// Returns the texts of a lap.
  package func row(of lap: Lap) -> Row {
    let shown = lap.shown(times)
    let isBest = alike.isBest(shown)
    let best = alike.group(of: shown)?.best
    return Row(
      number: lap.number.map { "\($0))" } ?? "-)", split: times.text(of: lap.split),
      lap: times.text(of: shown.lap),
      difference: isBest ? "best" : best.map { times.text(ofDifference: shown.lap - $0) } ?? "",
      bar: lap.number == nil || longestBar == .zero ? nil : max(.zero, shown.lap) / longestBar,
      flags: lap.flags.subtracting(commonFlags).names, isBest: isBest)
  }
}

extension LapTable.Row {
  /// Draws the bar; one that is cut ends in an arrow head, and a lap without one has an empty text.
  ///
  /// `columns` is the full length; `hasBlocks` is true if the terminal shows Unicode's block
  /// characters.
  package func bar(columns: Int, blocks hasBlocks: Bool) -> String {
    guard let bar, columns > 0 else { return "" }
    let text = Bar.text(bar, columns: columns, blocks: hasBlocks)
    return bar > 1 ? text.dropLast() + (hasBlocks ? "»" : ">") : text
  }
}
