/// A bar of a diagram made of characters.
package enum Bar {
  /// Draws a bar.
  ///
  /// - Parameters:
  ///   - fraction: how much of the full length; held within 0 and 1, NaN is 0.
  ///   - columns: the full length.
  ///   - blocks: whether the terminal shows Unicode's blocks, which are as fine as an eighth of a
  ///     column; else whole `#` are drawn.
  /// - Returns: at most so many columns, without spaces behind; never empty above zero.
  package static func text(_ fraction: Double, columns: Int, blocks: Bool) -> String {
    guard fraction > 0, columns > 0 else { return "" }
    let length = min(fraction, 1) * Double(columns)
    guard blocks else { return String(repeating: "#", count: max(1, Int(length.rounded()))) }
    let eighths = max(1, Int((length * 8).rounded()))
    let bar = String(repeating: "█", count: eighths / 8)
    return eighths % 8 == 0 ? bar : bar + parts[eighths % 8 - 1]
  }

  private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
