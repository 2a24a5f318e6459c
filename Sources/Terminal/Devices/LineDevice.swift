import Glibc
import Text

/// A terminal of an unknown kind, or one that cannot move the cursor: one line, rewritten after a
/// carriage return.
package final class LineDevice: Device {
  private let output: TerminalFile
  private let mode: CbreakMode
  private var shown = ""
  private var isOpen = false

  /// Opens the terminal.
  package init(input: Int32, output: Int32) throws(DeviceError) {
    guard isatty(output) == 1, let mode = CbreakMode(of: input) else { throw .notATerminal }
    self.output = TerminalFile(number: output)
    self.mode = mode
    reopen()
  }

  deinit { close() }

  package var size: ScreenSize {
    // The last column stays empty: some terminals wrap when it is written.
    ScreenSize(columns: output.size.columns - 1, rows: 1)
  }

  package func show(_ frame: Frame) {
    let text = frame.rows.first?.text ?? ""
    guard text != shown else { return }
    output.write("\r" + update(to: text))
    shown = text
  }

  /// The text to write from the start of the line, up to the last difference.
  private func update(to text: String) -> String {
    let same = zip(text.reversed(), shown.reversed()).prefix { $0 == $1 }.count
    let (head, old) = (String(text.dropLast(same)), String(shown.dropLast(same)))
    if DisplayWidth.of(head) == DisplayWidth.of(old) { return head }
    let rest = DisplayWidth.of(shown) - DisplayWidth.of(text)
    return text + String(repeating: " ", count: max(0, rest))
  }

  package func ring() { output.write("\u{7}") }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    output.write(shown.isEmpty ? "" : "\n")
    mode.leave()
  }

  package func reopen() {
    isOpen = true
    shown = ""
    mode.enter()
  }
}

/// A terminal that shows frames.
package protocol Device: AnyObject {
  /// The present size.
  var size: ScreenSize { get }
  /// Shows a frame of this size, writing only what has changed.
  func show(_ frame: Frame)
  /// Rings the terminal's bell.
  func ring()
  /// Restores the terminal's settings and screen.
  func close()
  /// Initializes the terminal again after a close, or after other programs wrote to it; the next
  /// frame is written in full.
  func reopen()
}

/// The reason why no device can be opened.
package enum DeviceError: Error, Hashable, Sendable {
  /// Standard input or output is not a terminal.
  case notATerminal
}
