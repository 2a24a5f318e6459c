/// What the sequences of keys mean.
enum KeySequence {
  static func letter(_ final: UInt8, parameters: String) -> Key? {
    let isShifted = parameters.hasPrefix("1;") && parameters != "1;1"
    return switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): isShifted ? .shiftRight : .right
    case UInt8(ascii: "D"): isShifted ? .shiftLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M") where parameters.isEmpty: .enter
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  static func number(_ parameters: String) -> Key? {
    switch parameters.prefix(while: { $0 != ";" }) {
    case "1", "7": .home
    case "3": .delete
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }
}
