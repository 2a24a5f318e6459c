import Arguments
import EventLog
import Host
import Logbook
import Text
import Timing

/// The log that a process leaves to the system, reachable so that LeakSanitizer does not report it.
// Unsafe: only the main thread sets it, once, before the process ends.
nonisolated(unsafe) private var logLeftOpen: Logbook?

/// The large values that a process leaves to the system, likewise.
// Unsafe: as the log.
nonisolated(unsafe) private var valuesLeft: [Any] = []

/// The input and output of a subcommand: the values of the command line, the world and the answer.
final class Context {
  let world: World
  let program: Program
  let subcommand: Subcommand
  let values: Values
  /// The words after the program's name.
  let words: [String]
  /// The clocks at the start of the command, before any wait for a lock.
  let instant: Instant
  /// Describes the file of a log at a path.
  private let fileOfLog: (String) -> LogFile
  /// The output, buffered until the command has succeeded.
  var output: Output
  var configuration: Configuration
  /// The precision by option, variable or configuration.
  let precision: Int
  /// The `source` of the events that the command appends.
  var source = "cli"
  /// The time of `--at` if it can mean several moments.
  var statedTime: StatedTime?
  /// The open log, for commands that use it several times, or to its end.
  var opened: Logbook?
  /// Values that take long to free, which a process leaves to the system.
  var largeValues: [Any] = []

  init(
    world: World, program: Program, subcommand: Subcommand, values: Values,
    words: [String] = [], instant: Instant,
    logFile: @escaping (String) -> LogFile = { LogFile($0) }, outputMode: Output.Mode,
    configuration: Configuration = Configuration()
  ) {
    self.configuration = configuration
    precision =
      values.contains(Options.precision)
      ? values[Options.precision] : configuration.precision ?? 1
    self.world = world
    self.program = program
    self.subcommand = subcommand
    self.values = values
    self.words = words
    self.instant = instant
    fileOfLog = logFile
    output = Output(descriptor: world.output, mode: outputMode)
  }

  var isJSON: Bool { values[Options.json] }

  /// The wall-clock time at the start of the command.
  var now: Moment { instant.recordedAt }

  var isColored: Bool {
    let hasNoColor = world.variable("NO_COLOR") != nil
    let configured = hasNoColor ? nil : configuration.color
    return switch values.contains(Options.color) ? values[Options.color] : configured ?? .auto {
    case .always: true
    case .never: false
    case .auto: !hasNoColor && isOnTerminal && world.variable("TERM") != "dumb"
    }
  }

  var isOnTerminal: Bool { world.isTerminal(world.output) }

  /// The width of the terminal; nil if standard output is not a terminal or its width is unknown.
  var terminalWidth: Int? { world.terminalColumns() }

  func print(_ line: String) {
    output.bytes.append(contentsOf: line.utf8)
    output.bytes.append(UInt8(ascii: "\n"))
  }

  func print(_ message: Message) { print(message.text(adding: values.logOption)) }

  /// Prints a JSON document on one line.
  func print(json write: (inout JSONWriter) throws -> Void) rethrows {
    var json = JSONWriter()
    try write(&json)
    json.endLine()
    output.bytes.append(contentsOf: json.bytes)
  }

  /// Prints an answer at once, for people or as a JSON object.
  func answer(
    _ message: () throws -> Message, json object: () throws -> JSONFields
  ) throws {
    if isJSON {
      print(json: try object())
    } else {
      print(try message())
    }
    try output.flush()
  }

  /// Writes a note to standard error, with `--json` as an object on a line.
  func note(_ message: Message) {
    world.note(message.text(adding: values.logOption), isJSON: isJSON)
  }

  /// Returns the bound of a period given by an option, for a day its end if `isEnd`; nil if it was
  /// not given.
  func bound(_ option: Parameter<String?>, isEnd: Bool) throws -> Moment? {
    guard let text = values[option] else { return nil }
    do throws(MomentTextError) {
      return try Moment(bound: text, isEnd: isEnd, now: now, clock: world.localClock())
    } catch {
      throw usageError(error, option, text)
    }
  }

  /// Returns the error for the text of an option that is not a moment.
  func usageError(
    _ error: MomentTextError, _ option: Parameter<String?>, _ text: String
  ) -> UsageError {
    UsageError(text, of: option.definition, reason(error, of: text), in: subcommand)
  }

  /// Returns the reason why a text is not a moment, and what to write instead.
  private func reason(_ error: MomentTextError, of text: String) -> String {
    guard case .ahead(let moment) = error else { return error.description }
    let local = LocalTime(clock: world.localClock())
    let toGo = CountdownLabel()
    let isAhead = "it is \(toGo.spoken(of: now - moment)) ahead"
    let before = "'\(local.date(of: moment - .seconds(86_400))) \(text)'"
    guard
      subcommand.definitions.contains(where: { $0.key == StartCommand.countdown.definition.key })
    else { return "\(isAhead); for the one before, write \(before)" }
    return """
      \(isAhead); for that moment, write '\(local.date(of: moment)) \(text)' or \
      '--countdown \(toGo.text(of: now - moment))'; for the one before, \(before)
      """
  }
}

extension Values {
  /// The option that commands to try need, to use the log of this one; nil without `--db`.
  var logOption: String? { self[Options.db].map { "--db \($0.copyable)" } }
}

extension Context {
  /// Returns the open log, or opens it: for a screen, with a shorter `timeout` for locks than usual,
  /// and without notes, which would be written over it.
  func openLog(for access: Logbook.Access, waiting timeout: Duration? = nil) throws -> Logbook {
    if let opened { return opened }
    var file = try logFile()
    if let timeout {
      file.busyTimeout = min(timeout, file.busyTimeout)
      file.willRebuild = {}
    }
    let log = try Logbook(file, for: access)
    // The context may own the log.
    log.onSkip = { [weak self] session, omission, error in
      self?.note("\(omission.sentence(on: session)) \(Failure(error).message)")
    }
    return log
  }

  /// Leaves the open log and large values to the system, which closes the files of a process at its
  /// end.
  ///
  /// Freeing the statements and the schema takes a twentieth of a lap, and freeing a race a twentieth
  /// of its `standings`. A log whose files change when it is closed is closed as usual.
  func leaveToSystem() {
    if !largeValues.isEmpty { valuesLeft = largeValues }
    guard let opened, !opened.changesFilesAtClose else { return }
    logLeftOpen = opened
  }

  func logFile() throws -> LogFile {
    guard let path = try LogPath.find(option: values[Options.db], in: world) else {
      throw UsageError(
        .other("No place for the log: set HOME or LAPTIMER_DB, or give --db."), in: subcommand)
    }
    guard !path.isEmpty else {
      throw UsageError(.other("The path of the log is empty."), in: subcommand)
    }
    var file = fileOfLog(path)
    file.busyTimeout = world.lockTimeout
    file.temporaryFolder = try world.temporaryFolder
    file.willAddClock = world.keepDevice
    file.willRebuild = { [world, isJSON] in
      world.note(
        "An older version of laptimer wrote the tables of the log; rebuilding them.", isJSON: isJSON
      )
    }
    return file
  }
}

extension EventLog.Omission {
  /// The note on the omitted part of a command.
  fileprivate func sentence(on session: Int) -> String {
    switch self {
    case .session: "Left out session \(session)."
    case .rows: "Standings that depend on session \(session) are left out."
    case .check:
      """
      The waves of session \(session) cannot be read, so the name is not checked, and the standings \
      are left out.
      """
    }
  }
}

/// Finds the file of the log: `--db`, else `$LAPTIMER_DB`, else a file in the user's data folder.
enum LogPath {
  /// Returns the path of the log; nil if neither an option nor the environment determines it.
  ///
  /// Throws a `UsageError` if the variable is not valid UTF-8.
  static func find(option: String?, in world: World) throws(UsageError) -> String? {
    if let option { return option }
    if let path = try world.path("LAPTIMER_DB") { return path }
    return try world.path("laptimer/laptimer.db", in: "XDG_DATA_HOME", or: ".local/share")
  }
}
