import Foundation

/// A run of another program, to its end.
struct OtherProgram {
  let status: Int32
  /// What it wrote to its standard output and error, in one.
  let output: String

  /// Runs a program that the search path has.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - input: its whole standard input.
  /// - Throws: what kept it from being run.
  init(_ words: String..., input: [UInt8] = []) throws {
    let folder = try ScratchFolder()
    let file = URL(fileURLWithPath: folder("input"))
    try Data(input).write(to: file)
    let pipe = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    // To the end first: a child that has filled the pipe would wait for ever.
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: bytes, as: UTF8.self)
  }
}
