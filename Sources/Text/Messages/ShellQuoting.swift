extension String {
  /// The word quoted for a shell, where it needs quotes.
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

  /// The word in single quotes, as bash, zsh and every POSIX shell accept them.
  package var inSingleQuotes: String {
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

  /// The word quoted for a shell, so that it can be copied from a screen.
  ///
  /// Characters that a screen does not show have escapes, which bash, zsh and ksh read.
  package var copyable: String {
    guard unicodeScalars.contains(where: Harmless.isObeyed) else { return shellQuoted }
    let escaped = unicodeScalars.map { scalar -> String in
      guard scalar == "'" || scalar == "\\" || Harmless.isObeyed(scalar) else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (escape, length) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
      return escape + String(repeating: "0", count: length - digits.count) + digits
    }
    return "$'\(escaped.joined())'"
  }
}
