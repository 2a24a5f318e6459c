import Arguments

/// The program: its subcommands in the order of help.
enum Laptimer {
  static let version = "1.0.0"
  /// When this version was made.
  static let released = "2026-11-21"

  static let commands: [any RunnableCommand.Type] = [
    StartCommand.self, StopCommand.self, ResumeCommand.self, LapCommand.self, MarkCommand.self,
    UndoCommand.self, RedoCommand.self, AmendCommand.self, RemoveCommand.self, PlanCommand.self,
    NameCommand.self, TagCommand.self, DiscardCommand.self,
    StatusCommand.self, ShowCommand.self, ListCommand.self, EventsCommand.self,
    ReplayCommand.self,
    RecordCommand.self, WatchCommand.self,
    QueryCommand.self,
    ExportCommand.self, ImportCommand.self, CheckCommand.self, RebuildCommand.self,
    BackupCommand.self,
    CompletionsCommand.self, ManCommand.self, CompleteCommand.self,
  ]

  static let program = Program(
    "laptimer", version: version,
    abstract: "Time laps that are never lost: every press is an event in a log.",
    discussion: """
      Sessions survive crashes, restarts, reboots and clock changes: all that is shown is \
      replayed from the log.
      """,
    shared: [Options.db, Options.json, Options.color], completing: [Options.db],
    commands.map { $0.declaration })
}
