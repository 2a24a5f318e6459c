import Arguments
import EventLog
import Timing
import Text
import SQLite

extension Failure {
  /// A query that was not answered.
  init(_ error: QueryError) {
    switch error {
    case .notOneStatement:
      self.init(
        exitCode: ExitCode.data, kind: "bad_sql",
        message: "A query is one statement, no less and no more.")
    case .denied(let what):
      self.init(
        exitCode: ExitCode.data, kind: "denied",
        message: "A query can only read the log: \(what) is denied.")
    case .wrong(let error):
      self.init(exitCode: ExitCode.data, kind: "bad_sql", message: "\(error.message).")
    case .timedOut(let limit):
      self.init(
        exitCode: ExitCode.temporary, kind: "timed_out",
        message: """
          The query ran for longer than \(StopwatchLabel().text(of: limit)) and was cut off; \
          '--timeout' gives it more time.
          """)
    case .interrupted:
      self.init(exitCode: ExitCode.interrupted, kind: "interrupted", message: "Interrupted.")
    case .tooMuchMemory(let limit):
      self.init(
        exitCode: ExitCode.data, kind: "too_large",
        message: "The query needs more than \(limit >> 20) MiB of memory.")
    case .failed(let error): self.init(error)
    }
  }

  /// Rows that are too many, or too wide, to be kept until their columns are aligned.
  init(tooLargeATable limit: Int) {
    self.init(
      exitCode: ExitCode.data, kind: "too_large",
      message: """
        The table would need more than \(limit >> 20) MiB of memory: '--format csv' and \
        '--format ndjson' keep no rows.
        """)
  }

  /// Rows that cannot be written in the format.
  init(_ error: RowFormatError) {
    switch error {
    case .twoColumns(let name):
      self.init(
        exitCode: ExitCode.data, kind: "bad_sql",
        message:
          "Two columns are called '\(name.echoed)', which JSON cannot tell apart: rename one by AS."
      )
    }
  }
}
