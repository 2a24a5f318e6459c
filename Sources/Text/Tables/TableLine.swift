/// One line of an aligned table, cut to the terminal with an ellipsis where it has to be.
package struct TableLine {
  private struct Piece {
    var start: Int
    var width: Int
    var text: ArraySlice<UInt8>
    var style: Style?
  }

  /// The columns of the terminal; nil: the line stays whole.
  package let width: Int?
  package let isColored: Bool
  private var pieces: [Piece] = []
  private var position = 0

  package init(width: Int?, isColored: Bool) {
    self.width = width
    self.isColored = isColored
  }

  package mutating func add(
    _ text: ArraySlice<UInt8>, width: Int, style: Style?, in column: Int, of grid: Grid
  ) {
    let room = grid.widths[column]
    let start = position + (grid.isRight(column) ? room - width : 0)
    if !text.isEmpty { pieces.append(Piece(start: start, width: width, text: text, style: style)) }
    position += room + 2
  }

  /// Appends the line without spaces at its end, and begins the next.
  package mutating func end(to output: inout [UInt8]) {
    let end = pieces.last.map { $0.start + $0.width } ?? 0
    let limit = width.flatMap { end > $0 ? max($0 - 1, 0) : nil }
    var column = 0
    for piece in pieces {
      let room = (limit ?? .max) - piece.start
      if room <= 0 { break }
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: piece.start - column))
      column = append(piece, room: room, to: &output) + piece.start
    }
    if let limit {
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, limit - column)))
      output.append("…")
    }
    output.append(UInt8(ascii: "\n"))
    pieces.removeAll(keepingCapacity: true)
    position = 0
  }

  /// Appends as much of a piece as there is room for.
  ///
  /// - Returns: the columns that it takes.
  private func append(_ piece: Piece, room: Int, to output: inout [UInt8]) -> Int {
    let style = isColored ? piece.style : nil
    if let style { output.append(style.on) }
    defer { if style != nil { output.append(Style.off) } }
    guard piece.width > room else {
      output += piece.text
      return piece.width
    }
    let text = String(decoding: piece.text, as: UTF8.self)
    let kept = DisplayWidth.prefix(of: text, columns: room)
    output.append(contentsOf: kept.text.utf8)
    return kept.columns
  }
}
