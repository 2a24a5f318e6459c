import Foundation
import ProcessTestSupport
import Testing

/// A log in a temporary folder that the real program writes.
final class RealLog {
  private let scratch: ScratchFolder

  /// Creates an empty log, whose screens do not debounce keys.
  init() throws {
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder + "/laptimer", withIntermediateDirectories: true)
    try configure("keys.debounce = 0")
  }

  /// A log with a running session, and its live screen.
  static func started() throws -> (log: RealLog, terminal: PseudoTerminal) {
    let log = try RealLog()
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("no laps")
    return (log, terminal)
  }

  func configure(_ lines: String) throws {
    try lines.write(toFile: folder + "/laptimer/config", atomically: true, encoding: .utf8)
  }

  /// The folder, which is deleted with this object.
  var folder: String { scratch.path }

  /// The variables of programs with and without a terminal.
  ///
  /// On a machine without an id, the home has the id of the device: another home would be another
  /// device.
  var environment: [String: String] {
    ["LAPTIMER_DB": folder + "/laptimer.db", "HOME": folder, "XDG_CONFIG_HOME": folder]
  }

  /// Runs the program without a terminal.
  @discardableResult
  func run(_ words: String...) throws -> (exit: Int32, output: String, errors: String) {
    let child = try Child(
      [Child.laptimer] + words,
      environment: environment.merging(["LANG": "C.UTF-8"]) { $1 }, errors: .pipe)
    let (output, errors) = child.textsToEnd()
    return (try child.end().code, output, errors)
  }

  func events() throws -> [String] {
    try run("query", "--format", "csv", "SELECT kind FROM events ORDER BY position").output
      .split(separator: "\n").dropFirst().map { String($0) }
  }

  func screen(
    _ words: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      [Child.laptimer] + words,
      environment: self.environment.merging(environment) { $1 }, columns: columns, rows: rows)
  }
}
