import Racing
import Text
import Timing

/// The format of a race as people write it: `--race`.
enum FormatSubject: Subject {
  static let name = "format"

  static func take(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let format = try RaceFormat(text: text)
      try claim(format.validationError == nil, "\(text) is taken and not valid")
      try claim(try RaceFormat(text: format.text) == format, "\(text) is printed \(format.text)")
      try checkStored(format)
    } catch let error as RaceTextError {
      try error.check(text)
      if let correction = error.correction { _ = try RaceFormat(text: correction) }
    }
  }

  /// A format is read as it is stored.
  static func checkStored(_ format: RaceFormat) throws {
    var json = JSONWriter()
    format.write(to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self)
    let again = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
      try RaceFormat(from: &reader)
    }
    try claim(again == format, "\(format) is stored as \(text)")
  }
}

/// The rules of a race as people write them: `--rules`.
enum RulesSubject: Subject {
  static let name = "rules"

  static func take(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    var format = RaceFormat(.laps(20))
    do {
      try format.apply(rules: text)
      try claim(format.validationError == nil, "\(text) is taken and not valid")
      let again = try RaceFormat(text: format.text, rules: format.rulesText)
      try claim(again == format, "\(text) is printed \(format.rulesText)")
      try FormatSubject.checkStored(format)
    } catch let error as RaceTextError {
      try claim(format == RaceFormat(.laps(20)), "\(text) is refused, and changes the rules")
      try error.check(text)
      if let correction = error.correction { try format.apply(rules: correction) }
    }
  }
}

extension RaceTextError {
  /// The error names a part of the text, and its message is harmless.
  fileprivate func check(_ text: String) throws {
    let rest = Array(text.utf8).dropFirst(offset)
    try claim(rest.starts(with: word.utf8), "\(text): \(word) is not at \(offset)")
    let obeyed = description.unicodeScalars.first { Harmless.isObeyed($0) }
    try claim(obeyed == nil, "\(description) is not harmless")
  }
}
