import CCurses
import Glibc
import Timing
import Text

/// A terminal by way of curses: the one owner of its screen, which it gives back when it is let go.
///
/// Curses writes only the cells that have changed. Keys are not its matter: they are read from the
/// same terminal as bytes.
package final class CursesDevice: Device {
  private let output: TerminalFile
  private let keys: KeyMode
  private let screen: OpaquePointer
  private let inks: Inks
  private var shown: Frame?
  private var isOpen = true

  /// Takes the terminal; nil if its kind is not known, or cannot move its cursor: `LineDevice` can
  /// do with less.
  ///
  /// - Parameters:
  ///   - input: standard input, which is the terminal.
  ///   - output: standard output, the same terminal.
  ///   - kind: the kind of terminal, the value of `TERM`.
  ///   - isColored: whether colors may be used.
  ///   - isUTF8: whether it shows UTF-8.
  /// - Throws: `noTerminal` if the files are none.
  package init?(
    input: Int32, output: Int32, kind: String, isColored: Bool, isUTF8: Bool
  ) throws(DeviceError) {
    guard isatty(output) == 1, let keys = KeyMode(of: input) else { throw .noTerminal }
    guard ccurses_look_up(kind, output) == 1, ccurses_moves_cursor() == 1 else { return nil }
    // curs_addch(3x) prints by the locale: where that of the user is not there, one for UTF-8 is.
    if setlocale(LC_CTYPE, "") == nil || isUTF8 { Self.setUTF8Locale(isUTF8) }
    guard let screen = ccurses_open(kind) else { return nil }
    self.output = TerminalFile(number: output)
    self.keys = keys
    self.screen = screen
    inks = Inks(isColored: isColored)
    keys.take()
    takePastes(true)
    // What curses will set again when it comes back from a stop.
    def_prog_mode()
    resize()
  }

  deinit {
    close()
    delscreen(screen)
  }

  package var size: Size { output.size }

  package func show(_ frame: Frame) {
    resize()
    for (number, row) in frame.rows.enumerated() {
      if let shown, number < shown.rows.count, shown.rows[number] == row { continue }
      write(row, to: number)
    }
    if shown?.cursor != frame.cursor || shown == nil { curs_set(frame.cursor == nil ? 0 : 1) }
    let spot = frame.cursor ?? Frame.Spot(row: frame.rows.count - 1, column: 0)
    move(Int32(spot.row), Int32(spot.column))
    refresh()
    shown = frame
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    curs_set(1)
    endwin()
    takePastes(false)
    keys.giveBack()
  }

  package func reopen() {
    isOpen = true
    shown = nil
    // After endwin(3x), a refresh takes the terminal again.
    keys.take()
    takePastes(true)
    ccurses_forget()
  }

  /// Has the terminal tell pastes from keys, or not any more.
  ///
  /// Few descriptions of terminals know of it, but terminals that obey ECMA-48 pass over a mode that
  /// they have not.
  private func takePastes(_ isWanted: Bool) {
    guard ccurses_obeys_ecma48() == 1 else { return }
    output.write("\u{1B}[?2004\(isWanted ? "h" : "l")")
  }

  /// Follows the size of the terminal.
  private func resize() {
    let size = size
    if ccurses_resize(Int32(size.rows), Int32(size.columns)) == 1 { shown = nil }
  }

  private func write(_ row: Frame.Row, to number: Int) {
    move(Int32(number), 0)
    clrtoeol()
    for run in row.runs {
      let (attributes, pair) = inks[run.ink]
      var column = run.column
      for character in run.text {
        var scalars = character.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        scalars.append(0)
        // Each in a column of its own reckoning: widths that curses sees otherwise do not add up.
        if character != " " || attributes != 0 {
          _ = ccurses_put(Int32(number), Int32(column), scalars, attributes, pair)
        }
        column += max(1, DisplayWidth.of(character))
      }
    }
  }

  private static func setUTF8Locale(_ isUTF8: Bool) {
    guard isUTF8, strcmp(nl_langinfo(nl_item(CODESET)), "UTF-8") != 0 else { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}

@available(*, unavailable)
extension CursesDevice: Sendable {}
