import Timing
import Text

extension String {
  /// The text behind as many spaces as make it so wide.
  func rightAligned(in columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(self))) + self
  }

  /// The text before as many spaces as make it so wide.
  func leftAligned(in columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
  }
}
