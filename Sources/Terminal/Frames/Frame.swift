/// What a screen shows, as plain values: tests compare whole frames, devices write them.
package struct Frame: Hashable, Sendable {
  /// The rows from the top, as many as the screen has.
  package var rows: [Row]
  /// Where the cursor stands; hidden if nil.
  package var cursor: Spot?
  /// By how many lines what it lists can be scrolled until the last of them is seen.
  package var scrollLimit = 0
  /// After how much time the same scene will look different; nil if it stays as it is.
  package var changesAfter: Duration?

  /// A row of the screen: its runs do not overlap, and go from left to right.
  package struct Row: Hashable, Sendable {
    package var runs: [Run] = []
  }

  /// A piece of a row in one ink.
  package struct Run: Hashable, Sendable {
    /// The column in which it begins, 0 being the first.
    package var column: Int
    /// Harmless text that fits into the row.
    package var text: String
    package var ink: Ink
  }

  /// A cell of the screen.
  package struct Spot: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }
}
