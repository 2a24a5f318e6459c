extension String {
  /// The word as a shell takes it, in single quotes where it needs them; ``splitWords(_:)`` reads
  /// it back.
  package var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./:@%+,".utf8.contains(byte)
      }
    }
    return isPlain && !isEmpty ? self : inSingleQuotes
  }

  /// The word in single quotes, as bash, zsh and every POSIX shell read them.
  var inSingleQuotes: String {
    var quoted = "'"
    for scalar in unicodeScalars {
      if scalar == "'" {
        quoted += "'\\''"
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }

  /// The text with a backslash before each of the given characters.
  func backslashed(_ special: Set<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if special.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The text with each occurrence of a mark replaced.
  func replacing(_ mark: Character, with text: String) -> String {
    split(separator: mark, omittingEmptySubsequences: false).joined(separator: text)
  }
}
