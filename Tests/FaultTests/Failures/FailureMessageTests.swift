import Failures
import Foundation
import Host
import Text
import Timing
import Arguments
import CSQLite
import ProcessTestSupport
import SQLite
import Testing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook

/// The message of each command for each failure of the disk.
struct FailureMessageTests {
  /// Each message, then its exit code and kind, the failures that cause it, and the operations, with
  /// the result codes of SQLite or the system calls.
  ///
  /// `REASON` is the text of the failure's `errno`.
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/failure-messages.txt")

  @Test func `each failure of the disk has its message`() throws {
    let table = try FailureMessages().table.joined(separator: "\n") + "\n"
    guard try table != String(contentsOf: Self.file, encoding: .utf8) else { return }
    Issue.record("Some messages have changed.")
    print("The messages now:\n\(table)End of the messages.")
  }
}

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
    export = try log.exported()
    try log.backUp(to: base("copy.db"))
    before = try Image(of: base.path)
  }

  private enum Operation: String, CaseIterable {
    case start, lap, status, check, query, export, salvage, backup, restore, rebuild, `import`

    var access: Logbook.Access {
      switch self {
      case .start, .lap, .import, .rebuild: .appending
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

  /// The lines of all messages, each followed by its exit code, its kind, the failures and the
  /// operations that cause it, with SQLite's codes or the system calls.
  var table: [String] {
    get throws {
      var reports: [Report: [Operation]] = [:]
      for operation in Operation.allCases {
        if let report = try reportOfLock(operation) {
          reports[report, default: []].append(operation)
        }
        for kind in DiskFault.Kind.allCases {
          for persists in [false, true] {
            var number = 1
            while let outcome = try outcome(
              operation, DiskFault(kind, at: number, persists: persists))
            {
              number += 1
              if let report = outcome { reports[report, default: []].append(operation) }
            }
          }
        }
      }
      let messages = Dictionary(grouping: reports) { $0.key.message }
      return messages.sorted { $0.key < $1.key }.flatMap { message, reports in
        [message] + Self.causes(reports.map { ($0.key, Self.text($0.value)) })
      }
    }
  }

  /// The lines of the causes: causes with the same operations and sources share a line.
  private static func causes(_ reports: [(report: Report, operations: String)]) -> [String] {
    var causes: [String: [String]] = [:]
    let all = Dictionary(grouping: reports) {
      "\($0.report.code) \($0.report.kind) \($0.report.cause)|\($0.operations)"
    }
    for (start, reports) in all.sorted(by: { $0.key < $1.key }) {
      let codes = reports.map(\.report.source).sorted().joined(separator: " ")
      let end = ": \(reports[0].operations)\(codes.isEmpty ? "" : ": \(codes)")"
      let words = start.prefix { $0 != "|" }.split(separator: " ", maxSplits: 2).map(String.init)
      causes["\(words[0]) \(words[1]) |\(end)", default: []].append(words[2])
    }
    return causes.sorted { $0.key < $1.key }.map { line, causes in
      "    " + line.replacing("|", with: causes.joined(separator: " "))
    }
  }

  private static func text(_ operations: [Operation]) -> String {
    Operation.allCases.filter(operations.contains).map(\.rawValue).joined(separator: " ")
  }

  /// A message with its exit code, kind and cause.
  private struct Report: Hashable {
    var code: Int32
    var kind: String
    /// The message, with `REASON` for the text of the failure's `errno`.
    var message: String
    /// The kind of failure, or "locked".
    var cause: String
    /// SQLite's code, or the system call.
    var source: String

    init(_ error: any Error, of operation: Operation, in folder: String, _ fault: DiskFault.Kind?) {
      let failure =
        operation == .restore ? Failure(restoring: error) : Failure(error, of: operation.subcommand)
      (code, kind) = (failure.exitCode, failure.kind)
      message = failure.message.text.replacing(folder + "/", with: "")
        .replacing(folder, with: "folder")
        .replacing(#/-new[-\w]*/#, with: "-new-*")
      // SQLite's message, its code and the SQL; or the system call.
      let end = message.firstMatch(of: #/(?s) \((?:[^\[]*\[SQLITE_\w+ \((\d+)\)\].*|(\w+))\)\.$/#)
      source = "\(end?.1 ?? end?.2 ?? "")"
      if let range = end?.range { message.replaceSubrange(range, with: ".") }
      cause = fault.map { "\($0)" } ?? "locked"
      guard let fault else { return }
      message = message.replacing(String(cString: strerror(fault.number)), with: "REASON")
    }
  }

  /// The message for a failure of the disk, inner nil for none; outer nil if the operation needs
  /// fewer calls.
  private func outcome(_ operation: Operation, _ fault: DiskFault) throws -> Report?? {
    let scratch = try ScratchFolder.inMemory()
    if operation.needsLog { try before.write(to: scratch.path, from: base.path) }
    defer { disk.fault = nil }
    do {
      disk.fault = fault
      try ask(operation, disk.log(scratch("log.db")))
      return disk.fault?.failedCall == nil ? nil : .some(nil)
    } catch {
      guard disk.fault?.failedCall != nil else { return nil }
      return .some(Report(error, of: operation, in: scratch.path, fault.kind))
    }
  }

  /// The message if another process holds the writer's lock.
  private func reportOfLock(_ operation: Operation) throws -> Report? {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let other = try Connection(path: scratch("log.db"), flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    defer { other.rollBack() }
    do {
      try ask(operation, disk.log(scratch("log.db")))
      return nil
    } catch { return Report(error, of: operation, in: scratch.path, nil) }
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
    case .import: try log.importing(export)
    }
  }

  private struct Unsound: Error { var finding: String }
}
