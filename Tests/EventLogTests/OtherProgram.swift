import Foundation
import ProcessTestSupport

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
    let child = try Child(words, input: .file(file.path))
    output = String(decoding: child.outputToEnd(), as: UTF8.self)
    status = try child.end().code
  }
}
