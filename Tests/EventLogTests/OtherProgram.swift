import ProcessTestSupport

/// A finished run of another program.
struct OtherProgram {
  let status: Int32
  /// The interleaved standard output and error.
  let output: String

  /// Runs a program of the search path and waits for its end.
  ///
  /// - Parameters:
  ///   - command: the name of the program and its arguments.
  ///   - input: the standard input.
  /// - Throws: the reason why the program did not start.
  init(_ command: String..., input: [UInt8] = []) throws {
    let folder = try ScratchFolder()
    try writeFile(input, to: folder("input"))
    let child = try Child(command, input: .file(folder("input")))
    output = String(decoding: child.outputToEnd(), as: UTF8.self)
    status = try child.end().code
  }
}
