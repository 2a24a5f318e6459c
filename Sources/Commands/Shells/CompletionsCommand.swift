import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum CompletionsCommand: RunnableCommand {
  static let shell = Parameter.argument("shell", .choice(Shell.self), help: "The shell.")

  static let declaration = Subcommand(
    "completions", abstract: "Print the completion script of a shell.",
    examples: [
      Example(
        "Install the completions for bash",
        "laptimer completions bash > ~/.local/share/bash-completion/completions/laptimer"),
      Example(
        "Install them for zsh, in a folder of $fpath",
        "laptimer completions zsh > ~/.zsh/completions/_laptimer"),
      Example(
        "Install them for fish",
        "laptimer completions fish > ~/.config/fish/completions/laptimer.fish"),
    ],
    [shell])

  static func run(_ context: Context) throws {
    let script = context.program.completionScript(for: context.values[shell])
    context.output.bytes.append(contentsOf: script.utf8)
  }
}

/// Answers `laptimer --complete SHELL …`, which the completion scripts call.
///
/// Errors are silent, and locks are not waited for: the user only pressed the Tab key.
enum Completer {
  static let option = Array("--complete".utf8)

  static func run(_ words: [[UInt8]], in world: World) -> Int32 {
    guard let words = try? Commands.words(Array(words.dropFirst())),
      let line = ShellLine(words, home: world.variable("HOME"))
    else { return 0 }
    let candidates = Laptimer.program.candidates(for: line.words) {
      topic, typed, subcommand, values in
      let context = Context(
        world: world, program: Laptimer.program, subcommand: subcommand, values: values,
        instant: world.instant(), outputMode: .stream)
      // zsh and fish can also match words that do not begin as typed.
      return (try? names(topic, line.shell == .bash ? typed : "", context)) ?? []
    }
    try? world.print(line.text(of: candidates))
    return 0
  }

  private static let limit = 500

  private static func names(
    _ topic: Completion.Topic, _ prefix: String, _ context: Context
  ) throws -> [Candidate] {
    if topic == .formats { return RaceFormat.forms.map { Candidate($0.text, $0.meaning) } }
    let log = try context.openLog(for: .reading, waiting: .zero)
    log.onSkip = { _, _, _ in }
    let values = context.values
    var session: Int {
      get throws {
        try context.session(values[Options.session], in: log, at: log.reading(context.instant))
      }
    }
    switch topic {
    case .formats: return []
    case .sessions: return try sessions(prefix, log, context)
    case .comparisons:
      return try Comparison.names.map { Candidate($0) } + sessions(prefix, log, context)
    case .tags: return try log.tags(beginning: prefix, limit: limit).map { Candidate($0) }
    case .courses: return try log.courses().map { Candidate($0) }
    case .segments:
      let attempt =
        if let course = values[CourseOptions.course] {
          try log.newestAttempt(ofCourse: course)
        } else {
          try log.attempt(ofSession: session)
        }
      return (attempt?.segments ?? []).uniqued.map { Candidate($0) }
    case .bibs:
      let number = try session
      let race = try log.raceNumber(number) ?? number
      return try log.runners(ofRace: race, beginning: prefix, limit: limit)
        .map { Candidate($0.bib, Harmless.text($0.name ?? "")) }
    }
  }

  /// The sessions by number, described by name and age, then by name, described by number and age.
  private static func sessions(
    _ prefix: String, _ log: Logbook, _ context: Context
  ) throws -> [Candidate] {
    let sessions = try log.completionSessions(beginning: prefix, limit: limit)
    func description(_ part: String?, _ startedAt: Moment?) -> String {
      let age = startedAt.map { AgeLabel().text(of: context.now - $0) }
      return [part, age].compactMap(\.self).joined(separator: ", ")
    }
    let names = Set(sessions.compactMap(\.name))
    let byNumber = sessions.map { session in
      let digits = "\(session.number)"
      return Candidate(
        names.contains(digits) ? "number:\(digits)" : digits,
        description(session.name.map { Harmless.text($0) }, session.startedAt))
    }
    var seen: Set<String> = []
    let byName = sessions.compactMap { session -> Candidate? in
      guard let name = session.name, seen.insert(name).inserted else { return nil }
      // Digits would be a number, and a dash would begin an option.
      let isPlain = SessionReference(name) == .name(name) && !name.hasPrefix("-")
      return Candidate(
        isPlain ? name : "name:\(name)",
        description("session \(session.number)", session.startedAt))
    }
    return byNumber + byName
  }
}
