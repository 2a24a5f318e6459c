import Timing
import Text

/// Durations as people write them: `--ago`, `--limit`, `--by`.
enum DurationTarget: FuzzTarget {
  static let name = "duration"

  static func test(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let isSigned = bytes.first.map { $0 & 1 == 1 } ?? false
    do {
      let span = try Duration(text: text, signed: isSigned)
      try checkParsed(span, text)
      guard isSigned || span >= .zero else { throw Violation("\(text) is negative") }
    } catch let error as DurationTextError {
      try check(!error.description.isEmpty, "\(text) is refused without a reason")
    }
  }

  /// Checks that a duration is a number of nanoseconds and that its label is parsed as the same.
  private static func checkParsed(_ span: Duration, _ text: String) throws {
    let nanoseconds = span.nanoseconds
    try check(.nanoseconds(nanoseconds) == span, "\(text) is no whole number of nanoseconds")
    let bare = try Duration(text: "\(nanoseconds)ns", signed: true)
    try check(bare == span, "\(text) is not \(nanoseconds) ns")
    let label = StopwatchLabel(precision: 9).text(of: span)
    try check(try Duration(text: label, signed: true) == span, "\(text) is labelled \(label)")
  }
}
