import Timing
import Text

/// Durations as people write them: `--ago`, `--limit`, `--by`.
enum DurationSubject: Subject {
  static let name = "duration"

  static func take(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let isSigned = bytes.first.map { $0 & 1 == 1 } ?? false
    do {
      let span = try Duration(text: text, signed: isSigned)
      try check(span, text)
      guard isSigned || span >= .zero else { throw Violation("\(text) is negative") }
    } catch let error as DurationTextError {
      try claim(!error.description.isEmpty, "\(text) is wrong for no reason")
    }
  }

  /// What is read is a whole number of nanoseconds, and its label can be read again.
  private static func check(_ span: Duration, _ text: String) throws {
    let nanoseconds = span.nanoseconds
    try claim(.nanoseconds(nanoseconds) == span, "\(text) is no whole number of nanoseconds")
    let bare = try Duration(text: "\(nanoseconds)ns", signed: true)
    try claim(bare == span, "\(text) is not \(nanoseconds) ns")
    let label = StopwatchLabel(precision: 9).text(of: span)
    try claim(try Duration(text: label, signed: true) == span, "\(text) is labelled \(label)")
  }
}
