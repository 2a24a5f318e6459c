import Arguments
import EventLog
import Logbook
import Text
import Timing

enum UndoCommand: WritingCommand {
  static let declaration = Subcommand(
    "undo", abstract: "Take back the newest event.",
    discussion: """
      Without --session, it takes back the newest event that this device appended. It can be \
      repeated any number of times; 'laptimer redo' restores the events one by one. The entries \
      of a file are taken back together.
      """,
    examples: [
      Example("Take back an accidental lap", "laptimer undo"),
      Example("Take back the last event of session 2", "laptimer undo --session 2"),
    ],
    [Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.undo)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    receipt.afterCorrection("took back", context)
  }
}

extension Receipt {
  /// The answer to an undo or redo.
  func afterCorrection(_ verb: String, _ context: Context) -> String {
    let what = reverted?.words(context.times) ?? "an event"
    return "\(subject): \(verb) \(what); it \(state(context))."
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

  static func request(_ context: Context) throws -> Request {
    context.request(.redo)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    receipt.afterCorrection("restored", context)
  }
}

extension RevertedEvent {
  /// The event in the user's words: `lap 3, 00:12.3`, `the stop`, `the name "Tempo run"`.
  func words(_ times: StopwatchLabel) -> String {
    if batch.count > 1 { return Self.words(of: batch) }
    return switch event.kind {
    case .named(let name): "the name \"\(Harmless.text(name))\""
    case .tagged(let tags): Self.counted("the tag", tags)
    case .untagged(let tags): "the removal of " + Self.counted("the tag", tags)
    case .identified(let people):
      people.isEmpty ? "the removal of the person" : Self.counted("the person", people.map(\.full))
    case .planned: "the change of the rules"
    case .discarded: "the discarding"
    case .amended: "the amendment of " + (lapWords(times) ?? target?.press ?? "an event")
    case .removed: "the removal of " + (lapWords(times) ?? target?.press ?? "an event")
    case .started, .stopped, .resumed, .lapped, .timestamped, .reverted, .race, .unknown:
      lapWords(times) ?? event.press
    }
  }

  /// The events of a command that appended several: `60 entries`.
  private static func words(of batch: [Event]) -> String {
    let areEntries = batch.allSatisfy { if case .race(.entered) = $0.kind { true } else { false } }
    return "\(batch.count) \(areEntries ? "entries" : "events")"
  }

  private func lapWords(_ times: StopwatchLabel) -> String? {
    lap?.words(times)
  }

  private static func counted(_ word: String, _ names: [String]) -> String {
    "\(word)\(names.count == 1 ? "" : "s") "
      + names.map { "\"\(Harmless.text($0))\"" }.joined(separator: ", ")
  }
}

extension Lap {
  /// The lap in the user's words: `lap 3, 00:12.3`.
  func words(_ times: StopwatchLabel) -> String {
    number.map { "lap \($0), \(times.text(of: split))" } ?? "the lap at \(times.text(of: split))"
  }
}

extension Event {
  /// The event by its kind: `the stop`, `the timestamp "pit"`.
  fileprivate var press: String {
    switch kind {
    case .started: "the start"
    case .stopped: "the stop"
    case .resumed: "the resume"
    case .lapped: "the lap"
    case .timestamped(let label): "the timestamp \"\(Harmless.text(label))\""
    case .race(let event): event.words
    case .named, .tagged, .untagged, .identified, .planned, .amended, .removed, .reverted,
      .discarded, .unknown:
      "event \(version) (\(Harmless.text(kind.name)))"
    }
  }
}
