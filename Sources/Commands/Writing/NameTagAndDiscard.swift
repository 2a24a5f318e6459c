import Arguments
import Text
import Timing

enum NameCommand: WritingCommand {
  static let name = Parameter.argument(
    "name", .label("name"), help: "The new name.")
  static let course = Parameter.option(
    "course", .course, help: "Rename this course, in all its sessions.")
  static let segment = Parameter.option(
    "segment", .label("old", completion: .listed(.segments)),
    help: "Rename the segments of the course with this name.")

  static let declaration = Subcommand(
    "name", abstract: "Name or rename a session, or a course.",
    discussion: """
      With --course, all sessions of this device with the course get the new name, or with \
      --segment their segments; their laps and times stay. 'laptimer undo' takes all of it back.
      """,
    examples: [
      Example("Name the running session", "laptimer name 'Tempo run'"),
      Example("Rename session 3", "laptimer name 'Long run' --session 3"),
      Example("Rename a segment of a course", "laptimer name Lake --course 5k --segment 2k"),
    ],
    [name, Exclusive(Options.session, course), segment, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    guard let course = values[course] else {
      guard values[segment] == nil else {
        throw UsageError(.missing([Self.course.definition]), in: context.subcommand)
      }
      return [context.request(.name(values[name]))]
    }
    var request = context.request(.plan(PlanChange()))
    request.renaming = CourseRenaming(course: course, segment: values[segment], to: values[name])
    return [request]
  }
}

enum TagCommand: WritingCommand {
  static let tags = Parameter.argument(
    repeating: "tag", .label("tag", completion: .listed(.tags)), required: true, help: "The tags.")
  static let remove = Parameter.flag("remove", help: "Remove the tags instead.")

  static let declaration = Subcommand(
    "tag", abstract: "Add tags to a session, or remove them.",
    examples: [
      Example("Tag the running session", "laptimer tag track race"),
      Example("Remove a tag from session 3", "laptimer tag --remove race --session 3"),
    ],
    [tags, remove, Options.session, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    let tags = context.values[tags].uniqued
    return [context.request(context.values[remove] ? .untag(tags) : .tag(tags))]
  }
}

enum DiscardCommand: WritingCommand {
  static let sessions = Parameter.argument(
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

  static func requests(_ context: Context) throws -> [Request] {
    guard try !context.sessionNames().isEmpty else {
      throw UsageError(.missing([sessions.definition]), in: context.subcommand)
    }
    return try context.requestsForSessions(.discard)
  }
}
