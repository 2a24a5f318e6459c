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
    case .noRoom, .failed:
      self.init(
        exitCode: ExitCode.inputOutput, kind: error.kind,
        message: "The answer could not be written: \(error.reason).")
    }
  }

  /// Nothing to wait with for interrupts, keys or other processes.
  static func cannotWait(errno number: Int32) -> Failure {
    let error = OutputError.failed(errno: number)
    return Failure(
      exitCode: ExitCode.inputOutput, kind: error.kind,
      message: "Interrupts and changes cannot be waited for: \(error.reason).")
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
