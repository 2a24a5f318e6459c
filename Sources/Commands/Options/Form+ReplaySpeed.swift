import Arguments
import Timing

extension Form where Value == ReplaySpeed {
  /// The speed of a replay: a positive decimal number, or `max`.
  static var replaySpeed: Form {
    Form(
      "x|max", completion: .values(["max"]),
      write: { speed in
        if speed == .max { return "max" }
        return Int(exactly: speed.factor).map { "\($0)" } ?? "\(speed.factor)"
      },
      read: { word throws(InvalidValue) in
        if word == "max" { return .max }
        // Double would also accept signs, exponents, hexadecimal digits and infinity.
        let isDecimal = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isDecimal, word.utf8.count <= 16, let factor = Double(word) else {
          throw InvalidValue("neither a decimal number nor max")
        }
        guard factor >= 0.001 else { throw InvalidValue("less than 0.001") }
        return ReplaySpeed(factor)
      })
  }
}
