import Testing
import Text

/// The screen of an xterm in memory, with the sequences that curses uses.
struct VirtualTerminal {
  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var isAlternate = false
  private(set) var showsCursor = true
  private(set) var bracketsPastes = false
  private(set) var hasColors = false
  private var cells: [[Character]]
  private var other: [[Character]]
  private var row = 0
  private var column = 0
  private var wraps = false
  private var region: ClosedRange<Int>
  private var lastCharacter: Character = " "
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Self.blank(columns, rows)
    other = cells
    region = 0...rows - 1
  }

  /// The lines without trailing spaces.
  var lines: [String] {
    cells.map { row in
      var line = String(row.filter { $0 != Self.covered })
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var text: String { lines.joined(separator: "\n") }

  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    for screen in [\Self.cells, \Self.other] {
      self[keyPath: screen] = (0..<rows).map { row in
        (0..<columns).map { column in
          let old = self[keyPath: screen]
          return row < old.count && column < old[row].count ? old[row][column] : " "
        }
      }
    }
    region = 0...rows - 1
    (row, column, wraps) = (min(row, rows - 1), min(column, columns - 1), false)
  }

  mutating func receive(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let length = executeNext() { pending.removeFirst(length) }
  }

  /// A cell covered by the wide character before it.
  private static let covered: Character = "\u{0}"

  private static func blank(_ columns: Int, _ rows: Int) -> [[Character]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// Executes the first character or sequence; returns its length, or nil if it is incomplete.
  private mutating func executeNext() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x08: (column, wraps) = (max(0, column - 1), false)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: (column, wraps) = (0, false)
    case 0x00..<0x20, 0x7F: break
    default: return character(first)
    }
    return 1
  }

  private mutating func character(_ first: UInt8) -> Int? {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return nil }
    for scalar in String(decoding: pending.prefix(length), as: UTF8.self).unicodeScalars {
      put(Character(scalar))
    }
    return length
  }

  private mutating func put(_ character: Character) {
    let width = DisplayWidth.of(character)
    guard width > 0 else { return }
    if wraps || column + width > columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = character
    if width == 2 { cells[row][column + 1] = Self.covered }
    lastCharacter = character
    wraps = column + width >= columns
    column = min(columns - 1, column + width)
  }

  private mutating func lineFeed() {
    wraps = false
    if row == region.upperBound {
      deleteLines(1, at: region.lowerBound)
    } else {
      row = min(rows - 1, row + 1)
    }
  }

  private mutating func escape() -> Int? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return sequence()
    case UInt8(ascii: "]"): return pending.firstIndex(of: 0x07).map { $0 + 1 }
    case UInt8(ascii: "("), UInt8(ascii: ")"): return pending.count > 2 ? 3 : nil
    case UInt8(ascii: "M"):
      if row == region.lowerBound { insertLines(1, at: row) } else { row = max(0, row - 1) }
    default: break
    }
    return 2
  }

  private mutating func sequence() -> Int? {
    guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let text = String(decoding: pending[2..<end], as: UTF8.self)
    let numbers = text.drop { !$0.isNumber && $0 != ";" }
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let command = Character(Unicode.Scalar(pending[end]))
    if text.hasPrefix("?") { setMode(numbers, command == "h") } else { execute(command, numbers) }
    return end + 1
  }

  private mutating func setMode(_ numbers: [Int], _ isOn: Bool) {
    for number in numbers {
      if number == 25 { showsCursor = isOn }
      if number == 2004 { bracketsPastes = isOn }
      if number == 1049, isOn != isAlternate {
        isAlternate = isOn
        swap(&cells, &other)
        if isOn { cells = Self.blank(columns, rows) }
      }
    }
  }

  private mutating func execute(_ command: Character, _ numbers: [Int]) {
    let count = max(1, numbers.first ?? 1)
    let amount = numbers.first ?? 0
    if command != "m" { wraps = false }
    switch command {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "d": row = min(rows, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J": erase(amount == 0 ? row + 1..<rows : 0..<rows, alsoInRow: amount == 0 ? 0 : 2)
    case "K": erase(0..<0, alsoInRow: amount)
    case "X": fill(column..<min(columns, column + count))
    case "P":
      let gone = min(count, columns - column)
      cells[row].removeSubrange(column..<column + gone)
      cells[row] += Array(repeating: " ", count: gone)
    case "@":
      let new = min(count, columns - column)
      cells[row].insert(contentsOf: Array(repeating: " ", count: new), at: column)
      cells[row].removeLast(new)
    case "L": insertLines(count, at: row)
    case "M": deleteLines(count, at: row)
    case "S": deleteLines(count, at: region.lowerBound)
    case "T": insertLines(count, at: region.lowerBound)
    case "r":
      let bottom = numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows
      region = min(rows, count) - 1...min(rows, bottom) - 1
      (row, column) = (0, 0)
    case "b": for _ in 0..<count { put(lastCharacter) }
    case "Z": column = max(0, (column - 1) / 8 * 8)
    case "m":
      hasColors = hasColors || numbers.contains { (30...38).contains($0) || (90...97).contains($0) }
    default: break
    }
  }

  private mutating func erase(_ whole: Range<Int>, alsoInRow part: Int) {
    for row in whole { cells[row] = Array(repeating: " ", count: columns) }
    fill(part == 0 ? column..<columns : part == 1 ? 0..<column + 1 : 0..<columns)
  }

  private mutating func fill(_ range: Range<Int>) {
    for column in range { cells[row][column] = " " }
  }

  private mutating func insertLines(_ count: Int, at row: Int) {
    let count = min(count, region.upperBound - row + 1)
    cells.removeSubrange(region.upperBound - count + 1...region.upperBound)
    cells.insert(contentsOf: Self.blank(columns, count), at: row)
  }

  private mutating func deleteLines(_ count: Int, at row: Int) {
    let count = min(count, region.upperBound - row + 1)
    cells.removeSubrange(row..<row + count)
    cells.insert(contentsOf: Self.blank(columns, count), at: region.upperBound - count + 1)
  }
}

extension VirtualTerminal: CustomTestStringConvertible {
  var testDescription: String { text }
}
