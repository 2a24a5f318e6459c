extension String {
  /// A word of the user as an error shows it: control and bidirectional characters escaped, so
  /// that they do not act on the terminal, and a word of more than 200 characters cut.
  package var echoed: String {
    var shown = ""
    var count = 0
    for scalar in unicodeScalars {
      if count == 200 { return shown + "…" }
      count += 1
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      default:
        if scalar.acts {
          shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
    }
    return shown
  }
}

extension Unicode.Scalar {
  /// Whether it may change how its neighbors are shown: a control, line separator, bidirectional
  /// or annotation character, or a byte order mark.
  fileprivate var acts: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }
}
