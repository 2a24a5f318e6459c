import Glibc
import Timing
import Text

/// A terminal that cannot move its cursor, or of which nothing is known: one line, written over
/// itself by carriage returns.
package final class LineDevice: Device {
  private let output: TerminalFile
  private let keys: KeyMode
  private var shown = ""
  private var isOpen = false

  /// Takes the terminal.
  package init(input: Int32, output: Int32) throws(DeviceError) {
    guard isatty(output) == 1, let keys = KeyMode(of: input) else { throw .noTerminal }
    self.output = TerminalFile(number: output)
    self.keys = keys
    reopen()
  }

  deinit { close() }

  package var size: Size {
    // The last column stays free: some terminals go to the next line when it is written.
    Size(columns: output.size.columns - 1, rows: 1)
  }

  package func show(_ frame: Frame) {
    let text = frame.rows.first?.text ?? ""
    guard text != shown else { return }
    output.write("\r" + change(to: text))
    shown = text
  }

  /// What is to be written from the beginning of the line on to make it this text: where a clock
  /// ticks at its beginning, no more than the clock.
  private func change(to text: String) -> String {
    let same = zip(text.reversed(), shown.reversed()).prefix { $0 == $1 }.count
    let (head, old) = (String(text.dropLast(same)), String(shown.dropLast(same)))
    if DisplayWidth.of(head) == DisplayWidth.of(old) { return head }
    let rest = DisplayWidth.of(shown) - DisplayWidth.of(text)
    return text + String(repeating: " ", count: max(0, rest))
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    output.write(shown.isEmpty ? "" : "\n")
    keys.giveBack()
  }

  package func reopen() {
    isOpen = true
    shown = ""
    keys.take()
  }
}
