import Arguments
import EventLog
import Logbook
import Text
import Timing

enum NameCommand: WritingCommand {
  static let name = Argument(
    "name", .label("name"), help: "The new name.")

  static let declaration = Subcommand(
    "name", abstract: "Name or rename a session.",
    examples: [
      Example("Name the running session", "laptimer name 'Tempo run'"),
      Example("Rename session 3", "laptimer name 'Long run' --session 3"),
    ],
    [name, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.name(context.values[name]))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    "Named session \(receipt.session) \"\(Harmless.text(context.values[name]))\"."
  }
}

enum TagCommand: WritingCommand {
  static let tags = Argument(
    repeating: "tag", .label("tag", completion: .tags), required: true, help: "The tags.")
  static let remove = Flag("remove", help: "Remove the tags instead.")

  static let declaration = Subcommand(
    "tag", abstract: "Add tags to a session, or remove them.",
    examples: [
      Example("Tag the running session", "laptimer tag track race"),
      Example("Remove a tag from session 3", "laptimer tag --remove race --session 3"),
    ],
    [tags, remove, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    let tags = context.values[tags].uniqued
    return context.request(context.values[remove] ? .untag(tags) : .tag(tags))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let tags = receipt.profile.tags.map(Harmless.text).joined(separator: ", ")
    return tags.isEmpty
      ? "\(receipt.subject) has no tags." : "Tagged \(receipt.object): \(tags)."
  }
}

enum DiscardCommand: SessionsCommand {
  static let sessions = Argument(
    needed: "session", .session, help: "The sessions to discard: their numbers, uids or names.")

  static let declaration = Subcommand(
    "discard", abstract: "Discard a session; undo restores it.",
    discussion: """
      A discarded session is hidden from 'laptimer list', but stays in the log. If several sessions \
      are named, either all are discarded or none.
      """,
    examples: [
      Example("Discard session 3", "laptimer discard 3"),
      Example("Restore it", "laptimer undo --session 3"),
      Example("Discard sessions 3 and 4", "laptimer discard 3 4"),
    ],
    [sessions, ReadingOptions.sessionOption, Options.writing])

  static func request(_ context: Context) throws -> Request {
    let target = try context.namedTarget()
    if target == .implied {
      throw UsageError(.missing([sessions.definition]), in: context.subcommand)
    }
    return context.request(.discard, of: target)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    """
    Discarded \(receipt.object). 'laptimer undo --session \(receipt.session)' restores it.
    """
  }
}
