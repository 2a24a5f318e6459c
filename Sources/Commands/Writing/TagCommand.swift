import Arguments
import EventLog
import Timing
import Text

enum TagCommand: WritingCommand {
  static let tags = Argument(
    repeating: "tag", .label("tag", completion: .tags), required: true, help: "The tags.")
  static let remove = Flag("remove", help: "Take them off instead.")

  static let declaration = Subcommand(
    "tag", abstract: "Put tags on a session, or take them off.",
    [tags, remove, Options.session, Options.writing])

  static func wish(_ context: Context) throws -> Wish {
    let tags = context.values[tags].uniqued
    return Wish(
      command: context.values[remove] ? .untag(tags) : .tag(tags), target: context.target())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let tags = context.values[tags].uniqued.map(Harmless.text).joined(separator: ", ")
    return context.values[remove]
      ? "\(receipt.subject) is no longer tagged \(tags)." : "\(receipt.subject) is tagged \(tags)."
  }
}
