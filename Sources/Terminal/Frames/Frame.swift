package import Signals
import Text
package import Timing

/// The content of a screen as plain values: tests compare frames, devices write them.
package struct Frame: Hashable, Sendable {
  /// The rows from the top, as many as the screen has.
  package var rows: [Row]
  /// The cell of the cursor; nil hides the cursor.
  package var cursor: Cell?
  /// The number of rows by which the list can be scrolled.
  package var scrollLimit = 0
  /// The time after which the same scene looks different; nil if it never does.
  package var changesAfter: Duration?
  /// The clock that it shows.
  package var clock: Clock?

  /// The session of a clock, and its phase.
  package struct Clock: Hashable, Sendable {
    /// The number of the session in its log.
    package var session: Int?
    package var phase: Phase
  }

  /// A row of the screen: its runs go from left to right and do not overlap.
  package struct Row: Hashable, Sendable {
    package var runs: [Run] = []
  }

  /// A piece of a row in one style.
  package struct Run: Hashable, Sendable {
    /// The first column, counted from 0.
    package var column: Int
    /// Text without control characters that fits into the row.
    package var text: String
    package var style: TextStyle
  }

  /// A place on the screen, counted from 0.
  package struct Cell: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The shortest time between two frames: a live clock needs ten frames a second, and more than 30
  /// are not visible.
  static let shortestInterval = Duration.milliseconds(33)

  /// The frame as lines of text without styles and trailing spaces.
  package var text: String {
    rows.map(\.text).joined(separator: "\n")
  }
}

extension Signal where Element == Frame {
  /// An element whenever a clock that ran in the frame before has finished.
  ///
  /// ```
  /// phases   running---finished---running---stopped
  /// finishes -----------x-------------------------
  /// ```
  package var finishes: Signal<Void> {
    scan((clock: Frame.Clock?.none, hasFinished: false)) { last, frame in
      let ran = last.clock?.phase == .running && last.clock?.session == frame.clock?.session
      return (frame.clock, ran && frame.clock?.phase == .finished)
    }
    .compactMap { $0.hasFinished ? () : nil }
  }
}

extension Frame.Row {
  /// The row as text without styles and trailing spaces.
  package var text: String {
    var text = ""
    var column = 0
    for run in runs {
      text += String(repeating: " ", count: max(0, run.column - column)) + run.text
      column = run.column + DisplayWidth.of(run.text)
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// The meaning of a piece of text, which a device shows by color or weight.
package enum TextStyle: Hashable, Sendable, CaseIterable {
  case plain, strong, faint
  /// A running clock, the best lap, ahead and gaining.
  case good
  /// Ahead, but losing.
  case lightGood
  /// A stopped clock or a countdown, a timestamp.
  case waiting
  /// A refusal, behind and losing.
  case bad
  /// Behind, but gaining.
  case lightBad
  /// The best time of a segment.
  case gold
  /// A bar of a diagram.
  case bar
  /// A field being edited.
  case field
}

/// The characters that a terminal can show.
package enum Charset: Hashable, Sendable {
  case utf8, ascii
}

/// The size of a screen in character cells.
package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  /// Creates a size of at least one cell.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}

/// Computes when a frame changes, from the labels drawn in it.
///
/// Ages are redrawn together with a label that ticks, so that they cause no wake-ups of their own
/// while a clock runs.
struct NextChange {
  /// The time until the first change of a label that ticks.
  private var tick: Duration?
  /// The time until the first change of an age.
  private var age: Duration?
  /// The time until any other change, which is shown exactly then.
  private var other: Duration?

  /// The time until the frame changes; nil if it never does.
  var delay: Duration? { Self.earlier(tick ?? age, other) }

  mutating func add(after delay: Duration) {
    other = Self.earlier(other, delay)
  }

  /// Adds a label of a span that grows with time.
  mutating func add(_ label: some TimeLabel, _ span: Duration) {
    guard let next = label.nextChange(after: span) else { return }
    add(after: next - span)
  }

  mutating func add(age: Duration) {
    guard let next = AgeLabel().nextChange(after: age) else { return }
    self.age = Self.earlier(self.age, next - age)
  }

  /// Adds a label that ticks after a time.
  mutating func add(tickAfter delay: Duration) {
    tick = Self.earlier(tick, delay)
  }

  /// Adds a label that ticks, of a span that grows with time.
  mutating func add(ticking label: some TimeLabel, _ span: Duration) {
    guard let next = label.nextChange(after: span) else { return }
    add(tickAfter: next - span)
  }

  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
