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
        let objects = receipts.map { Receipt.json($0, now: context.now) }
        return objects.count == 1 ? objects[0] : "[" + objects.joined(separator: ",\n") + "]"
      }
      return try context.answer(to: receipts) { try Self.answer(receipts, context) }
    }
  }

  /// Appends the event and prints the answer.
  static func append(_ context: Context) throws {
    let request = try request(context)
    let receipt = try context.append(request) { try $0.append(request) }
    try context.answerWritten {
      try context.isJSON
        ? Receipt.json(receipt, now: context.now)
        : context.answer(to: [receipt]) {
          try context.withPlaces(changedBy: receipt, Self.answer(receipt, context)) + receipt.notes
        }
    }
  }
}

extension Context {
  /// Opens the log and appends a request.
  ///
  /// - Throws: `Failure`; if the log stayed locked, with the command that appends the event later.
  func append<Answer>(_ request: Request, _ body: (Logbook) throws -> Answer) throws -> Answer {
    do {
      let log = try openLog(for: .appending)
      opened = log
      return try body(log)
    } catch {
      throw Failure(error, of: subcommand)
        .offering("Repeat it as:", [program.name + " " + line(repeating: request)])
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
    if values[Options.at] == "last" { return .last }
    // The event is measured, not stated.
    if values[Options.at]?.lowercased() == "now" { return .now }
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
    try withLog(receipts.contains(where: \.isOfNow) ? receipts.eventsText : answer())
  }
}

extension [Receipt] {
  /// Lines such as `Session 1 already has events 4 to 6 (crossed).`, one for each run of events.
  fileprivate var eventsText: String {
    runs { $0.session == $1.session && $0.kind == $1.kind && $0.version + 1 == $1.version }
      .map { first, last in
        let events =
          first.version == last.version
          ? "event \(first.version)" : "events \(first.version) to \(last.version)"
        return "\(first.subject) already has \(events) (\(Harmless.text(first.kind)))."
      }
      .joined(separator: "\n")
  }

  /// The first and the last element of each run of elements that belong together.
  private func runs(
    by belongs: (Receipt, Receipt) -> Bool
  ) -> [(first: Receipt, last: Receipt)] {
    reduce(into: []) { runs, receipt in
      if let last = runs.last?.last, belongs(last, receipt) {
        runs[runs.count - 1].last = receipt
      } else {
        runs.append((receipt, receipt))
      }
    }
  }
}

extension Receipt {
  /// A note when several sessions run.
  var othersNote: String {
    guard kind == "started" || kind == "resumed", let others, !others.isEmpty,
      phase == .running || phase == .countdown
    else { return "" }
    var all = others.adding(session)
    if phase == .countdown { all.hasCountdowns = true }
    return "\n\(all.listed) \(all.areRunning)."
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
    if let lap, kind == "lapped" {
      json.object("lap") { lap.write(to: &$0, now: now, segment: segment) }
    }
    if kind == "tagged" || kind == "untagged" { json.field("tags", profile.tags) }
    if kind == "planned" { json.object("plan") { profile.plan.write(to: &$0) } }
    if let reverted {
      json.object("reverted") {
        $0.field("id", reverted.event.id)
        $0.field("kind", reverted.event.kind.name)
        $0.field("version", reverted.event.version)
        if !reverted.batch.isEmpty { $0.field("events", reverted.batch.count) }
      }
    }
    guard let others, !others.isEmpty else { return }
    json.field("also_running", others.numbers)
    if others.more != 0 { json.field("more_running", true) }
  }
}

extension Lap {
  /// Writes the fields of a lap; without `now`, all but its age.
  ///
  /// - Parameters:
  ///   - json: the object to write to.
  ///   - now: the present, from which the age counts.
  ///   - times: the format of times.
  ///   - name: the name of the segment that it completes; without one, neither number nor name of
  ///     the segment is written.
  func write(
    to json: inout JSONWriter, now: Moment? = nil, label times: StopwatchLabel = StopwatchLabel(),
    segment name: String? = nil
  ) {
    json.field("number", number)
    json.field("split_ns", split)
    json.field("lap_ns", lap)
    json.field("split", times.text(of: split))
    json.field("lap", times.text(of: shown(times).lap))
    json.field("label", label)
    if let segment, let name {
      json.field("segment", segment)
      json.field("segment_name", name)
    }
    json.field("at", at)
    if let now { json.field("age", AgeLabel().text(of: now - at)) }
    json.field("event", event)
    json.field("flags", flags.names)
  }
}
