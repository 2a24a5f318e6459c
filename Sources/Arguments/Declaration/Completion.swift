/// What a shell offers where a value is typed.
package enum Completion: Sendable, Equatable {
  /// Nothing: any text may stand there.
  case none

  /// Files and folders.
  case file

  /// These words.
  case values([String])

  /// The names of the program's subcommands.
  case subcommands

  /// What the program itself prints, a name a line, when it is called as
  /// `laptimer __complete -- TOPIC PREFIX`. A topic is a word of lowercase letters.
  case dynamic(String)

  /// The sessions of the log.
  package static let sessions = Completion.dynamic("sessions")

  /// The tags in use.
  package static let tags = Completion.dynamic("tags")
}
