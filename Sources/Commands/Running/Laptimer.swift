import Arguments
import Host

/// The program: its subcommands in the order of help.
enum Laptimer {
  static let version = Release.version
  static let released = "2026-11-21"

  /// The subcommands in the order of help.
  ///
  /// One list: the runtime would make the type of a list of groups at every start.
  static let commands: [any RunnableCommand.Type] = [
    StartCommand.self, StopCommand.self, ResumeCommand.self, LapCommand.self,
    MarkCommand.self, WatchCommand.self,
    UndoCommand.self, RedoCommand.self, AmendCommand.self, RemoveCommand.self,
    PlanCommand.self, NameCommand.self, WhoCommand.self, TagCommand.self, DiscardCommand.self,
    StatusCommand.self, ShowCommand.self, ListCommand.self, EventsCommand.self,
    ExplainCommand.self, ReplayCommand.self, ServeCommand.self,
    CompareCommand.self, BestCommand.self, StatsCommand.self, EnterCommand.self,
    EntriesCommand.self, WithdrawCommand.self, WaveCommand.self, CrossCommand.self,
    AssignCommand.self, ChipCommand.self, RuleCommand.self, OrderCommand.self,
    StandingsCommand.self, ResultsCommand.self,
    RecordCommand.self, QueryCommand.self, ExportCommand.self, ImportCommand.self,
    SyncCommand.self,
    CheckCommand.self, RebuildCommand.self, BackupCommand.self, CompletionsCommand.self,
    ManCommand.self,
  ]

  /// The headings of help, each before a subcommand.
  private static var headings: [String: String] {
    [
      "start": "Time", "undo": "Correct", "status": "Look", "compare": "Courses and races",
      "record": "Automate", "check": "Maintain",
    ]
  }

  /// Words that users try, and the subcommands that help and errors suggest in their place.
  static var synonyms: KeyValuePairs<String, [String]> {
    [
      "begin": ["start"], "new": ["start"], "go": ["start"], "restart": ["start"],
      "reset": ["start", "discard"],
      "pause": ["stop"], "halt": ["stop"], "end": ["stop"], "finish": ["stop"],
      "quit": ["stop"],
      "continue": ["resume"], "unpause": ["resume"],
      "split": ["lap"], "press": ["lap"], "next": ["lap"], "skip": ["lap"], "click": ["lap"],
      "note": ["mark"], "moment": ["mark"],
      "live": ["watch", "serve"], "screen": ["watch"], "ui": ["watch"],
      "scoreboard": ["serve"], "web": ["serve"], "server": ["serve"], "phone": ["serve"],
      "countdown": ["start"],
      "cancel": ["undo", "discard"], "revert": ["undo"],
      "edit": ["amend"], "change": ["amend"], "fix": ["amend"], "move": ["amend"],
      "label": ["amend"], "rename": ["name", "amend"],
      "delete": ["discard", "remove"], "rm": ["discard", "remove"], "drop": ["discard", "remove"],
      "clear": ["discard", "remove"], "untag": ["tag"], "person": ["who"], "athlete": ["who"],
      "rules": ["plan"], "limit": ["plan"],
      "stat": ["status", "stats"], "time": ["status"], "current": ["status"], "info": ["show"],
      "laps": ["show"], "splits": ["show"], "report": ["show"], "why": ["explain"],
      "pb": ["best"], "summary": ["stats"],
      "log": ["events", "list"], "history": ["list", "events"], "ls": ["list"],
      "sessions": ["list"], "play": ["replay"],
      "sql": ["query"], "select": ["query"], "schema": ["query"],
      "dump": ["export"], "load": ["import"], "merge": ["import", "sync"],
      "push": ["sync"], "pull": ["sync"], "hub": ["sync"],
      "verify": ["check"], "validate": ["check"], "fsck": ["check"], "doctor": ["check"],
      "repair": ["rebuild"], "reindex": ["rebuild"], "copy": ["backup"], "save": ["backup"],
      "restore": ["backup"],
      "register": ["enter"], "entry": ["enter"], "runner": ["enter"], "bib": ["cross", "enter"],
      "crossing": ["cross"], "pass": ["cross"], "gun": ["wave", "start"], "race": ["start"],
      "dnf": ["rule"], "dns": ["rule"], "dsq": ["rule"], "penalty": ["rule"],
      "ranking": ["standings"], "leaderboard": ["standings"], "result": ["results"],
      "manual": ["man"], "completion": ["completions"],
    ]
  }

  static let program = Program(
    "laptimer", version: version,
    abstract: "Time laps that are never lost: every press is an event in a log.",
    discussion: """
      Sessions survive crashes, restarts, reboots and clock changes: everything shown is \
      replayed from the log.
      """,
    examples: [
      Example(
        "Time a run with two laps", "laptimer start\nlaptimer lap\nlaptimer lap\nlaptimer stop"),
      Example("Show its laps", "laptimer show"),
      Example("Time on the live screen, one key a lap", "laptimer watch --start"),
    ],
    shared: [Options.db, Options.json, Options.color],
    synonyms: synonyms,
    groups: commands.reduce(into: []) { groups, command in
      let subcommand = command.declaration
      if let title = headings[subcommand.name] { groups.append(SubcommandGroup(title, [])) }
      groups[groups.count - 1].subcommands.append(subcommand)
    },
    subcommand: { command(named: $0)?.declaration })

  static func command(named name: String) -> (any RunnableCommand.Type)? {
    commands.first { $0.declaration.name == name }
  }
}

/// A subcommand: its declaration and its implementation.
protocol RunnableCommand: Sendable {
  /// The name, options and arguments as data.
  static var declaration: Subcommand { get }

  /// Whether output is written as it is produced; otherwise all of it or, on failure, nothing.
  static var isStreamed: Bool { get }

  /// Runs the command; its output appears only if it does not throw, unless it is streamed.
  static func run(_ context: Context) throws
}

extension RunnableCommand {
  static var isStreamed: Bool { false }
}
