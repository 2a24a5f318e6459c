import Arguments
import EventLog
import Host
import Logbook
import Terminal
import Text
import Timing

extension Context {
  /// The words that append the same event later, quoted for a shell: the ones of the user, with the
  /// moment of the event in place of `--at`, `--ago` or `--countdown`.
  func line(repeating request: Request) -> String {
    words(repeating: request).map(\.copyable).joined(separator: " ")
  }

  /// The words of ``line(repeating:)``.
  func words(repeating request: Request) -> [String] {
    var words = words
    if let moment = moment(of: request) {
      let at = Options.at.definition
      words = program.replacing(
        [at, Options.ago.definition, StartCommand.countdown.definition], in: words,
        with: [at.key, moment.rfc3339])
    }
    return words
  }

  /// The command line that appends the event of a key of the live screen, quoted for a shell; nil
  /// if no command does.
  func line(appending request: Request) -> String? {
    guard let (subcommand, options, operands) = request.command.ofKey else { return nil }
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
    if operands.contains(where: { $0.hasPrefix("-") }) { words.append("--") }
    words += operands
    return words.map(\.copyable).joined(separator: " ")
  }

  /// The moment of the event; nil for a command that states none.
  private func moment(of request: Request) -> Moment? {
    guard subcommand.definitions.contains(where: { $0.key == Options.at.definition.key }) else {
      return nil
    }
    if request.time == .last { return nil }
    if let stated = request.stated { return Self.moment(of: stated, in: request) }
    if case .join = request.command { return nil }
    if case .amend(_, let change, _) = request.command {
      switch change.move {
      case .at(let moment): return moment
      case .ago(let span): return request.instant.recordedAt - span
      case .by, nil: return nil
      }
    }
    return request.moment
  }

  /// The moment of a stated time if that does not depend on the session; nil for others, whose text
  /// means the same later.
  private static func moment(of stated: StatedTime, in request: Request) -> Moment? {
    switch request.command {
    case .start:
      do throws(MomentTextError) {
        let moments = try stated.moments(near: request.instant.recordedAt)
        return moments.second == nil ? moments.first : nil
      } catch {
        return nil
      }
    default: return nil
    }
  }
}

extension Request {
  /// The moment of the event.
  fileprivate var moment: Moment {
    time.time(instant.reading(ClockID(rawValue: 1)), in: Summary()).at
  }
}

extension Command {
  /// The subcommand with its options and its operands, for a command that a key of the live screen
  /// gives; nil for other commands, and for one that no words state exactly.
  fileprivate var ofKey: (any WritingCommand.Type, options: [String], operands: [String])? {
    switch self {
    case .start(let start):
      start.options.map { (StartCommand.self, $0, [start.name].compactMap(\.self)) }
    case .stop: (StopCommand.self, [], [])
    case .resume: (ResumeCommand.self, [], [])
    case .lap(let label, let segment):
      (LapCommand.self, segment.map { ["--segment=\($0)"] } ?? [], [label].compactMap(\.self))
    case .mark(let label): (MarkCommand.self, [], [label])
    case .undo: (UndoCommand.self, [], [])
    case .redo: (RedoCommand.self, [], [])
    case .remove(.event(let event)): (RemoveCommand.self, [], ["@\(event)"])
    case .amend(.event(let event), let change, toLast: false):
      change.options.map { (AmendCommand.self, $0, ["@\(event)"]) }
    case .name(let name): (NameCommand.self, [], [name])
    case .identify(let people): people.options.map { (WhoCommand.self, $0, []) }
    case .race(let event): event.ofKey
    case .assign(let reference, let bib):
      (AssignCommand.self, [], [reference.atSign, bib ?? Bib.nobody])
    // No key gives these.
    case .amend, .remove, .plan, .tag, .untag, .discard, .wave, .join, .order: nil
    }
  }
}

extension RaceEvent {
  /// The subcommand with its options and its operands, for an event that a key gives.
  fileprivate var ofKey: (any WritingCommand.Type, options: [String], operands: [String])? {
    switch self {
    case .crossed(let crossing):
      // The command line has no option for the reader.
      crossing.reader == nil
        ? (
          CrossCommand.self,
          crossing.chip.words(of: CrossCommand.chip.definition)
            + crossing.point.words(of: RaceOptions.point.definition),
          [crossing.bib].compactMap(\.self)
        ) : nil
    case .waveStarted(let wave, race: nil): (WaveCommand.self, [], [wave])
    case .entered, .withdrawn, .waveStarted, .wavePlanned, .assigned, .linked, .ruled, .ordered,
      .joined, .clocksCompared:
      nil
    }
  }
}

extension [Person] {
  /// The options that name the person of a session; nil if `who` would name somebody else.
  fileprivate var options: [String]? {
    guard count == 1, let person = first, !(person.first.isEmpty && person.last.isEmpty),
      PersonName(first: person.first, last: person.last).full == person.full
    else { return nil }
    return Optional(person.first).words(of: WhoCommand.first.definition)
      + Optional(person.last).words(of: WhoCommand.last.definition)
  }
}

extension String? {
  /// The option with this value; no words for nil and for an empty text.
  fileprivate func words(of option: Definition) -> [String] {
    guard let self, !self.isEmpty else { return [] }
    return self.hasPrefix("-") ? ["\(option.key)=\(self)"] : [option.key, self]
  }
}

extension Event.Start {
  /// The options of a start besides its name; nil if they cannot state its plan.
  fileprivate var options: [String]? {
    // Names with commas need a file, and the rules of a race may have no text.
    if plan.race != nil || plan.segments?.contains(where: { $0.contains(",") }) == true {
      return nil
    }
    return tags.flatMap { Optional($0).words(of: Options.tags.definition) }
      + (plan.laps.map(String.init)).words(of: Options.laps.definition)
      + (plan.limit.map { $0.decimalSeconds + "s" }).words(of: Options.limit.definition)
      + (plan.minimumLap.map { $0.decimalSeconds + "s" }).words(of: Options.minimumLap.definition)
      + plan.course.words(of: CourseOptions.course.definition)
      + (plan.segments?.joined(separator: ",")).words(of: CourseOptions.segments.definition)
  }
}

extension Event.Amendment {
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
  /// Adds lines, quoted for a shell, that append the same events later, if these are not saved for
  /// no fault of theirs.
  func offering(_ title: Message, _ lines: [String]) -> Failure {
    guard isNotSaved else { return self }
    var failure = self
    failure.message += "\n\(title)\(verbatim: lines.map { "\n  " + $0 }.joined())"
    return failure
  }
}
