import Foundation
import ProcessTestSupport
import Testing

/// The built program, run in separate processes on a log in a separate folder.
final class RealProgram: Sendable {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Whether the tests may mount file systems, as root may outside of most containers.
  static let canMount: Bool = {
    do {
      return try RealProgram().shell("unshare --mount mount -t tmpfs none .").exit == 0
    } catch { return false }
  }()

  /// A folder that is deleted with this object.
  var folder: String { scratch.path }

  var log: String { folder + "/laptimer.db" }

  @discardableResult func callAsFunction(_ words: String..., input: String = "") throws -> Answer {
    try run([Child.laptimer] + words, input: input)
  }

  /// Runs a shell script, in which `laptimer` is the built program, to its end.
  @discardableResult func shell(_ script: String, input: String = "") throws -> Answer {
    try run(["/bin/sh", "-c", script], input: input)
  }

  func run(_ words: [String], input: String = "") throws -> Answer {
    let running = try start(words)
    // The program may end before it has read all input.
    try? running.write(input)
    return try running.finish()
  }

  /// Starts a program whose input is written later.
  func start(_ words: [String]) throws -> Running { try Running(words, in: self) }

  func start(_ words: String...) throws -> Running { try start([Child.laptimer] + words) }

  final class Running {
    let process: Child
    private let transcript: Transcript
    private let errors: URL

    fileprivate init(_ words: [String], in program: RealProgram) throws {
      errors = URL(fileURLWithPath: program.folder + "/" + UUID().uuidString + ".err")
      try Data().write(to: errors)
      let environment = [
        "PATH": "\(Child.buildFolder):/usr/local/bin:/usr/bin:/bin", "LAPTIMER_DB": program.log,
        "HOME": program.folder, "LC_ALL": "C.UTF-8", "TERM": "dumb",
        "XDG_CONFIG_HOME": program.folder, "XDG_DATA_HOME": program.folder,
      ]
      process = try Child(
        words, environment: environment, folder: program.folder, input: .pipe,
        errors: .file(errors.path))
      transcript = Transcript(of: process)
    }

    func write(_ text: String) throws { try process.write(text) }

    var output: String { String(decoding: transcript.soFar, as: UTF8.self) }

    /// Waits until it has written this many lines, or has ended.
    func waitForLines(_ count: Int) throws {
      try #require(transcript.waitForLines(count), "\(count) lines, but \(output)")
    }

    func send(_ signal: Int32) { process.send(signal) }

    func finish() throws -> Answer {
      process.closeInput()
      let end = try process.end()
      return Answer(
        exit: end.code,
        output: String(decoding: try #require(transcript.waitForEnd()), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }
}
