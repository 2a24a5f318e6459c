import Glibc

/// The file of a terminal that is written to.
struct TerminalFile {
  let number: Int32

  /// The size that the terminal knows; 80 by 24 if it does not.
  var size: Size {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes a text as it is.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest))
        let count = Glibc.write(number, piece.baseAddress, piece.count)
        // A terminal that is gone tells so by its input.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
