import Glibc
import Text
import CCurses

/// The terminal's line discipline: keys come one by one and are not echoed, while it is taken.
final class KeyMode {
  private let file: Int32
  private let before: termios

  /// Remembers how the terminal is set; nil if it is none.
  init?(of file: Int32) {
    var settings = termios()
    guard tcgetattr(file, &settings) == 0 else { return nil }
    self.file = file
    before = settings
  }

  /// Has keys come as they are pressed; Ctrl-C and Ctrl-Z stay signals.
  func take() {
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A key that was pressed before Ctrl-C or Ctrl-Z is not dropped by these.
    settings.c_lflag |= tcflag_t(NOFLSH)
    settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    settings.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &settings.c_cc) { control in
      control[Int(VMIN)] = 1
      control[Int(VTIME)] = 0
    }
    tcsetattr(file, TCSADRAIN, &settings)
  }

  /// Sets the terminal as it was.
  func giveBack() {
    var settings = before
    tcsetattr(file, TCSADRAIN, &settings)
  }
}
