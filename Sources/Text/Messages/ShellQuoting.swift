extension String {
  /// The word quoted for a shell, where it needs quotes.
  package var shellQuoted: String {
    !isEmpty && unicodeScalars.allSatisfy(\.isPlainForShells) ? self : inSingleQuotes
  }

  /// The word in single quotes, as bash, zsh and every POSIX shell accept them.
  package var inSingleQuotes: String {
    "'" + unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
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

extension Unicode.Scalar {
  /// Whether the character is an ASCII one without a meaning for shells.
  package var isPlainForShells: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "@", "%", "+", ",": true
    default: false
    }
  }
}
