extension String {
  /// The text with each of its lines broken at spaces, so that none is longer than `width`, and
  /// moved to the right by `indent`.
  ///
  /// A word that is too long for a line stands on a line of its own, unbroken. On a terminal too
  /// narrow to leave ten columns for the text, ten are used all the same.
  func wrapped(to width: Int, indent: Int = 0) -> String {
    let room = max(width - indent, 10)
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      var columns = 0
      for word in paragraph.split(separator: " ") {
        let length = word.count
        if columns > 0, columns + 1 + length > room {
          lines.append(margin + line)
          line = ""
          columns = 0
        }
        line += columns > 0 ? " \(word)" : word
        columns += length + (columns > 0 ? 1 : 0)
      }
      lines.append(line.isEmpty ? "" : margin + line)
    }
    return lines.joined(separator: "\n")
  }
}
