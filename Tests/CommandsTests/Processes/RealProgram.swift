import Foundation
import Glibc
import Testing

/// The program as it is built, run as processes of their own, on a log in a folder of its own.
final class RealProgram: Sendable {
  let folder: String
  /// The folder in which the program is, beside the bundle of the tests.
  static let place = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  init() throws {
    // A pipe whose reader is gone is an error of the write then, and not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    folder = FileManager.default.temporaryDirectory.path + "/laptimer-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var log: String { folder + "/laptimer.db" }

  /// Runs the program to its end.
  @discardableResult
  func callAsFunction(_ words: String..., input: String = "") throws -> Answer {
    try run([Self.place + "/laptimer"] + words, input: input)
  }

  /// Runs a script of the shell to its end; it finds the program as `laptimer`.
  @discardableResult
  func shell(_ script: String, input: String = "") throws -> Answer {
    try run(["/bin/sh", "-c", script], input: input)
  }

  /// Runs any program to its end.
  func run(_ words: [String], input: String = "") throws -> Answer {
    let running = try start(words)
    // It may come to its end before it has read all.
    try? running.say(input)
    return try running.finish()
  }

  /// Starts a program that reads what it is told by and by.
  func start(_ words: [String]) throws -> Running { try Running(words, in: self) }

  /// Starts the program.
  func start(_ words: String...) throws -> Running {
    try start([Self.place + "/laptimer"] + words)
  }

  /// A process on its way.
  final class Running {
    let process = Process()
    private let pipe = Pipe()
    private let files: (output: URL, errors: URL)

    fileprivate init(_ words: [String], in program: RealProgram) throws {
      let name = program.folder + "/" + UUID().uuidString
      files = (URL(fileURLWithPath: name + ".out"), URL(fileURLWithPath: name + ".err"))
      for file in [files.output, files.errors] { try Data().write(to: file) }
      process.executableURL = URL(fileURLWithPath: words[0])
      process.arguments = Array(words.dropFirst())
      process.currentDirectoryURL = URL(fileURLWithPath: program.folder)
      process.environment = [
        "PATH": "\(RealProgram.place):/usr/local/bin:/usr/bin:/bin", "LAPTIMER_DB": program.log,
        "HOME": program.folder, "LC_ALL": "C.UTF-8", "TERM": "dumb",
        "XDG_CONFIG_HOME": program.folder, "XDG_DATA_HOME": program.folder,
      ]
      process.standardInput = pipe
      process.standardOutput = try FileHandle(forWritingTo: files.output)
      process.standardError = try FileHandle(forWritingTo: files.errors)
      try process.run()
    }

    /// Writes to its standard input.
    func say(_ text: String) throws {
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// What it has written up to now.
    var output: String {
      get throws { String(decoding: try Data(contentsOf: files.output), as: UTF8.self) }
    }

    /// Waits until it has written so many lines, for as long as it lives.
    func waitForLines(_ count: Int) throws {
      while try output.split(separator: "\n").count < count {
        try #require(process.isRunning)
        usleep(1000)
      }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Closes its standard input and waits for its end.
    func finish() throws -> Answer {
      try? pipe.fileHandleForWriting.close()
      process.waitUntilExit()
      let code = process.terminationStatus
      return Answer(
        exit: process.terminationReason == .exit ? code : -code, output: try output,
        errors: String(decoding: try Data(contentsOf: files.errors), as: UTF8.self))
    }
  }
}
