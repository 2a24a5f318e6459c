import Arguments
import EventLog
import Logbook
import Text
import Timing

/// Undo and redo, which may concern several sessions.
protocol ReversalCommand: WritingCommand {
  /// The verb of its answer, in the past tense.
  static var verb: String { get }
}

extension ReversalCommand {
  static func run(_ context: Context) throws { try appendAll(context) }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    try receipt.afterCorrection(verb, context)
  }

  static func answer(_ receipts: [Receipt], _ context: Context) throws -> String {
    var lines =
      try receipts.allSatisfy(\.reversesPlan) && receipts.count > 1
      ? [
        """
        \(verb.capitalizedFirst) changed rules of \(receipts.count) sessions: \
        \(receipts.map { "\($0.session)" }.listed(atMost: 5)).
        """
      ] : receipts.map { try fullAnswer($0, context) }
    if let left = receipts.last?.leftOut, !left.isEmpty {
      lines.append(left.unchanged(since: "has newer events", "have newer events"))
    }
    return lines.joined(separator: "\n")
  }
}

extension Receipt {
  /// Whether it takes back or restores a change of rules.
  fileprivate var reversesPlan: Bool {
    if case .planned? = reverted?.event.kind { true } else { false }
  }
}

enum UndoCommand: ReversalCommand {
  static let declaration = Subcommand(
    "undo", abstract: "Take back the newest event.",
    discussion: """
      Without --session, it takes back the newest event that this device appended. It can be \
      repeated any number of times; 'laptimer redo' restores the events one by one. The entries \
      of a file are taken back together, and so are the stops of 'laptimer stop --all' and the \
      new names of 'laptimer name --course'.
      """,
    examples: [
      Example("Take back an accidental lap", "laptimer undo"),
      Example("Take back the last event of session 2", "laptimer undo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.undo)
  }

  static var verb: String { "took back" }
}

enum RedoCommand: ReversalCommand {
  static let declaration = Subcommand(
    "redo", abstract: "Restore the event that undo took back.",
    discussion: "Redo works until a new event is appended to the session.",
    examples: [
      Example("Take back the last lap, and restore it", "laptimer undo\nlaptimer redo"),
      Example("Restore the last undone event of session 2", "laptimer redo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.redo)
  }

  static var verb: String { "restored" }
}

enum AmendCommand: WritingCommand {
  static let event = Parameter.argument(
    "what", .event,
    help: """
      A lap by its number, start, stop, or an event: @12 is event 12 of the session, @4:12 event \
      12 of session 4; or @ and its id.
      """)
  static let by = Parameter.option(
    "by", .shift, help: "Move it by this duration; negative is earlier.")
  static let label = Parameter.option("label", .label("text"), help: "Its new label.")
  static let noLabel = Parameter.flag("no-label", help: "Remove the label of the lap.")

  static let declaration = Subcommand(
    "amend", abstract: "Move or relabel a lap, a start, a stop or a timestamp.",
    discussion: """
      Everything that depends on the moment is recalculated. Starts, stops and resumes keep their \
      order. A time of day, as in --at 10:15, is the one nearest to the event. 'laptimer undo' takes \
      the change back.
      """,
    examples: [
      Example("The clock was started 5 s late", "laptimer amend start --by -5s"),
      Example("Stop a forgotten clock at its last lap", "laptimer amend stop --at last"),
      Example(
        "State the time of lap 3, and its label",
        "laptimer amend 3 --at 10:15:30.2 --label 'Hole 3'"),
    ],
    [
      event, Exclusive(Options.at, Options.ago, by), Exclusive(label, noLabel), Options.session,
      Options.precision, Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    let values = context.values
    var (change, toLast) = (Event.Amendment(), false)
    if let text = values[label] { change.label = .set(text) }
    if values[noLabel] { change.label = .lifted }
    if let span = values[by] {
      change.move = .by(try context.bounded(span, by))
    } else {
      switch try context.time() {
      case .now where values.contains(Options.at) && context.statedTime == nil:
        change.move = .ago(.zero)
      case .now, .after: break
      case .ago(let span): change.move = .ago(span)
      case .at(let moment): change.move = .at(moment)
      case .last: toLast = true
      }
    }
    guard change != Event.Amendment() || toLast || context.statedTime != nil else {
      throw UsageError(
        .missing([
          Options.at.definition, Options.ago.definition, by.definition, label.definition,
          noLabel.definition,
        ]), in: declaration)
    }
    return context.request(.amend(values[event], change, toLast: toLast), time: .now)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let subject = "\(receipt.subject): amended \(context.values[Self.event].shown)"
    // The lap may have another number now, and may have become a lap that does not count.
    guard let lap = receipt.lap else {
      let crossing = try context.crossing(amendedBy: receipt).map { ": \($0)" }
      let lost =
        switch receipt.lapsLost {
        case 0: ""
        case 1: " 1 lap no longer counts."
        case let count: " \(count) laps no longer count."
        }
      return "\(subject)"
        + (try crossing ?? "; \(receipt.stateAfterCorrection(context)).\(lost)")
    }
    return "\(subject): \(lap.line(context.times, segment: receipt.segment))"
  }
}

extension EventReference {
  var shown: String {
    switch self {
    case .number(let number): "lap \(number)"
    case .event(let event): "event @\(event)"
    case .stream(let session, let event): "event @\(session):\(event)"
    case .id(let id): "event @\(id)"
    case .start: "the start"
    case .stop: "the stop"
    }
  }
}

enum RemoveCommand: WritingCommand {
  static let event = Parameter.argument(
    "what", .event,
    help: """
      A lap by its number, or @ and the number of an event: of a lap, a timestamp, a crossing, the \
      start of a wave or a ruling.
      """)

  static let declaration = Subcommand(
    "remove", abstract: "Remove a lap, a timestamp, or an event of a race.",
    discussion: """
      The time of a lap is added to the next lap. Of a race, crossings, starts of waves and rulings \
      can be removed. 'laptimer undo' restores what was removed.
      """,
    examples: [
      Example("Remove lap 3", "laptimer remove 3"),
      Example("Remove a timestamp of session 2 by its event", "laptimer remove @7 --session 2"),
    ],
    [event, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.remove(context.values[event]))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let removed = try context.crossing(removedBy: receipt)
    return "\(receipt.subject): removed \(context.values[event].shown)"
      + (removed.map { ": \($0)" } ?? ".")
  }
}
