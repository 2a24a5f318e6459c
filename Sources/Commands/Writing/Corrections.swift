import Arguments
import Text
import Timing

enum UndoCommand: WritingCommand {
  static let declaration = Subcommand(
    "undo", abstract: "Take back the newest event.",
    discussion: """
      Without --session, it takes back the newest event that this device appended. It can be \
      repeated any number of times; 'laptimer redo' restores the events one by one. The entries \
      of a file are taken back together, and so are the stops of 'laptimer stop --all' and the \
      new names of 'laptimer name --course'. It passes over what pads recorded: 'laptimer remove' \
      takes that out.
      """,
    examples: [
      Example("Take back an accidental lap", "laptimer undo"),
      Example("Take back the last event of session 2", "laptimer undo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    [context.request(.undo)]
  }
}

enum RedoCommand: WritingCommand {
  static let declaration = Subcommand(
    "redo", abstract: "Restore the event that undo took back.",
    discussion: "Redo works until a new event is appended to the session.",
    examples: [
      Example("Take back the last lap, and restore it", "laptimer undo\nlaptimer redo"),
      Example("Restore the last undone event of session 2", "laptimer redo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    [context.request(.redo)]
  }
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

  static func requests(_ context: Context) throws -> [Request] {
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
    return [context.request(.amend(values[event], change, toLast: toLast), time: .now)]
  }
}

enum RemoveCommand: WritingCommand {
  static let event = Parameter.argument(
    "what", .removable,
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

  static func requests(_ context: Context) throws -> [Request] {
    [context.request(.remove(context.values[event]))]
  }
}
