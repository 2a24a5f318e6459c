import Arguments
import EventLog
import Host
import Logbook
import Text
import Timing

/// A subcommand that appends events; also a line of `record`.
protocol WritingCommand: RunnableCommand {
  /// The requests for its events, at least one, which are appended together.
  static func requests(_ context: Context) throws -> [Request]
}

extension WritingCommand {
  static func run(_ context: Context) throws { try context.perform(requests(context)) }
}

extension Context {
  /// Appends the events of a command in one transaction and prints the answer.
  ///
  /// The failure has the command that appends them later.
  func perform(_ requests: [Request]) throws {
    let receipts: [Receipt]
    let log: Logbook
    do {
      log = try openLog(for: .appending)
      opened = log
      receipts = try log.perform(requests, comparingPlaces: !isJSON)
    } catch {
      throw failure(error, appending: requests[0])
    }
    try afterSaving(receipts.count == 1 ? "The event is" : "The events are") {
      let answer = answer(to: requests, receipts, in: log)
      if isJSON { print(try answer.json()) } else { print(try text(answer)) }
      try output.flush()
    }
  }

  func answer(
    to requests: [Request], _ receipts: [Receipt], in log: Logbook, isStreamed: Bool = false
  ) -> Answer {
    Answer(
      to: requests, receipts, in: log, times, at: instant, localClock: world.localClock,
      isStreamed: isStreamed)
  }

  /// Returns an answer for people, with notes on the moments that a stated time means.
  func text(_ answer: Answer) throws -> Message {
    let text = try answer.text()
    // The answer to a start has the date.
    guard statedTime != nil, subcommand.name != StartCommand.declaration.name else { return text }
    let meanings = answer.receipts.compactMap { meaning(of: $0.kind.momentOfTarget ?? $0.at) }
    return text + Message(joining: meanings.uniqued.map { "\nNote: \($0)" })
  }

  /// The sessions named by arguments or by `--session`, without repetitions; if both were given,
  /// they must not differ.
  func sessionNames() throws(UsageError) -> [String] {
    let words = values[SessionsOptions.sessions].uniqued
    guard let option = values[Options.session] else { return words }
    guard words.isEmpty || words == [option] else {
      throw UsageError(
        .conflict(SessionsOptions.sessions.definition, Options.session.definition), in: subcommand)
    }
    return [option]
  }

  /// Creates the requests for a command for each session that is named, else for the default one.
  func requestsForSessions(_ command: Command, time: Request.Time? = nil) throws -> [Request] {
    let names = try sessionNames()
    let request = request(command, of: names.first.map { .named($0) } ?? .implied, time: time)
    return names.count > 1 ? request.batch(of: names.map { .named($0) }) : [request]
  }

  /// Creates the request for a command.
  ///
  /// Without a target, its session is that of `--session`, or the default one. The time is that of
  /// its event or its target, by ``time()``; nil: now.
  func request(
    _ command: Command, of target: Request.Target? = nil, time: Request.Time? = nil
  ) -> Request {
    let given = values[Options.id]
    let session = values[Options.session].map { Request.Target.named($0) }
    var request = Request(
      id: given ?? world.makeID(now), mayBeRepeated: given != nil, command,
      of: target ?? session ?? .implied, time: time ?? .now, instant: instant, source: source)
    if time != nil { request.stated = statedTime }
    return request
  }

  /// The time of the event, by `--at` and `--ago`; now if it can mean several moments, which
  /// ``statedTime`` has then.
  func time() throws -> Request.Time {
    if let span = values[Options.ago] { return try .ago(bounded(span, Options.ago)) }
    guard let text = values[Options.at] else { return .now }
    if text.lowercased() == "last" { return .last }
    // The event is measured, not stated.
    if text.lowercased() == "now" { return .now }
    let moments: (first: Moment, second: Moment?)
    do throws(MomentTextError) {
      let stated = try StatedTime(text, now: now, clock: world.localClock())
      if stated.isTimeOfDay {
        statedTime = stated
        return .now
      }
      moments = try stated.moments(near: now)
      if moments.second != nil { statedTime = stated }
    } catch {
      throw usageError(error, Options.at, text)
    }
    try refuseFar(moments.first - now, Options.at)
    return moments.second == nil ? .at(moments.first) : .now
  }

  /// Returns a span that is short enough for SQL and JSON: 64-bit nanoseconds.
  func bounded(_ span: Duration, _ option: Parameter<Duration?>) throws -> Duration {
    try refuseFar(span, option)
    return span
  }

  private func refuseFar<Answer>(_ span: Duration, _ option: Parameter<Answer>) throws {
    guard span > .century || span < .zero - .century else { return }
    throw UsageError(
      .other("The time of '\(option.definition.key)' is more than 100 years away."),
      in: subcommand)
  }

  /// Runs a body after a write; a failure in it says that the write succeeded.
  func afterSaving<Value>(_ subject: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
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
    let reason = Failure(error).reason
    self.init(CommitOutcome.saved.rawValue, "\(subject) saved, but \(reason.lowercasedFirst)")
  }
}

extension Context {
  /// A sentence on the moment that a stated time means, if that is not on this day, or daylight
  /// saving repeats it; nil for other times.
  func meaning(of moment: Moment) -> String? {
    guard let statedTime, let text = values[Options.at] else { return nil }
    let localTime = LocalTime(clock: world.localClock())
    let isRepeated = localTime.isRepeated(moment)
    if !isRepeated, statedTime.isToday(moment) { return nil }
    let reason = isRepeated ? ": the clocks show that time twice" : ""
    return "'\(text)' means \(localTime.statedText(of: moment))\(reason)."
  }
}
