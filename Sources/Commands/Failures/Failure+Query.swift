import Arguments
import EventLog
import Logbook
import Timing
import Text
import SQLite

extension Failure {
  /// Creates the failure for a query.
  init(_ error: QueryError) {
    switch error {
    case .notOneStatement:
      self.init(
        exitCode: ExitCode.data, kind: "bad_sql",
        message: "A query must be exactly one statement.")
    case .denied(let what):
      self.init(
        exitCode: ExitCode.data, kind: "denied",
        message: "A query can only read: \(what) is denied.")
    case .wrong(let error):
      self.init(exitCode: ExitCode.data, kind: "bad_sql", message: "\(error.message).")
    case .timedOut(let limit):
      self.init(
        exitCode: ExitCode.temporary, kind: "timed_out",
        message: """
          The query was stopped after \(limit.spoken); '--timeout' allows more time.
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

  /// Creates the failure for a table that does not fit into memory.
  init(tooLargeATable limit: Int) {
    self.init(
      exitCode: ExitCode.data, kind: "too_large",
      message: """
        The table needs more than \(limit >> 20) MiB of memory; '--format csv' and \
        '--format ndjson' have no limit.
        """)
  }

  /// Creates the failure for rows that the format cannot represent.
  init(_ error: RowFormatError) {
    switch error {
    case .twoColumns(let name):
      self.init(
        exitCode: ExitCode.data, kind: "bad_sql",
        message:
          "Two columns have the name '\(name.echoed)': rename one with AS for JSON."
      )
    }
  }
}
