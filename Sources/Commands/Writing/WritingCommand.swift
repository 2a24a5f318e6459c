import Arguments
import EventLog
import Logbook
import Timing
import Text
import SQLite

/// A subcommand that appends an event; also a line of `record`.
protocol WritingCommand: RunnableCommand {
  /// What the user wants to happen, to which session, and when.
  static func wish(_ context: Context) throws -> Wish

  /// The answer for people, in one line.
  static func answer(_ receipt: Receipt, _ context: Context) throws -> String
}

/// What a user wants to be appended.
struct Wish {
  var command: Command
  var target: Proposal.Target
  var time = Proposal.Time.now
}

extension WritingCommand {
  static func run(_ context: Context) throws {
    let proposal = try proposal(context, source: "cli")
    let log = try context.openLog(for: .appending)
    context.opened = log
    let receipt = try log.append(proposal)
    try context.answerWritten {
      context.isJSON
        ? Receipt.json(receipt, now: context.now)
        : try receipt.answerOfNow ?? Self.answer(receipt, context) + receipt.notes
    }
  }

  /// What is to be appended.
  static func proposal(_ context: Context, source: String) throws -> Proposal {
    let wish = try wish(context)
    let given = context.values[Options.id]
    return Proposal(
      id: given ?? context.world.makeID(context.now), mayBeRepeated: given != nil, wish.command,
      of: wish.target, time: wish.time, instant: context.instant, source: source)
  }
}

extension Context {
  /// The session named by an option, else the default one.
  func target(_ option: Option<String?> = Options.session) -> Proposal.Target {
    values[option].map { .named($0) } ?? .implied
  }

  /// The time of the event, by `--at` and `--ago`.
  func time() throws -> Proposal.Time {
    if let span = values[Options.ago] { return try .ago(bounded(span, Options.ago)) }
    guard let moment = try moment(Options.at) else { return .now }
    try refuseFar(moment - now, Options.at)
    return .at(moment)
  }

  /// Returns a span that is short enough for SQL and JSON: 64-bit nanoseconds.
  func bounded(_ span: Duration, _ option: Option<Duration?>) throws -> Duration {
    try refuseFar(span, option)
    return span
  }

  private func refuseFar<Answer>(_ span: Duration, _ option: Option<Answer>) throws {
    let century = Duration.seconds(100 * 365 * 86_400)
    guard span > century || span < .zero - century else { return }
    throw UsageError(
      .other("The time of '\(option.definition.key)' is more than 100 years away."),
      in: subcommand)
  }

  /// Prints the answer after a write; a failure here says that the write succeeded.
  func answerWritten(
    _ subject: String = "The event is", _ answer: () throws -> String
  ) throws {
    do {
      print(try answer())
      try output.flush()
    } catch OutputError.readerClosed {
      throw OutputError.readerClosed
    } catch {
      throw Failure(error, afterSaving: subject)
    }
  }
}

extension Failure {
  /// A failure after a successful write, which must not be repeated.
  init(_ error: any Error, afterSaving subject: String) {
    self.init(error)
    exitCode = ExitCode.inputOutput
    message = "\(subject) saved, but " + message.prefix(1).lowercased() + message.dropFirst()
  }
}

extension Receipt {
  /// The answer if only the event itself is known, not its effect.
  var answerOfNow: String? {
    isOfNow ? "\(subject) already has event \(version) (\(Harmless.text(kind)))." : nil
  }

  /// A note when several sessions run.
  var othersNote: String {
    guard kind == "started" || kind == "resumed", let others, !others.isEmpty,
      phase == .running || phase == .countdown
    else { return "" }
    return "\n\(others.adding(session).listed) are running."
  }
}
