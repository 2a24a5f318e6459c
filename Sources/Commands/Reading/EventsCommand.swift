import Arguments
import EventLog
import Host
import Logbook
import Timing
import Text

enum EventsCommand: RunnableCommand {
  static let session = Parameter.argument(
    optional: "session", .session, help: "The session: its number, uid or name.",
    defaultText: "all sessions")
  static let after = Parameter.option(
    "after", .number("position", in: 0...Int.max), default: 0,
    help: "Begin after the event at this position.")
  static let follow = Parameter.flag(
    "follow", help: "Print new events as they are appended, until interrupted.")
  static let format = Parameter.option(
    "format", .choice(TableFormat.self), help: "The format of the rows.",
    defaultText: "one line for each event")

  static let declaration = Subcommand(
    "events", abstract: "Print the log, one line for each event.",
    discussion: """
      The columns are the position in the log, session and event (3@7 is event 7 of session 3), \
      time, kind and details. With --json, each line is an object.

      With --follow, a line follows each correction that changes places in a race, derived from \
      the events: it has no position, and its JSON begins with "derived".

      --follow cannot be combined with formats that need an end: table, json and markdown.
      """,
    examples: [
      Example("Print all events", "laptimer events"),
      Example("Print the events of session 3", "laptimer events 3"),
      Example("Follow the log as JSON", "laptimer events --follow --json"),
    ],
    [
      session, ReadingOptions.sessionOption, after, follow, format, Options.defuse,
      Options.precision,
    ])

  static func run(_ context: Context) throws {
    let values = context.values
    let format = values[format] ?? (context.isJSON ? .ndjson : nil)
    if values[follow], let format, !format.isEndless {
      throw UsageError(
        .other(
          "'--follow' cannot be combined with '--format \(format.rawValue)', which needs an end."),
        in: declaration)
    }
    let log = try context.openLog(for: .reading)
    let session = try context.sessionName(session).map { try log.sessionNumber(named: $0) }
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

  /// The events of one read transaction: a long one would keep SQLite from resetting the WAL.
  private static let chunk = 1000

  /// Prints existing and new events, and flushes each batch.
  private static func follow(
    _ log: Logbook, of session: Int?, _ list: inout EventList, _ context: Context
  ) throws {
    let bytes = context.output.bytes
    context.output = Output(descriptor: context.world.output, mode: .stream)
    context.output.bytes = bytes
    try context.output.flush()
    let interrupts = try context.world.catchInterrupts()
    var watch = PlacesWatch(log)
    let follower = log.follow(after: context.values[after], of: session)
    while true {
      let next = try follower.next(
        limit: chunk, outlet: context.world.output, interrupt: interrupts?.file)
      switch next {
      case .events(let records):
        for event in try log.decode(records) {
          try list.append(event, to: &context.output.bytes)
          if let change = try watch.change(by: event) {
            try list.append(change, to: &context.output.bytes)
          }
        }
        try context.output.flush()
        if interrupts?.hasOccurred == true { throw Failure.ended }
      case .timedOut: break
      case .interrupted:
        // Other caught signals do not end it.
        if interrupts?.hasOccurred == true { throw Failure.ended }
      case .hangup: throw OutputError.readerClosed
      }
    }
  }
}

extension EventText {
  /// Creates the texts for a command's output.
  init(_ context: Context) {
    self.init(times: context.times, localTime: context.localTime)
  }
}
