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

/// How large a screen is, in cells.
package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  /// A size; nothing is smaller than one cell.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}

/// What a piece of text is, for the device to show in its way: by color, weight, or not at all.
package enum Ink: Hashable, Sendable, CaseIterable {
  case plain, strong, faint
  /// The clock runs, the best lap.
  case good
  /// The clock stands, or is about to run.
  case waiting
  /// Something was refused.
  case bad
  /// Bars of a diagram.
  case bar
  /// A field that is being edited.
  case field
}

/// What a terminal can show.
package struct Look: Hashable, Sendable {
  /// Whether it shows UTF-8; if not, all is ASCII.
  package var isUTF8: Bool

  package init(isUTF8: Bool = true) {
    self.isUTF8 = isUTF8
  }
}
