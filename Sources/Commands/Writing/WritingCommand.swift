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

  /// The requests of a command that may append several events.
  static func requests(_ context: Context) throws -> [Request]

  /// The answer to several events.
  static func answer(_ receipts: [Receipt], _ context: Context) throws -> String
}

extension WritingCommand {
  static func run(_ context: Context) throws { try append(context) }

  static func requests(_ context: Context) throws -> [Request] { [try request(context)] }

  static func answer(_ receipts: [Receipt], _ context: Context) throws -> String {
    try receipts.map { try answer($0, context) }.joined(separator: "\n")
  }

  /// Appends the events of a command in one transaction and prints the answer.
  static func appendAll(_ context: Context) throws {
    let requests = try requests(context)
    let receipts = try context.append(requests[0]) { try $0.append(together: requests) }
    try context.answerWritten(receipts.count == 1 ? "The event is" : "The events are") {
      if context.isJSON {
        let isOne = receipts.count == 1 && !requests[0].isForAllRunning
        return try isOne ? receipts[0].json(context) : receipts.json(context)
      }
      return try context.answer(to: receipts) { try Self.answer(receipts, context) }
    }
  }

  /// The answer to a single event with the places that it changed, and the notes.
  static func fullAnswer(_ receipt: Receipt, _ context: Context) throws -> String {
    try context.withPlaces(changedBy: receipt, answer(receipt, context)) + receipt.notes
  }

  /// Appends the event and prints the answer.
  static func append(_ context: Context) throws {
    let request = try request(context)
    let receipt = try context.append(request) { try $0.append(request) }
    try context.answerWritten {
      try context.isJSON
        ? receipt.json(context)
        : context.answer(to: [receipt]) {
          try fullAnswer(receipt, context)
        }
    }
  }
}

/// A subcommand that appends an event to each session that it names.
protocol SessionsCommand: WritingCommand {}

extension SessionsCommand {
  static func run(_ context: Context) throws {
    let requests = try requests(context)
    let isOne = requests.count == 1 && !requests[0].isForAllRunning
    try isOne ? append(context) : appendAll(context)
  }

  static func requests(_ context: Context) throws -> [Request] {
    let request = try request(context)
    let names = try context.sessionNames()
    return names.count > 1 ? request.batch(of: names.map { .named($0) }) : [request]
  }
}

extension Context {
  /// The sessions named by arguments or by `--session`, without repetitions.
  ///
  /// - Throws: `UsageError` if both were given and differ.
  func sessionNames() throws(UsageError) -> [String] {
    let words = values[SessionsOptions.sessions].uniqued
    guard let option = values[Options.session] else { return words }
    guard words.isEmpty || words == [option] else {
      throw UsageError(
        .conflict(SessionsOptions.sessions.definition, Options.session.definition), in: subcommand)
    }
    return [option]
  }

  /// The first of these sessions, else the default one.
  func namedTarget() throws(UsageError) -> Request.Target {
    try sessionNames().first.map { .named($0) } ?? .implied
  }

  /// Opens the log and appends a request.
  ///
  /// - Throws: `Failure`; if the log stayed locked, with the command that appends the event later.
  func append<Answer>(_ request: Request, _ body: (Logbook) throws -> Answer) throws -> Answer {
    do {
      let log = try openLog(for: .appending)
      opened = log
      return try body(log)
    } catch {
      var failure = failure(error, repeating: request)
      if error is Rejection, let meaning = meaningOfBareTime { failure.message += " " + meaning }
      throw failure.offering("Repeat it as:", [program.name + " " + line(repeating: request)])
    }
  }

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
    guard let text = values[Options.at] else { return .now }
    if text.lowercased() == "last" { return .last }
    // The event is measured, not stated.
    if text.lowercased() == "now" { return .now }
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

extension Context {
  /// Returns the answer to a command for people.
  ///
  /// - Parameters:
  ///   - receipts: the receipts of its events.
  ///   - answer: the answer with the effect of the events.
  /// - Returns: the answer; for a repeated command whose effect is not known any more, only the
  ///   events that it made.
  func answer(to receipts: [Receipt], _ answer: () throws -> String) rethrows -> String {
    let answer = try withLog(receipts.contains(where: \.isOfNow) ? receipts.eventsText : answer())
    // The answer to a start has the date.
    guard let meaning = meaningOfBareTime, subcommand.name != StartCommand.declaration.name else {
      return answer
    }
    return answer + "\nNote: " + meaning
  }

  /// The date of a time of day without a date that is not today's; nil for other times.
  var meaningOfBareTime: String? {
    guard let text = values[Options.at], text.contains(":"),
      text.utf8.allSatisfy({ (0x30...0x3A).contains($0) || $0 == UInt8(ascii: ".") }),
      let moment = try? moment(Options.at)
    else { return nil }
    let localTime = LocalTime(clock: world.localClock())
    guard localTime.date(of: moment) != localTime.date(of: now) else { return nil }
    return "'\(text)' means \(localTime.text(of: moment)): today it is in the future."
  }
}
