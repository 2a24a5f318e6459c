import Arguments
import EventLog
import Timing
import Text
import SQLite

/// A subcommand that appends an event; `record` understands it as well, a line each.
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
  /// The session that an option names, else the one that goes without saying.
  func target(_ option: Option<String?> = Options.session) -> Proposal.Target {
    values[option].map { .named($0) } ?? .implied
  }

  /// When it happened, by `--at` and `--ago`.
  func time() throws -> Proposal.Time {
    if let span = values[Options.ago] { return try .ago(bounded(span, Options.ago)) }
    guard let moment = try moment(Options.at) else { return .now }
    try refuseFar(moment - now, Options.at)
    return .at(moment)
  }

  /// A span from now that keeps all times of a session within what SQL and JSON can tell.
  func bounded(_ span: Duration, _ option: Option<Duration?>) throws -> Duration {
    try refuseFar(span, option)
    return span
  }

  private func refuseFar<Answer>(_ span: Duration, _ option: Option<Answer>) throws {
    let century = Duration.seconds(100 * 365 * 86_400)
    guard span > century || span < .zero - century else { return }
    throw UsageError(
      .other("The moment of '\(option.definition.key)' lies more than a hundred years away."),
      in: subcommand)
  }

  /// Prints the answer to something that is in the log already: what fails now must say so.
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
  /// What failed when all was in the log already: nobody is to try it again.
  init(_ error: any Error, afterSaving subject: String) {
    self.init(error)
    exitCode = ExitCode.inputOutput
    message = "\(subject) saved, but " + message.prefix(1).lowercased() + message.dropFirst()
  }
}

extension Receipt {
  /// The answer where nothing is known any more but which event it is.
  var answerOfNow: String? {
    isOfNow ? "\(subject) has event \(version) (\(Harmless.text(kind))) already." : nil
  }

  /// What is said when a session comes to run beside others.
  var othersNote: String {
    guard kind == "started" || kind == "resumed", let others, !others.isEmpty,
      phase == .running || phase == .countdown
    else { return "" }
    return "\n\(others.adding(session).listed) run at once."
  }
}
