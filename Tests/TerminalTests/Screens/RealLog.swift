import Foundation
import Testing

/// A log in a folder of its own, which is gone with it, and the real program to write to it.
final class RealLog {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/laptimer-screens-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var environment: [String: String] { ["LAPTIMER_DB": folder + "/laptimer.db"] }

  /// Runs the program without a terminal.
  @discardableResult
  func run(_ words: String...) throws -> (exit: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: PseudoTerminal.program)
    process.arguments = words
    process.environment = environment.merging(["LANG": "C.UTF-8"]) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let error = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, error)
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
