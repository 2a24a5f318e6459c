import Arguments
import EventLog
import Timing
import Text

enum EventsCommand: RunnableCommand {
  static let session = Argument(
    optional: "session", .session, help: "The one session whose events are wanted.",
    defaultText: "all")
  static let after = Option(
    "after", .number("position", in: 0...Int.max), default: 0,
    help: "Begin behind the event at this position.")
  static let follow = Flag("follow", help: "Go on as others append, until interrupted.")
  static let format = Option(
    "format", .choice(TableFormat.self), help: "How rows are written.",
    defaultText: "a line an event")

  static let declaration = Subcommand(
    "events", abstract: "Print the log itself, a line an event.",
    discussion: """
      Position in the log, session and event, moment, kind, and what belongs to it; @7 is the \
      seventh event of the session. With --json a line is an object.

      --follow goes without the formats that need an end: table, json and markdown.
      """,
    [session, after, follow, format, Options.defuse, Options.precision])

  static func run(_ context: Context) throws {
    let values = context.values
    let format = values[format] ?? (context.isJSON ? .ndjson : nil)
    if values[follow], [.table, .json, .markdown].contains(format) {
      throw UsageError(
        .other("'--follow' has no end, which '--format \(format?.rawValue ?? "")' needs."),
        in: declaration)
    }
    let log = try context.openLog(for: .reading)
    let session = try values[session].map { try log.sessionNumber(named: $0) }
    var list = EventList(
      format, EventText(context), EventLinks(log),
      context.rows(in: format ?? .ndjson))
    try list.begin(to: &context.output.bytes)
    if values[follow] { return try follow(log, of: session, &list, context) }
    var position = values[after]
    while true {
      let events = try log.events(after: position, of: session, limit: chunk)
      for event in events { try list.append(event, to: &context.output.bytes) }
      try context.output.drain()
      guard events.count == chunk, let last = events.last else { break }
      position = last.position
    }
    list.end(to: &context.output.bytes)
  }

  /// How many events are read at once, so that no long read keeps the log from being tidied.
  private static let chunk = 1000

  /// Prints what there is and what others append; each line is seen at once.
  private static func follow(
    _ log: EventLog, of session: Int?, _ list: inout EventList, _ context: Context
  ) throws {
    let bytes = context.output.bytes
    context.output = Output(descriptor: context.world.output, mode: .stream)
    context.output.bytes = bytes
    try context.output.flush()
    let interrupts = try context.world.catchInterrupts()
    let follower = log.follow(after: context.values[after], of: session)
    while true {
      let next = try follower.next(
        limit: chunk, outlet: context.world.output, interrupt: interrupts?.file)
      switch next {
      case .events(let events):
        for event in events { try list.append(event, to: &context.output.bytes) }
        try context.output.flush()
        if interrupts?.hasCome == true { throw Failure.interrupted }
      case .timedOut: break
      case .interrupted:
        // Signals that are caught for other reasons end nothing.
        if interrupts?.hasCome == true { throw Failure.interrupted }
      case .hangup: throw OutputError.readerClosed
      }
    }
  }
}

extension EventText {
  /// The words for what a command prints.
  init(_ context: Context) {
    self.init(times: context.times, localTime: LocalTime(clock: context.world.localClock()))
  }
}
