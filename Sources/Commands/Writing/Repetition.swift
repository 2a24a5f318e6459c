import Arguments
import EventLog
import Logbook
import Text
import Timing

extension Context {
  /// The words that append the same event later, quoted for a shell: the ones of the user, with the
  /// moment of the event in place of `--at`, `--ago` or `--countdown`.
  func line(repeating request: Request) -> String {
    var words = words
    if let moment = moment(of: request) {
      let at = Options.at.definition
      words = program.replacing(
        [at, Options.ago.definition, StartCommand.countdown.definition], in: words,
        with: [at.key, moment.rfc3339])
    }
    return words.map(\.shellQuoted).joined(separator: " ")
  }

  /// The command line that appends the event of a key of the live screen, quoted for a shell; nil
  /// if no command does.
  func line(appending request: Request) -> String? {
    guard let (subcommand, options, operand) = request.command.ofKey else { return nil }
    var words = [program.name, subcommand.declaration.name]
    if let path = values[Options.db] { words += [Options.db.definition.key, path] }
    if case .named(let session, _) = request.target {
      words += [Options.session.definition.key, session]
    }
    words += options
    // An amendment by a key states no moment.
    let at = Options.at.definition.key
    if subcommand != AmendCommand.self,
      subcommand.declaration.definitions.contains(where: { $0.key == at })
    {
      words += [at, request.moment.rfc3339]
    }
    if let operand { words += operand.hasPrefix("-") ? ["--", operand] : [operand] }
    return words.map(\.shellQuoted).joined(separator: " ")
  }

  /// The moment of the event; nil for a command that states none.
  private func moment(of request: Request) -> Moment? {
    guard subcommand.definitions.contains(where: { $0.key == Options.at.definition.key }) else {
      return nil
    }
    if request.time == .last { return nil }
    if case .join = request.command { return nil }
    if case .amend(_, let change) = request.command {
      switch change.move {
      case .at(let moment): return moment
      case .ago(let span): return request.instant.recordedAt - span
      case .by, .last, nil: return nil
      }
    }
    return request.moment
  }
}

extension Request {
  /// The moment of the event.
  fileprivate var moment: Moment {
    time.time(instant.reading(ClockID(rawValue: 1)), in: Summary()).at
  }
}

extension Command {
  /// The subcommand with its options and its operand, for a command that a key of the live screen
  /// gives; nil for other commands, and for the name form, which stays open until it is saved.
  fileprivate var ofKey: (any WritingCommand.Type, options: [String], operand: String?)? {
    switch self {
    case .start(let start): (StartCommand.self, start.options, start.name)
    case .stop: (StopCommand.self, [], nil)
    case .resume: (ResumeCommand.self, [], nil)
    case .lap(let label, _): (LapCommand.self, [], label)
    case .mark(let label): (MarkCommand.self, [], label)
    case .undo: (UndoCommand.self, [], nil)
    case .redo: (RedoCommand.self, [], nil)
    case .remove(.event(let event)): (RemoveCommand.self, [], "@\(event)")
    case .amend(.event(let event), let change):
      change.options.map { (AmendCommand.self, $0, "@\(event)") }
    case .amend, .remove, .plan, .name, .tag, .untag, .identify, .discard, .race, .wave, .join,
      .assign, .order:
      nil
    }
  }
}

extension Event.Start {
  /// The options of a start besides its name.
  fileprivate var options: [String] {
    var words = tags.flatMap { [Options.tags.definition.key, $0] }
    func add(_ definition: Definition, _ value: String?) {
      if let value { words += [definition.key, value] }
    }
    add(Options.laps.definition, plan.laps.map(String.init))
    add(Options.limit.definition, plan.limit.map { $0.decimalSeconds + "s" })
    add(Options.minimumLap.definition, plan.minimumLap.map { $0.decimalSeconds + "s" })
    add(CourseOptions.course.definition, plan.course)
    // Names with commas are those of the course's newest session.
    let segments = plan.segments.flatMap { names in
      names.contains { $0.contains(",") } ? nil : names.joined(separator: ",")
    }
    add(CourseOptions.segments.definition, segments)
    return words
  }
}

extension Command.Change {
  /// The options of a change by a key: a span or a label; nil for other changes.
  fileprivate var options: [String]? {
    switch (move, label) {
    case (.by(let span)?, .unchanged):
      [AmendCommand.by.definition.key, span.decimalSeconds + "s"]
    case (nil, .set(let label)): ["\(AmendCommand.label.definition.key)=\(label)"]
    case (nil, .lifted): [AmendCommand.noLabel.definition.key]
    case (.some, _), (nil, .unchanged): nil
    }
  }
}

extension Failure {
  /// Whether the log was locked or could not be written, and nothing was saved.
  var isNotSaved: Bool {
    switch exitCode {
    case ExitCode.temporary: kind == "locked"
    case ExitCode.inputOutput:
      kind != CommitOutcome.saved.rawValue && kind != CommitOutcome.unknown.rawValue
    default: false
    }
  }

  /// Adds lines that append the same events later, if these are not saved for no fault of theirs.
  ///
  /// - Parameters:
  ///   - title: the line before them.
  ///   - lines: the lines, quoted for a shell.
  /// - Returns: the failure with the lines in its message.
  func offering(_ title: String, _ lines: [String]) -> Failure {
    guard isNotSaved else { return self }
    var failure = self
    failure.message += "\n" + ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
    return failure
  }
}
