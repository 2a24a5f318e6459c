import Arguments
import CSQLite
import Glibc
import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook

/// Runs each command with each failure of the disk, and collects the messages.
struct FailureMessages {
  private let base: ScratchFolder
  private let disk: FaultyDisk
  private let before: Image
  private let export: [UInt8]
  private var runner = Runner()

  init() throws {
    base = try ScratchFolder.inMemory()
    disk = try FaultyDisk()
    let log = try Logbook(LogFile(base("log.db")), for: .appending)
    try runner.train(3, on: log)
    var export: [UInt8] = []
    try log.export { export += $0 }
    self.export = export
    try log.backUp(to: base("copy.db"))
    before = try Image(of: base.path)
  }

  /// An operation of a user.
  private enum Operation: String, CaseIterable {
    case start, lap, status, check, query, export, salvage, backup, restore, rebuild, `import`

    var access: Logbook.Access {
      switch self {
      case .start, .lap, .import: .appending
      case .rebuild: .rebuilding
      case .salvage: .salvaging
      case .status, .check, .query, .export, .backup, .restore: .reading
      }
    }

    var needsLog: Bool { self != .start && self != .import }

    var subcommand: Subcommand? {
      let name = self == .salvage ? "export" : self == .restore ? "backup" : rawValue
      return Laptimer.commands.first { $0.declaration.name == name }?.declaration
    }
  }

  /// The lines of all messages: the exit code, the kind and the message, then the failures and
  /// operations that cause it, with SQLite's code or the system call.
  var table: [String] {
    get throws {
      var commands: [Message: [String: [String: [Operation]]]] = [:]
      func add(_ outcome: (Message, source: String), _ cause: String, _ command: Operation) {
        commands[outcome.0, default: [:]][cause, default: [:]][outcome.source, default: []]
          .append(command)
      }
      for command in Operation.allCases {
        if let outcome = try outcomeOfLock(command).report { add(outcome, "locked", command) }
        for kind in DiskFault.Kind.allCases {
          for persists in [false, true] {
            var number = 1
            while let outcome = try outcome(
              command, DiskFault(kind, at: number, persists: persists))
            {
              number += 1
              if let report = outcome.report { add(report, "\(kind)", command) }
            }
          }
        }
      }
      return commands.sorted { $0.key < $1.key }.flatMap { report, faults in
        report.lines
          + (DiskFault.Kind.allCases.map { "\($0)" } + ["locked"]).flatMap { cause in
            let sources = Dictionary(grouping: faults[cause] ?? [:]) { Self.text($0.value) }
            return sources.sorted { $0.key < $1.key }.map { commands, sources in
              let codes = sources.map(\.key).sorted().joined(separator: " ")
              return "    \(cause): \(commands)\(codes.isEmpty ? "" : ": \(codes)")"
            }
          }
      }
    }
  }

  private static func text(_ commands: [Operation]) -> String {
    let commands = Operation.allCases.filter(commands.contains)
    return commands == Operation.allCases ? "all" : commands.map(\.rawValue).joined(separator: " ")
  }

  /// A message with its exit code and kind.
  private struct Message: Hashable, Comparable {
    var code: Int32
    var kind: String
    var message: String

    /// The message in lines of at most 90 columns.
    var lines: [String] {
      var lines = ["\(code) \(kind)", " "]
      for word in message.split(separator: " ") {
        let line = (lines.popLast() ?? "") + " " + word
        if line.count > 90, let space = line.lastIndex(of: " ") {
          lines += [String(line[..<space]), "  \(word)"]
        } else {
          lines.append(line)
        }
      }
      return lines
    }

    static func < (one: Message, other: Message) -> Bool {
      (one.code, one.kind, one.message) < (other.code, other.kind, other.message)
    }
  }

  /// The result of a failure of the disk: nothing, or a message with its source.
  private struct Outcome {
    var report: (Message, source: String)?

    init() {}

    init(_ error: any Error, of operation: Operation, in folder: String) {
      let failure =
        operation == .restore
        ? Failure(restoring: error) : Failure(error, of: operation.subcommand)
      var message = failure.message.replacing(folder + "/", with: "")
        .replacing(folder, with: "folder")
        .replacing(#/-new[-\w]*/#, with: "-new-*")
      // SQLite's message, its code and the SQL; or the system call.
      let source = message.firstMatch(
        of: #/(?s) \((?:[^\[]*\[SQLITE_\w+ \((\d+)\)\].*|(\w+))\)\.$/#)
      if let range = source?.range { message.replaceSubrange(range, with: ".") }
      let report = Message(code: failure.exitCode, kind: failure.kind, message: message)
      self.report = (report, "\(source?.1 ?? source?.2 ?? "")")
    }
  }

  /// The message for a failure of the disk; nil if the operation needs fewer calls.
  private func outcome(_ operation: Operation, _ fault: DiskFault) throws -> Outcome? {
    let scratch = try ScratchFolder.inMemory()
    if operation.needsLog { try before.write(to: scratch.path, from: base.path) }
    defer { disk.fault = nil }
    do {
      disk.fault = fault
      try ask(operation, disk.log(scratch("log.db")))
      return disk.fault?.failedCall == nil ? nil : Outcome()
    } catch {
      guard disk.fault?.failedCall != nil else { return nil }
      return Outcome(error, of: operation, in: scratch.path)
    }
  }

  /// The message if another process holds the writer's lock.
  private func outcomeOfLock(_ operation: Operation) throws -> Outcome {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let other = try Connection(path: scratch("log.db"), flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    defer { other.rollBack() }
    do {
      try ask(operation, disk.log(scratch("log.db")))
      return Outcome()
    } catch {
      return Outcome(error, of: operation, in: scratch.path)
    }
  }

  private func ask(_ operation: Operation, _ file: LogFile) throws {
    var place = file
    if operation == .restore { place.path = folder(of: file.path) + "/copy.db" }
    let log = try Logbook(place, for: operation.access)
    var runner = runner
    switch operation {
    case .start:
      _ = try log.append(runner.request(.start(.init(name: "new")), of: .new(also: true)))
    case .lap: _ = try log.append(runner.request(.lap(label: nil), of: .named("Tempo run")))
    case .status: _ = try log.session(1)
    case .check:
      let report = try log.check()
      guard report.isSound else { throw Unsound(finding: "\(report.findings)") }
    case .query:
      try log.sandbox(at: runner.machine.instant).run(
        "SELECT sum(length(data)) FROM events", columns: { _ in }, row: { _ in })
    case .export, .salvage: try log.export(salvaging: operation == .salvage) { _ in }
    case .backup: try log.backUp(to: file.path + "-copy")
    case .restore: _ = try log.restore(to: file, keepingAs: "then")
    case .rebuild: try log.rebuild()
    case .import:
      var pieces = [export]
      try log.importEvents { pieces.popLast() }
    }
  }

  private struct Unsound: Error { var finding: String }
}
