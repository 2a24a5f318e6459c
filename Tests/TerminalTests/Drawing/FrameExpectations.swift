import Terminal
import Testing
import Text

extension Frame {
  /// Expects that the frame fits a number of columns and rows, and that its runs do not overlap.
  func expectFit(
    _ columns: Int, _ rows: Int, _ what: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: "\(what) \(columns)×\(rows)\n\(text)")
    #expect(self.rows.count == rows, comment, sourceLocation: location)
    for row in self.rows {
      var end = 0
      for run in row.runs {
        #expect(run.column >= end, comment, sourceLocation: location)
        end = run.column + DisplayWidth.of(run.text)
      }
      #expect(end <= columns, comment, sourceLocation: location)
    }
    guard let cursor else { return }
    #expect((0..<columns).contains(cursor.column), comment, sourceLocation: location)
    #expect((0..<rows).contains(cursor.row), comment, sourceLocation: location)
  }
}

/// The screen sizes at which each view is tested.
enum ScreenSizes {
  static let all = [(200, 60), (80, 24), (40, 10), (20, 5), (60, 1)]
}
