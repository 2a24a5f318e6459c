import ProcessTestSupport
import Testing

/// A log in a temporary folder, written by the real program.
final class RealLog {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// The folder, deleted when this is released.
  var folder: String { scratch.path }

  var environment: [String: String] { ["LAPTIMER_DB": folder + "/laptimer.db"] }

  /// Runs the program without a terminal.
  @discardableResult
  func run(_ words: String...) throws -> (exit: Int32, output: String, errors: String) {
    let child = try Child(
      [PseudoTerminal.program] + words,
      environment: environment.merging(["LANG": "C.UTF-8"]) { $1 }, errors: .pipe)
    let text = String(decoding: child.outputToEnd(), as: UTF8.self)
    let error = String(decoding: child.errorsToEnd(), as: UTF8.self)
    return (try child.end().code, text, error)
  }

  /// The kinds of all events in the log.
  func events() throws -> [String] {
    try run("query", "--format", "csv", "SELECT kind FROM events ORDER BY position").output
      .split(separator: "\n").dropFirst().map { String($0) }
  }

  /// Opens a live screen.
  func screen(
    _ words: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      [PseudoTerminal.program] + words,
      environment: self.environment.merging(environment) { $1 }, columns: columns, rows: rows)
  }
}
