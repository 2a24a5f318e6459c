import Arguments
import EventLog
import Logbook
import Timing
import Text

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
    let tags = context.values[tags].uniqued.map(Harmless.text).joined(separator: ", ")
    return context.values[remove]
      ? "Removed tags from \(receipt.object): \(tags)." : "Tagged \(receipt.object): \(tags)."
  }
}
