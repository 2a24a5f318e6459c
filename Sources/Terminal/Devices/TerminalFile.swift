import CCurses
import Glibc

/// A terminal's file, written without buffering.
struct TerminalFile {
  let number: Int32

  /// The terminal's size; 80 by 24 if it does not know it.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes a text.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest))
        let count = Glibc.write(number, piece.baseAddress, piece.count)
        // A terminal that is gone is noticed by the end of its input.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// The cbreak mode of a terminal: keys arrive one by one and are not echoed.
final class CbreakMode {
  private let file: Int32
  private let original: termios

  /// Remembers a terminal's settings; nil if the file is not a terminal.
  init?(of file: Int32) {
    var settings = termios()
    guard tcgetattr(file, &settings) == 0 else { return nil }
    self.file = file
    original = settings
  }

  /// Enters the mode; Ctrl-C and Ctrl-Z still send signals.
  func enter() {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A key pressed before Ctrl-C or Ctrl-Z is kept.
    settings.c_lflag |= tcflag_t(NOFLSH)
    settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    settings.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &settings.c_cc) { control in
      control[Int(VMIN)] = 1
      control[Int(VTIME)] = 0
    }
    tcsetattr(file, TCSADRAIN, &settings)
  }

  /// Restores the original settings.
  func leave() {
    var settings = original
    tcsetattr(file, TCSADRAIN, &settings)
  }
}
