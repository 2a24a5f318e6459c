import Arguments
import Host
import Terminal

enum ManCommand: RunnableCommand {
  static let declaration = Subcommand(
    "man", abstract: "Print the manual page.",
    examples: [
      Example("Read the manual page", "laptimer man | man -l -"),
      Example("Install it", "laptimer man > ~/.local/share/man/man1/laptimer.1"),
    ])

  static func run(_ context: Context) throws {
    let page = ManualPage(of: context.program, date: Laptimer.released, sections: sections)
    context.output.bytes.append(contentsOf: page.source.utf8)
  }

  private static let sections = [
    ManualPage.Section("TIMES", times),
    ManualPage.Section(
      "RACES", RaceOptions.terms.flatMap { [.text("\($0.title):"), .terms($0.terms)] }),
    ManualPage.Section("CONFIGURATION", configuration),
    ManualPage.Section("EXIT STATUS", [.terms(exitCodes)]),
    ManualPage.Section("ENVIRONMENT", [.terms(environment)]),
    ManualPage.Section("FILES", [.terms(files)]),
    ManualPage.Section("EXAMPLES", examples),
  ]

  private static let times: [ManualPage.Part] = [
    .text(
      """
      A time is in RFC 3339 (2026-11-21T10:00:00.25Z), a local date and time without an offset \
      (2026-11-21 10:00, yesterday 10:00), or a local time of day (10:00), which is the latest one \
      in the past; one less than an hour ahead is refused. For amend it is the one nearest to the \
      event. In a session of an earlier day it is the one nearest to the latest press, or to 6 h \
      after the start if that is later, except for start and resume. A time that daylight saving \
      repeats is the first that is not refused. --at also takes now, and last: the latest press of \
      the session. \
      --since and --until also take days (2026-11-15, today, yesterday, monday, last monday), this \
      or last week, month or year, and spans back (7d, 2w, 3h).

      A duration is 90, 90s, 1m30s, 1h, 250ms, 1.5s, 1:30 or 1:02:03.5. A number without a unit is \
      in seconds.

      A session is given by its number, its uid or its name; of several with a name, the newest. \
      number:28 and name:28 distinguish a number from a name of digits.

      Times are truncated to the digits shown, and lap times, differences and statistics are \
      computed from them, so that everything shown adds up. JSON and SQL have exact nanoseconds.
      """)
  ]

  private static let configuration: [ManualPage.Part] = [
    .text(
      """
      The file $XDG_CONFIG_HOME/laptimer/config, else ~/.config/laptimer/config, has lines \
      'key = value'; a # at the beginning of a line or after a space begins a comment. Options win \
      over variables, and variables over the file. An unknown key or an invalid value is a warning \
      on standard error, and the default applies.
      """),
    .terms([
      ("precision", "Decimal places of seconds, 0 to 9."),
      ("color", "When to use colors: auto, always or never."),
      (
        "against",
        """
        The comparison for attempts at a course: pb, best, average, median, latest, worst or a \
        session.
        """
      ),
      ("bell", "on: watch rings the terminal's bell at a limit and at a finish."),
      (
        KeyMap.settings.map { "keys.\($0.name)" }.joined(separator: ", "),
        """
        Further keys of the live screen, each one character without another effect there, or \
        space. With keys.lap = space, l starts and stops, unless keys.stop is another key.
        """
      ),
      ("keys.debounce", "The time in which a repeated press of a key is ignored, as in 200ms."),
    ]),
    .example("precision = 2\nkeys.lap = space"),
  ]

  private static let exitCodes = [
    ("0", "Done."),
    ("1", "Refused in the state of the session, or there is no session; nothing was written."),
    ("64", "Wrong usage."),
    ("65", "Bad input data, a wrong or denied SQL statement, or a damaged or foreign log."),
    ("66", "The session or file does not exist."),
    ("70", "A bug of laptimer."),
    ("73", "The log or the copy cannot be created."),
    ("74", "Input or output failed, or the disk is full."),
    ("75", "The log was locked, or a query ran, beyond the timeout."),
    ("77", "No permission."),
    ("130", "Interrupted."),
    ("141", "The reader closed the pipe."),
  ]

  private static let environment = [
    ("LAPTIMER_DB", "The file of the log, unless --db is given."),
    (
      "XDG_DATA_HOME",
      "The data folder; the log is laptimer/laptimer.db in it, unless --db or LAPTIMER_DB is given."
    ),
    ("LAPTIMER_PRECISION", "Decimal places of seconds, unless --precision is given."),
    ("XDG_CONFIG_HOME", "The folder of the configuration, laptimer/config in it."),
    ("NO_COLOR", "If set and not empty, no colors are used unless --color is given."),
    ("COLUMNS", "The width of the terminal."),
    (
      "TMPDIR",
      """
      The folder for temporary files, instead of /tmp: long answers until they are complete, and \
      the copy that export --salvage may need.
      """
    ),
    ("TZ", "The local time zone."),
  ]

  private static let files = [
    ("~/.local/share/laptimer/laptimer.db", "The log, an SQLite database that is only appended to.")
  ]

  private static let examples: [ManualPage.Part] = [
    .text("A run with two laps, the second one pressed two seconds late:"),
    .example(
      """
      laptimer start 'Tempo run' --tag track
      laptimer lap
      laptimer lap --ago 2s
      laptimer stop
      laptimer show
      """),
    .text("A sensor that prints a line for each lap:"),
    .example("sensor | sed -u 's/.*/lap/' | laptimer record"),
    .text("The best lap of each session:"),
    .example("laptimer query 'SELECT name, clock(best_ns) FROM sessions'"),
    .text("A copy of the log on another machine, which can be repeated at any time:"),
    .example("laptimer export | ssh other laptimer import -"),
  ]
}
