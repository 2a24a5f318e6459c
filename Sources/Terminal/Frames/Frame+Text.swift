import Timing
import Text

extension Frame {
  /// The frame as lines of text without inks, spaces at their ends left out.
  package var text: String {
    rows.map(\.text).joined(separator: "\n")
  }
}

extension Frame.Row {
  /// The row as text, without spaces at its end.
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
