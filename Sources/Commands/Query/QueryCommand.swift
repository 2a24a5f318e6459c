import Arguments
import EventLog
import Failures
import Host
import Logbook
import Timing
import Text
import SQLite

enum QueryCommand: RunnableCommand {
  static let sql = Parameter.argument(
    optional: "sql", .text, help: "One SQL statement that only reads.")
  static let timeout = Parameter.option(
    "timeout", .positiveDuration, help: "The time limit of the query.", defaultText: "30s")
  static let schema = Parameter.flag(
    "schema", help: "Print the tables with a line for each column.")

  static let declaration = Subcommand(
    "query", abstract: "Query the log with SQL.",
    discussion: """
      Queries are read-only. Besides the tables there are functions: clock(ns) and \
      ago(ns_since_1970) format times, phase(session) and running_time(session) are as of now. \
      'laptimer query --schema' lists tables, columns and functions.
      """,
    examples: [
      Example(
        "Show the best lap of each session",
        "laptimer query 'SELECT name, clock(best_ns) FROM sessions'"),
      Example(
        "Show the results of race 3",
        "laptimer query 'SELECT position, bib, name, laps, clock(time_ns) FROM standings "
          + "WHERE session = 3'"),
      Example("List the tables and columns", "laptimer query --schema"),
    ],
    [sql, Options.format, Options.defuse, timeout, schema])

  static func run(_ context: Context) throws {
    let sql = context.values[sql]
    if context.values[schema] {
      guard sql == nil else {
        throw UsageError(.other("'--schema' cannot be combined with a statement."), in: declaration)
      }
      return try printSchema(context)
    }
    guard let sql else { throw UsageError(.missing([Self.sql.definition]), in: declaration) }
    let limit = context.values[timeout] ?? .seconds(30)
    let interrupts = try context.world.catchInterrupts()
    let log = try context.openLog(for: .reading)
    let stop = Watchdog(
      after: limit + .seconds(2), message: outlasted(limit, context), status: ExitCode.temporary)
    defer { stop.disarm() }
    let sandbox = try log.sandbox(at: context.instant, limits: QueryLimits(time: limit))
    try ask(sandbox, sql, context, interrupts)
  }

  private static func ask(
    _ sandbox: QuerySandbox, _ sql: String, _ context: Context, _ interrupts: Interrupts?
  ) throws {
    var rows = context.rows()
    let most = QueryLimits().memory
    // SQLite calls this every few microseconds: a system call each time would be slow.
    var asked = 0
    try sandbox.run(
      sql,
      isInterrupted: {
        asked += 1
        return asked % 64 == 0 && interrupts?.hasOccurred == true
      },
      columns: { names in
        try rows.begin(names.map { Column($0) }, to: &context.output.bytes)
      },
      row: { row in
        for column in 0..<row.columnCount { rows.add(row, column, to: &context.output.bytes) }
        rows.endRow(to: &context.output.bytes)
        guard rows.keptBytes <= most else { throw Failure(tooLargeATable: most) }
        try context.output.drain()
      })
    rows.end(to: &context.output.bytes)
  }

  private static func printSchema(_ context: Context) throws {
    let columns = LogTable.all.flatMap { table in table.columns.map { (table: table.name, $0) } }
    let fields: [Field<(table: String, LogTable.Column)>] = [
      Field("table", .left) { $0.table }, Field("column", .left) { $0.1.name },
      Field("type", .left) { $0.1.type }, Field("meaning", .left) { $0.1.meaning },
    ]
    try context.print(columns, in: context.tableFormat, fields)
  }

  /// The message if only ending the process can end the query.
  private static func outlasted(_ limit: Duration, _ context: Context) -> [UInt8] {
    let failure = Failure(QueryError.timedOut(limit))
    return Array((failure.text(isJSON: context.isJSON) + "\n").utf8)
  }
}

extension RowFormat {
  fileprivate mutating func add(_ row: Statement, _ column: Int, to output: inout [UInt8]) {
    switch row.kind(column) {
    case .null: null(to: &output)
    case .integer: integer(row.int(column), to: &output)
    case .real: real(row.real(column), to: &output)
    case .text:
      let bytes = row.utf8(column)
      text(bytes.span, to: &output)
    case .blob:
      row.withBlob(column) { bytes in
        bytes.withMemoryRebound(to: UInt8.self) { blob($0.span, to: &output) }
      }
    }
  }
}
