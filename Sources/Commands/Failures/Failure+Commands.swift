import Arguments
import Failures
import Host
import Logbook
import SQLite
import SignalsPoll
import Text
import Web

extension Failure {
  /// Renders an error of the program in English; suggested commands depend on the subcommand, if it
  /// is known.
  init(_ error: any Error, of subcommand: Subcommand? = nil) {
    switch error {
    case let error as UsageError: self.init(error)
    case let error as CommandError: self.init(error)
    case let error as Rejection: self.init(error, of: subcommand)
    case let refusal as WebRefusal:
      self.init(refusal.words.kind, Message(verbatim: refusal.words.message))
    case let error as SystemError: self.init(publishing: error)
    case let error as EventLoop.Failure: self = .cannotWait(errno: error.errno)
    default: self.init(common: error, of: subcommand)
    }
  }

  /// Creates the failure for wrong usage of the program.
  init(_ error: UsageError) { self.init(error, of: Laptimer.program) }

  /// Creates the failure for an invalid line of `record`.
  init(badLine reason: Message) { self.init("bad_line", reason) }
}
