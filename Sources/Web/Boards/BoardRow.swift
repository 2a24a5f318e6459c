import Text

/// A cell of a board, as it is sent.
struct BoardCell: Hashable, Sendable {
  /// The kinds of values; all but texts drive what the page draws by itself.
  enum Value: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case numbers([Int])
    case texts([String])
    case rows([BoardRow])
    case object([BoardCell])
    case objects([[BoardCell]])
  }

  var name: String
  var value: Value

  /// Creates a cell with a text, which is made harmless; nil is an empty one.
  init(_ name: String, _ text: String?) { self.init(name, .text(Harmless.text(text ?? ""))) }

  init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  /// Creates a cell with a time in nanoseconds; nil is an empty text.
  init(_ name: String, nanoseconds time: Duration?) {
    self.init(name, time.map { .number($0.nanoseconds) } ?? .text(""))
  }

  /// Creates the cell of notes: the names of statuses and flags as words, after a label.
  static func notes(_ names: [String], after label: String? = nil) -> Self {
    let words = names.map { $0.replacing("_", with: " ") }
    return Self("notes", ([label].compactMap(\.self) + words).joined(separator: ", "))
  }

  /// Writes the cell as a field; after another value of it, a list that only differs from an index on
  /// has only these numbers, and an object has only the cells that differ.
  func write(to json: inout JSONWriter, after former: Value?) {
    switch value {
    case .text(let text): json.field(name, text)
    case .number(let number): json.field(name, number)
    case .flag(let flag): json.field(name, flag)
    case .texts(let texts): json.field(name, texts)
    case .rows(let rows): json.field(name, rows)
    case .object(let cells):
      let before: [BoardCell] = if case .object(let before)? = former { before } else { [] }
      json.object(name) { cells.writeChanges(since: before, to: &$0) }
    case .objects(let objects):
      json.array(name) { json in
        for cells in objects {
          json.object { for cell in cells { cell.write(to: &$0, after: nil) } }
        }
      }
    case .numbers(let numbers):
      guard case .numbers(let before)? = former else { return json.field(name, numbers) }
      let same = zip(before, numbers).prefix { $0 == $1 }.count
      json.object(name) {
        $0.field("from", same)
        $0.field("values", Array(numbers[same...]))
      }
    }
  }

  /// Whether nothing is shown.
  var isEmpty: Bool { value == .text("") || value == .numbers([]) }
}

/// A row of a board: a runner, a crossing or a lap.
struct BoardRow: JSONValue, Hashable, Sendable {
  /// The key, which is the row's as long as it is on the list.
  var key: String
  var cells: [BoardCell]

  func write(to json: inout JSONWriter) {
    json.object {
      $0.field("key", key)
      for cell in cells where !cell.isEmpty { cell.write(to: &$0, after: nil) }
    }
  }
}

extension [BoardCell] {
  /// The texts of cells, without those that are empty.
  subscript(names: String...) -> String {
    let cells = names.compactMap { name in first { $0.name == name && !$0.isEmpty } }
    return cells.compactMap { cell in
      if case .text(let text) = cell.value { text } else { nil }
    }.joined(separator: " · ")
  }

  /// Writes the cells that differ from former ones; with `clearing`, also empty ones that are new.
  func writeChanges(since former: [BoardCell], clearing: Bool = false, to json: inout JSONWriter) {
    for (index, cell) in enumerated() {
      let before =
        index < former.count && former[index].name == cell.name
        ? former[index] : former.first { $0.name == cell.name }
      if before?.value == cell.value || before == nil && cell.isEmpty && !clearing { continue }
      cell.write(to: &json, after: before?.value)
    }
    for cell in former where !cell.isEmpty && !contains(where: { $0.name == cell.name }) {
      json.field(cell.name, "")
    }
  }
}
