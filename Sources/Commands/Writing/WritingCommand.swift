import Arguments
import EventLog
import Logbook
import SQLite
import Text
import Timing

/// A subcommand that appends an event; also a line of `record`.
protocol WritingCommand: RunnableCommand {
  /// The request of the user.
  static func request(_ context: Context) throws -> Request

  /// The answer for people, in one line.
  static func answer(_ receipt: Receipt, _ context: Context) throws -> String
}

extension WritingCommand {
  static func run(_ context: Context) throws {
    let request = try request(context)
    let receipt: Receipt
    do {
      let log = try context.openLog(for: .appending)
      context.opened = log
      receipt = try log.append(request)
    } catch {
      throw Failure(error, of: context.subcommand)
        .offering("Repeat it as:", [context.program.name + " " + context.line(repeating: request)])
    }
    try context.answerWritten {
      context.isJSON
        ? Receipt.json(receipt, now: context.now)
        : try receipt.answerOfNow ?? Self.answer(receipt, context) + receipt.notes
    }
  }
}

extension Context {
  /// Creates the request for a command.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - target: its session; nil for that of `--session`, or the default one.
  ///   - time: the time of its event.
  /// - Returns: the request.
  func request(
    _ command: Command, of target: Request.Target? = nil, time: Request.Time = .now
  ) -> Request {
    let given = values[Options.id]
    return Request(
      id: given ?? world.makeID(now), mayBeRepeated: given != nil, command,
      of: target ?? self.target(), time: time, instant: instant, source: source)
  }

  /// The session named by an option, else the default one.
  func target(_ option: Option<String?> = Options.session) -> Request.Target {
    values[option].map { .named($0) } ?? .implied
  }

  /// The time of the event, by `--at` and `--ago`.
  func time() throws -> Request.Time {
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

extension Receipt {
  /// The answer for scripts, a JSON object on one line.
  static func json(_ receipt: Receipt, now: Moment) -> String {
    var json = JSONWriter()
    json.object { receipt.write(to: &$0, now: now) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes the fields of the answer.
  func write(to json: inout JSONWriter, now: Moment) {
    json.field("session", session)
    json.field("position", position)
    json.field("version", version)
    json.field("id", id)
    json.field("kind", kind)
    json.field("at", at)
    // For a repeated request, only the event may be known.
    guard !isOfNow else { return }
    json.field("phase", phase.rawValue)
    json.field("running_time_ns", runningTime)
    // Only the command that records a lap answers with it.
    if let lap, kind == "lapped" { json.object("lap") { lap.write(to: &$0, now: now) } }
    guard let others, !others.isEmpty else { return }
    json.field("also_running", others.numbers)
    if others.more != 0 { json.field("more_running", true) }
  }
}

extension Lap {
  /// Writes the fields of a lap; without `now`, all but its age.
  func write(
    to json: inout JSONWriter, now: Moment? = nil, label times: StopwatchLabel = StopwatchLabel()
  ) {
    json.field("number", number)
    json.field("split_ns", split)
    json.field("lap_ns", lap)
    json.field("split", times.text(of: split))
    json.field("lap", times.text(of: lap))
    json.field("label", label)
    json.field("at", at)
    if let now { json.field("age", AgeLabel().text(of: now - at)) }
    json.field("event", event)
    json.field("flags", flags.names)
  }
}
