import Arguments

enum ManCommand: RunnableCommand {
  static let declaration = Subcommand(
    "man", abstract: "Write the manual page.",
    discussion: "To read it: laptimer man | man -l -")

  static func run(_ context: Context) throws {
    let page = ManualPage(of: context.program, date: Laptimer.released, sections: sections)
    context.output.bytes.append(contentsOf: page.source.utf8)
  }

  private static let sections = [
    ManualPage.Section("TIMES", times),
    ManualPage.Section("EXIT STATUS", [.terms(exitCodes)]),
    ManualPage.Section("ENVIRONMENT", [.terms(environment)]),
    ManualPage.Section("FILES", [.terms(files)]),
    ManualPage.Section("EXAMPLES", examples),
  ]

  private static let times: [ManualPage.Part] = [
    .text(
      """
      When something happened is written as RFC 3339 (2026-11-21T10:00:00.25Z), as a local date \
      and time without an offset, or as a local time of day (10:00), which is the latest one past.

      A duration is written as 90, 90s, 1m30s, 1h, 250ms, 1.5s, or as 1:30 and 1:02:03.5. A bare \
      number is seconds.

      A session is named by its number, its uid, or its name, which means the newest that bears it.
      """)
  ]

  private static let exitCodes = [
    ("0", "Done."),
    ("1", "Refused by the state of the session, or there is no session; nothing was written."),
    ("64", "Wrong usage."),
    ("65", "Bad input data, a wrong or denied SQL statement, or a damaged or foreign log."),
    ("66", "A session or file that was named does not exist."),
    ("70", "A bug of laptimer."),
    ("73", "The log or copy cannot be made."),
    ("74", "Input or output failed, or the disk is full."),
    ("75", "The log stayed locked, or a query ran, past the timeout."),
    ("77", "No permission."),
    ("130", "Interrupted."),
    ("141", "The reader closed the pipe."),
  ]

  private static let environment = [
    ("LAPTIMER_DB", "The log to use, where --db does not name one."),
    ("XDG_DATA_HOME", "Where the log is, in laptimer/laptimer.db, if nothing else names one."),
    ("NO_COLOR", "If set and not empty, no colors are used unless --color asks for them."),
    ("COLUMNS", "How wide the terminal is."),
    (
      "TMPDIR",
      """
      Where long answers are kept until they are whole, and the copy that export --salvage may \
      need, instead of /tmp.
      """
    ),
    ("TZ", "The local time zone."),
  ]

  private static let files = [
    ("~/.local/share/laptimer/laptimer.db", "The log, an SQLite database that is only appended to.")
  ]

  private static let examples: [ManualPage.Part] = [
    .text("A run with two laps, the second one pressed late:"),
    .example(
      """
      laptimer start 'Tempo run' --tag track
      laptimer lap
      laptimer lap --ago 2s
      laptimer stop
      laptimer show
      """),
    .text("A sensor that writes a line at each passing:"),
    .example("sensor | sed -u 's/.*/lap/' | laptimer record"),
    .text("The best lap of each session:"),
    .example("laptimer query 'SELECT name, clock(best_ns) FROM sessions'"),
    .text("A copy on another machine, which can be made again at any time:"),
    .example("laptimer export | ssh other laptimer import -"),
  ]
}
