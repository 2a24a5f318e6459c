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
