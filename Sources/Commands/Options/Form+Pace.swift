import Arguments

extension Form where Value == Pace {
  /// How many times as fast as it happened: a positive decimal number, or `max`.
  static var pace: Form {
    Form(
      "x|max", completion: .values(["max"]),
      write: { pace in
        guard case .times(let factor) = pace else { return "max" }
        return Int(exactly: factor).map { "\($0)" } ?? "\(factor)"
      },
      read: { word throws(InvalidValue) in
        if word == "max" { return .max }
        // Double would also take signs, exponents, hexadecimal digits and infinity.
        let isDecimal = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isDecimal, word.utf8.count <= 16, let factor = Double(word) else {
          throw InvalidValue("it is no decimal number, and not max")
        }
        guard factor >= 0.001 else { throw InvalidValue("it is below 0.001") }
        return .times(factor)
      })
  }
}
