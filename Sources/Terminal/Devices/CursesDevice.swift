import CCurses
import Glibc
import Text

/// A terminal driven by curses; it is restored when the device is released.
///
/// Curses writes only the cells that have changed. Keys are read elsewhere, as bytes of the same
/// terminal.
package final class CursesDevice: Device {
  private let output: TerminalFile
  private let mode: CbreakMode
  private let screen: OpaquePointer
  private let attributes: CursesAttributes
  private var shown: Frame?
  private var isOpen = true

  /// Opens the terminal, which is both input and output; nil if its kind, the value of `TERM`, is
  /// unknown or cannot move the cursor: use ``LineDevice`` instead.
  package init?(
    input: Int32, output: Int32, kind: String, isColored: Bool, charset: Charset
  ) throws(DeviceError) {
    guard isatty(output) == 1, let mode = CbreakMode(of: input) else { throw .notATerminal }
    guard ccurses_look_up(kind, output) == 1, ccurses_moves_cursor() == 1 else { return nil }
    // curs_addch(3x) encodes by the locale; without the user's, one of UTF-8 is set.
    if setlocale(LC_CTYPE, "") == nil || charset == .utf8 { Self.setLocale(for: charset) }
    guard let screen = ccurses_open(kind) else { return nil }
    self.output = TerminalFile(number: output)
    self.mode = mode
    self.screen = screen
    attributes = CursesAttributes(isColored: isColored)
    mode.enter()
    bracketPastes(true)
    // Saves the mode that curses restores after a stop.
    def_prog_mode()
    resize()
  }

  deinit {
    close()
    delscreen(screen)
  }

  package var size: ScreenSize { output.size }

  package func show(_ frame: Frame) {
    resize()
    for (number, row) in frame.rows.enumerated() {
      if let shown, number < shown.rows.count, shown.rows[number] == row { continue }
      write(row, to: number)
    }
    if shown?.cursor != frame.cursor || shown == nil { curs_set(frame.cursor == nil ? 0 : 1) }
    let cell = frame.cursor ?? Frame.Cell(row: frame.rows.count - 1, column: 0)
    move(Int32(cell.row), Int32(cell.column))
    refresh()
    shown = frame
  }

  package func ring() { output.write("\u{7}") }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    curs_set(1)
    endwin()
    bracketPastes(false)
    mode.leave()
  }

  package func reopen() {
    isOpen = true
    shown = nil
    // After endwin(3x), the next refresh restores the screen of curses.
    mode.enter()
    bracketPastes(true)
    ccurses_forget()
  }

  /// Turns bracketed pastes on or off.
  ///
  /// Few terminal descriptions mention this mode, but terminals that obey ECMA-48 ignore a mode
  /// that they do not know.
  private func bracketPastes(_ isOn: Bool) {
    guard ccurses_obeys_ecma48() == 1 else { return }
    output.write("\u{1B}[?2004\(isOn ? "h" : "l")")
  }

  private func resize() {
    let size = size
    if ccurses_resize(Int32(size.rows), Int32(size.columns)) == 1 { shown = nil }
  }

  private func write(_ row: Frame.Row, to number: Int) {
    move(Int32(number), 0)
    clrtoeol()
    for run in row.runs {
      let (attributes, pair) = attributes[run.style]
      var column = run.column
      for character in run.text {
        var scalars = character.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        scalars.append(0)
        // Each character is placed by column, in case curses computes another width for one.
        if character != " " || attributes != 0 {
          _ = ccurses_put(Int32(number), Int32(column), scalars, attributes, pair)
        }
        column += max(1, DisplayWidth.of(character))
      }
    }
  }

  private static func setLocale(for charset: Charset) {
    guard charset == .utf8, strcmp(nl_langinfo(nl_item(CODESET)), "UTF-8") != 0 else { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}

@available(*, unavailable)
extension CursesDevice: Sendable {}

/// The curses attributes of the text styles: colors if they may be used, else weight.
private struct CursesAttributes {
  private let pairs: [TextStyle: Int16]

  init(isColored: Bool) {
    guard isColored, has_colors(), start_color() == OK, use_default_colors() == OK else {
      pairs = [:]
      return
    }
    let colors: [(TextStyle, Int32)] = [
      (.good, COLOR_GREEN), (.waiting, COLOR_YELLOW), (.bad, COLOR_RED), (.bar, COLOR_CYAN),
      (.lightGood, COLOR_GREEN), (.lightBad, COLOR_RED), (.gold, COLOR_YELLOW),
    ]
    var pairs: [TextStyle: Int16] = [:]
    for (index, (style, color)) in colors.enumerated() {
      let pair = Int16(index + 1)
      if init_pair(pair, Int16(color), -1) == OK { pairs[style] = pair }
    }
    self.pairs = pairs
  }

  subscript(style: TextStyle) -> (attributes: Int32, pair: Int16) {
    let pair = pairs[style] ?? 0
    return switch style {
    case .plain: (0, pair)
    case .strong: (Int32(CCURSES_BOLD), pair)
    case .faint: (Int32(CCURSES_DIM), pair)
    case .good, .bad, .gold: (Int32(CCURSES_BOLD), pair)
    case .waiting, .bar, .lightGood, .lightBad: (0, pair)
    case .field: (Int32(CCURSES_REVERSE), pair)
    }
  }
}

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

  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest))
        let count = Glibc.write(number, piece.baseAddress, piece.count)
        // Reading detects a closed terminal.
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

  func leave() {
    var settings = original
    tcsetattr(file, TCSADRAIN, &settings)
  }
}
