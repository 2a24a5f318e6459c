import Glibc

/// What is known of the terminal that will show the output.
package enum TerminalTraits {
  /// How many columns it has.
  ///
  /// - Parameters:
  ///   - descriptor: the file descriptor that output goes to.
  ///   - columns: the value of `COLUMNS`, which wins when it is a number above zero.
  /// - Returns: nil when the descriptor is no terminal, or one that does not know.
  package static func columns(of descriptor: Int32, environment columns: String?) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = columns.flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether it shows UTF-8, as far as the locale says.
  ///
  /// - Parameter variable: the value of an environment variable; `LC_ALL`, `LC_CTYPE` and `LANG`
  ///   are asked in this order, and the first that is set and not empty decides, as POSIX says.
  /// - Returns: whether the locale's encoding is UTF-8; without a locale it is not.
  package static func showsUTF8(_ variable: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = variable(name), !locale.isEmpty else { continue }
      let lower = locale.lowercased()
      return lower.hasSuffix("utf-8") || lower.hasSuffix("utf8") || lower.contains("utf-8@")
        || lower.contains("utf8@")
    }
    return false
  }
}
