import Glibc

/// The properties of the terminal that shows the output.
package enum TerminalTraits {
  /// Returns the width of a terminal in columns: that of `COLUMNS`, if it is a number above zero;
  /// nil if the descriptor is no terminal, or its width is unknown.
  package static func columns(of descriptor: Int32, environment columns: String?) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = columns.flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the terminal shows UTF-8, according to the locale; false without one.
  ///
  /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set and not empty names it, as in POSIX.
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
