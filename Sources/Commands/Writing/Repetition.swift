import Arguments
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

  /// The moment of the event; nil for a command that states none.
  private func moment(of request: Request) -> Moment? {
    guard subcommand.definitions.contains(where: { $0.key == Options.at.definition.key }) else {
      return nil
    }
    if case .amend(_, let amendment) = request.command {
      guard case .at(let moment) = amendment else { return nil }
      return moment
    }
    return request.time.time(request.instant.reading(ClockID(rawValue: 1))).at
  }
}

extension Failure {
  /// Adds lines that append the same events later, if the log was locked.
  ///
  /// - Parameters:
  ///   - title: the line before them.
  ///   - lines: the lines, quoted for a shell.
  /// - Returns: the failure with the lines in its message.
  func offering(_ title: String, _ lines: [String]) -> Failure {
    guard kind == "locked" else { return self }
    var failure = self
    failure.message += "\n" + ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
    return failure
  }
}
