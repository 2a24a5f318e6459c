import Arguments
package import EventLog
package import Host
import Logbook
import SQLite
import Timing
import Text

/// Runs the program with the arguments after its name, as bytes, since they may be invalid UTF-8,
/// and returns the exit code.
///
/// `isLast` is true if the process ends after it, so that its log may stay open.
///
/// `logFile` describes the file of a log at a path.
package func run(
  _ words: [[UInt8]], in world: World = .live,
  logFile: @escaping @Sendable (String) -> LogFile = { LogFile($0) }, isLast: Bool = false
) -> Int32 {
  // The version needs neither clocks nor declarations.
  if words == [Array("--version".utf8)] { return version(in: world) }
  if words.first == Completer.option { return Completer.run(words, in: world) }
  let instant = world.instant()
  var asked: Subcommand?
  var isJSON = words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
  var option: String?
  do {
    let words = try Commands.words(words)
    if isLast, words.first == SyncCommand.declaration.name {
      try SyncCommand.execute(words.dropFirst(), in: world)
    }
    switch try Laptimer.program.parse(words) {
    case .help(let subcommand):
      try world.print(Laptimer.program.help(for: subcommand, width: world.helpWidth))
    case .version: return version(in: world)
    case .run(let subcommand, let values):
      isJSON = values[Options.json]
      asked = subcommand
      option = values.logOption
      let context = try run(subcommand, values, of: words, at: instant, in: world, logFile)
      if isLast { context.leaveToSystem() }
    }
    return 0
  } catch {
    return world.report(Failure(error, of: asked), isJSON: isJSON, adding: option)
  }
}

/// Turns off SQLite's count of the memory in use for a command line that does not need it.
///
/// The count takes a lock at each allocation, a twentieth of a lap's instructions, and only `query`
/// has a limit that rests on it. It is for the whole process, and has to be called before SQLite
/// is.
package func prepareSQLite(for words: [[UInt8]]) {
  if !words.contains(Array("query".utf8)) { SQLiteLibrary.stopCountingMemory() }
}

/// Decodes the arguments of a command line; throws a `UsageError` for invalid UTF-8.
func words(_ bytes: [[UInt8]]) throws(UsageError) -> [String] {
  var words: [String] = []
  for word in bytes {
    guard let text = String(validating: word, as: UTF8.self) else {
      let shown = String(decoding: word, as: UTF8.self).shown
      throw UsageError(.other("The argument \(shown) is not valid UTF-8."), in: nil)
    }
    words.append(text)
  }
  return words
}

private func version(in world: World) -> Int32 {
  do {
    try world.print(Laptimer.version + "\n")
    return 0
  } catch {
    return world.report(Failure(error), isJSON: false)
  }
}

private func run(
  _ subcommand: Subcommand, _ values: Values, of words: [String], at instant: Instant,
  in world: World, _ logFile: @escaping @Sendable (String) -> LogFile
) throws -> Context {
  guard let command = Laptimer.command(named: subcommand.name) else {
    throw UsageError(.unknownSubcommand(subcommand.name, suggestions: []), in: nil)
  }
  let context = Context(
    world: world, program: Laptimer.program, subcommand: subcommand, values: values,
    words: words, instant: instant, logFile: logFile,
    outputMode: command.isStreamed ? .stream : .whole(spoolFolder: try world.temporaryFolder),
    configuration: Configuration(of: world))
  for warning in context.configuration.warnings { context.note(warning) }
  do {
    try command.run(context)
  } catch {
    throw context.failure(error)
  }
  try context.output.flush()
  return context
}

extension World {
  /// A path in an environment variable that is set and not empty; throws a `UsageError` for invalid
  /// UTF-8: a repaired path would be another file.
  func path(_ name: String) throws(UsageError) -> String? {
    guard let bytes = environment(name), !bytes.isEmpty else { return nil }
    guard let path = String(validating: bytes, as: UTF8.self) else {
      let shown = String(decoding: bytes, as: UTF8.self).shown
      throw UsageError(.other("The variable \(name) is not valid UTF-8: \(shown)."), in: nil)
    }
    return path
  }

  /// The path of a file in a folder of the user: that of a variable, else one in the home; nil if the
  /// environment determines neither.
  ///
  /// A relative variable is ignored: "All paths set in these environment variables must be absolute.
  /// If an implementation encounters a relative path … it should consider the path invalid and ignore
  /// it" (XDG Base Directory Specification).
  func path(
    _ file: String, in name: String, or folder: String
  ) throws(UsageError) -> String? {
    if variable(name)?.hasPrefix("/") == true { return try path(name).map { "\($0)/\(file)" } }
    return try path("HOME").map { "\($0)/\(folder)/\(file)" }
  }

  /// The folder for temporary files: `TMPDIR`, else `/tmp`; throws if the variable is not valid
  /// UTF-8.
  var temporaryFolder: String {
    get throws(UsageError) { try path("TMPDIR") ?? "/tmp" }
  }

  fileprivate var helpWidth: Int { terminalColumns() ?? 80 }

}
