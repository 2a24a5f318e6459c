import Host
import Text

/// The text of an explanation of a lap or of a place: its facts, each number, and the sums.
struct ExplanationText<Explained> {
  let explanation: Explained
  /// The session as a part of the title.
  let session: String
  let number: Int
  let localTime: LocalTime
  var text: TextSections

  init(
    _ explanation: Explained, of number: Int, named name: String?, localTime: LocalTime,
    isColored: Bool
  ) {
    self.explanation = explanation
    self.number = number
    session = "session \(number)" + (name.map { " \"\(Harmless.text($0))\"" } ?? "")
    self.localTime = localTime
    text = TextSections(isColored: isColored)
  }
}

/// Text in titled sections of aligned columns, as explanations print it.
struct TextSections {
  private let isColored: Bool
  private var grid = Grid([])

  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []

  init(isColored: Bool) {
    self.isColored = isColored
  }

  mutating func title(_ line: String) {
    bytes.append(Style.bold.applied(to: line, if: isColored))
    bytes.append("\n")
  }

  /// Adds an empty line and the title of a section; its rows follow, then ``end()``.
  mutating func begin(_ name: String, _ alignments: [Column.Alignment]) {
    bytes.append("\n")
    title(name)
    grid = Grid(alignments.map { Column("", $0) })
  }

  /// Adds a row to the section; it has a cell for each column.
  mutating func row(_ cells: [String]) {
    for cell in cells { grid.add { $0.append(cell) } }
  }

  /// Ends a section: adds its rows in aligned columns.
  mutating func end() {
    grid.writeRows(width: nil, isColored: isColored, to: &bytes)
  }

  mutating func lines(_ lines: [String]) {
    bytes.append("\n")
    for line in lines {
      bytes.append(line)
      bytes.append("\n")
    }
  }
}
