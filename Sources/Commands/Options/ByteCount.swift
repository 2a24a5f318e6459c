import Arguments

/// A number of bytes as it is typed, `500M`, and as it is shown, `500 MiB`.
///
/// Units are powers of 1,024.
enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [
    ("T", 40), ("G", 30), ("M", 20), ("K", 10),
  ]

  /// Reads digits, with a unit behind them or none; nil for anything else, and for more bytes than
  /// can be counted.
  static func parse(_ word: String) -> Int? {
    var digits = word[...]
    var shift = 0
    if let last = word.last, let unit = units.first(where: { "\($0.letter)" == last.uppercased() })
    {
      digits = digits.dropLast()
      shift = unit.shift
    }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: 1 << shift)
    return isTooMuch ? nil : bytes
  }

  /// Writes a number so that it is read back: the largest unit that leaves no rest.
  static func word(_ bytes: Int) -> String {
    for unit in units where bytes > 0 && bytes & ((1 << unit.shift) - 1) == 0 {
      return "\(bytes >> unit.shift)\(unit.letter)"
    }
    return "\(bytes)"
  }

  /// Shows a number in its largest unit, with one decimal, truncated: `1.5 GiB`, `512 bytes`.
  static func text(_ bytes: Int) -> String {
    guard let unit = units.first(where: { bytes >> $0.shift > 0 }) else { return "\(bytes) bytes" }
    let tenth = ((bytes & ((1 << unit.shift) - 1)) * 10) >> unit.shift
    let decimal = tenth == 0 ? "" : ".\(tenth)"
    return "\(bytes >> unit.shift)\(decimal) \(unit.letter)iB"
  }
}

extension Form where Value == Int {
  /// A number of bytes above zero, with a unit behind it or none.
  static var size: Form {
    Form("size", write: { ByteCount.word($0) }) { word throws(InvalidValue) in
      guard let bytes = ByteCount.parse(word), bytes > 0 else {
        throw InvalidValue("a size is bytes above zero, as in 500M or 4G")
      }
      return bytes
    }
  }
}
