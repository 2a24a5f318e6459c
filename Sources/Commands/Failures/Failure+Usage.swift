import Arguments

extension Failure {
  /// Wrong usage: what is wrong, the usage line, and where help is.
  init(_ error: UsageError) {
    self.init(
      exitCode: ExitCode.usage, kind: "usage", message: error.message,
      screen: Laptimer.program.text(of: error).trimmingEnd)
  }

  /// Output that could not be written.
  init(_ error: OutputError) {
    switch error {
    case .readerClosed:
      self.init(exitCode: ExitCode.readerClosed, kind: "reader_closed", message: "")
    case .diskFull:
      self.init(
        exitCode: ExitCode.inputOutput, kind: "disk_full",
        message: "The answer could not be written: the disk is full.")
    case .failed(let number):
      self.init(
        exitCode: ExitCode.inputOutput, kind: "input_output",
        message: "The answer could not be written: \(systemMessage(number)).")
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
