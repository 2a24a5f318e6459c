import Racing
import Text
import Timing

/// The format of a race as people write it: `--race`.
enum FormatTarget: FuzzTarget {
  static let name = "format"

  static func test(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let format = try RaceFormat(text: text)
      try check(format.validationError == nil, "\(text) is accepted, but invalid")
      try check((try? RaceFormat(text: format.text)) == format, "\(text) is printed \(format.text)")
      try checkStored(format)
    } catch let error as RaceTextError { try error.checkMessage(text) }
  }

  static func checkStored(_ format: RaceFormat) throws {
    let text = JSONWriter.text(format)
    let again = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
      try RaceFormat.read(&reader)
    }
    try check(again == format, "\(format) is stored as \(text)")
  }
}

/// The rules of a race as people write them: `--rules`.
enum RulesTarget: FuzzTarget {
  static let name = "rules"

  static func test(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    var format = RaceFormat(.laps(20))
    do {
      try format.apply(rules: text)
      try check(format.validationError == nil, "\(text) is accepted, but invalid")
      let again = try? RaceFormat(text: format.text, rules: format.rulesText)
      try check(again == format, "\(text) is printed \(format.rulesText)")
      try FormatTarget.checkStored(format)
    } catch let error as RaceTextError {
      try check(format == RaceFormat(.laps(20)), "\(text) is refused, but changes the rules")
      try error.checkMessage(text)
    }
  }
}

extension RaceTextError {
  /// Checks that the error names a part of the text, and that its message is harmless.
  fileprivate func checkMessage(_ text: String) throws {
    let rest = Array(text.utf8).dropFirst(offset)
    try check(rest.starts(with: word.utf8), "\(text): \(word) is not at \(offset)")
    let obeyed = description.unicodeScalars.first { Harmless.isObeyed($0) }
    try check(obeyed == nil, "\(description) is not harmless")
  }
}
