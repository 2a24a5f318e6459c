/// The code on a screen of text and in a page.
extension QRCode {
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
  }

  /// The code in half blocks, two rows of modules in each line.
  ///
  /// The blocks are the light modules, since most terminals are dark; readers know both.
  package var terminalText: String {
    let places = -Self.margin..<size + Self.margin
    return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
      places.map { column in
        switch (isDark(row, column), row + 1 < places.upperBound && !isDark(row + 1, column)) {
        case (false, true): "█"
        case (false, false): "▀"
        case (true, true): "▄"
        case (true, false): " "
        }
      }.joined() + "\n"
    }.joined()
  }

  /// The code as an SVG image: dark on light, in any scheme.
  package var svg: String {
    let all = size + 2 * Self.margin
    var path = ""
    for row in 0..<size {
      for column in 0..<size where modules[row][column] {
        path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(all) \(all)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(all)v\(all)H0z"/>\
      <path d="\(path)"/></svg>
      """
  }
}
