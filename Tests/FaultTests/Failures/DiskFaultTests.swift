import Glibc
import Host
import ProcessTestSupport
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook
import SQLite

struct DiskFaultTests {
  let base: ScratchFolder
  let disk: FaultyDisk
  let before: Image
  let older: Image
  let export: [UInt8]
  /// A backup of the log with fewer events, and their number.
  let copy: [UInt8]
  let copied: Int
  var runner = Runner()

  init() throws {
    base = try ScratchFolder.inMemory()
    disk = try FaultyDisk()
    let log = try Logbook(LogFile(base("log.db")), for: .appending)
    try runner.train(3, on: log)
    try log.backUp(to: base("copy"))
    copy = contents(of: base("copy"))
    copied = runner.answered
    unlink(base("copy"))
    for (command, target) in Runner.training(6).dropFirst(copied) {
      try runner.perform(command, of: target, on: log)
    }
    export = try log.exported()
    before = try Image(of: base.path)
    try makeOlder(base("log.db"))
    older = try Image(of: base.path)
  }

  @Test(arguments: LogOperation.allCases)
  func `no disk failure loses an event or misreports one`(operation: LogOperation) throws {
    var counts: [String: Int] = [:]
    let reply = try expectedReply(operation)
    for kind in DiskFault.Kind.allCases {
      for persists in Effort.isLong ? [false, true] : [kind == .full] {
        for number in try callNumbers(of: operation, kind) {
          let fault = DiskFault(kind, at: number, persists: persists)
          guard let outcome = try trial(operation, fault, expecting: reply) else { continue }
          counts[outcome.words, default: 0] += 1
        }
      }
    }
    print("disk faults, \(operation): \(counts)")
    #expect(counts.values.reduce(0, +) > 10 && counts["failed", default: 0] > 0)
    if operation.appends { #expect(counts["failed at COMMIT, notSaved", default: 0] > 0) }
  }

  private func expectedReply(_ operation: LogOperation) throws -> Reply? {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let log = try Logbook(LogFile(scratch("log.db")), for: operation.access)
    let reply = try operation.ask(log, at: runner.machine.instant)
    if case .report(let report)? = reply { #expect(report.isSound) }
    if case .events(let events)? = reply { #expect(events.count == runner.answered) }
    return reply
  }

  /// The numbers of the calls to fail: all that change the disk, and some of the others.
  private func callNumbers(of operation: LogOperation, _ kind: DiskFault.Kind) throws -> [Int] {
    _ = try trial(operation, DiskFault(kind, at: .max, persists: false), expecting: nil)
    return disk.fault.map(\.candidates)?.enumerated().compactMap { index, call in
      // The kind `full` tests the other calls that need room; their errors are reported alike.
      let isTried =
        switch kind {
        case .overQuota: call == .write || call.isOutsideSQLite
        case .noDescriptor, .noFileTable, .forbidden, .readOnly: true
        case .noMemory: index % 5 == 0
        case .tooLong: call == .write
        default: call.changes || index % 5 == 0
        }
      return Effort.isLong || isTried ? index + 1 : nil
    } ?? []
  }

  /// Performs an operation with a disk fault, and verifies the log; nil if no call failed.
  private func trial(
    _ operation: LogOperation, _ fault: DiskFault, expecting reply: Reply?
  ) throws -> OperationOutcome? {
    let scratch = try ScratchFolder.inMemory()
    if !operation.isFirst {
      try (operation == .lapOfOlderLog ? older : before).write(to: scratch.path, from: base.path)
    }
    if operation == .backupReplacing { try writeFile(copy, to: scratch("log.db-copy")) }
    let file = disk.log(scratch("log.db"))
    var next = runner
    let requests = operation.commands.map { next.request($0.0, of: $0.1) }
    let outcome = attempt(operation, file, requests, fault)
    guard let failedCall = disk.fault?.failedCall else { return nil }
    disk.fault = nil
    let place: Comment =
      "\(operation) at call \(fault.first): \(failedCall.operation) \(fault.kind)"
    if case .done(let found) = outcome { #expect(found == reply, place) }
    if case .failed(let error) = outcome { expectClear(error, place) }
    try expectConsistentLog(operation, outcome, scratch, requests, place)
    return outcome
  }

  private func attempt(
    _ operation: LogOperation, _ file: LogFile, _ requests: [Request], _ fault: DiskFault
  ) -> OperationOutcome {
    defer { disk.fault?.end() }
    do {
      disk.fault = operation == .lapOfLongLivedLog ? nil : fault
      let log = try Logbook(file, for: operation.access)
      disk.fault = disk.fault ?? fault
      switch operation {
      case .rebuild: try log.rebuild()
      case .checkpointing: log.checkpointer?.run()
      case .importing: try log.importing(export)
      case .backup, .backupReplacing:
        try log.backUp(to: file.path + "-copy", replacing: operation == .backupReplacing)
      case .batch:
        for answer in try log.perform(commands: requests.map { [$0] }) { _ = try answer.get() }
      case .lapOfLongLivedLog:
        do {
          for request in requests { _ = try log.append(request) }
        } catch {
          // The open log works again after the fault.
          disk.fault?.end()
          let found = try Logbook(LogFile(file.path), for: .reading).newestPosition
          if let saved = OperationOutcome.failed(error).isSaved {
            #expect(found == runner.answered + (saved ? 1 : 0))
          }
          expectAppended(log, requests)
          throw error
        }
      default:
        for request in requests { _ = try log.append(request) }
        return .done(try operation.ask(log, at: runner.machine.instant))
      }
      return .done(nil)
    } catch { return .failed(error) }
  }

  private func expectAppended(_ log: Logbook, _ requests: [Request]) {
    do {
      for request in requests { #expect(try log.append(request).position == runner.answered + 1) }
    } catch { Issue.record("an append after the fault failed: \(error)") }
  }

  private func expectConsistentLog(
    _ operation: LogOperation, _ outcome: OperationOutcome, _ scratch: ScratchFolder,
    _ requests: [Request], _ place: Comment
  ) throws {
    let path = scratch("log.db")
    let known = operation.isFirst ? 0 : runner.answered
    var found = try Logbook(LogFile(path), for: .reading).newestPosition
    var requested = operation.isFirst ? [] : runner.requested
    if operation.appends {
      requested += requests.map(\.id)
      // The long-lived log has appended the event after the fault.
      let saved = operation == .lapOfLongLivedLog ? true : outcome.isSaved
      let complete = known + requests.count
      #expect(
        saved == true ? found == complete : found == known || saved == nil && found == complete,
        place)
      let again = try Logbook(LogFile(path), for: .appending)
      for _ in 0..<2 {
        for (index, request) in requests.enumerated() {
          #expect(try again.append(request).position == known + index + 1, place)
        }
      }
      found = complete
    } else if operation == .importing {
      requested = runner.requested
      #expect(
        found == (outcome.isSaved == true ? requested.count : 0)
          || found == requested.count && outcome.isSaved == nil, place)
    } else {
      #expect(found == known, place)
    }
    var verifier = LogVerifier(requested: requested, acknowledged: found)
    #expect(verifier.flaw(path) == nil, place)
    guard [.backup, .backupReplacing].contains(operation) else { return }
    expectCopy(scratch("log.db-copy"), outcome, orElse: operation == .backup ? 0 : copied, place)
  }

  /// Expects an error message with the exit code of a machine fault.
  private func expectClear(_ error: any Error, _ place: Comment) {
    let failure = Failure(error)
    #expect([73, 74, 75, 77].contains(failure.exitCode), "\(place.rawValue): \(failure.message)")
    #expect(!failure.message.text.isEmpty)
    #expect(!failure.message.text.contains(LogOperation.label), place)
  }

  /// Expects that a reported copy is complete, and that otherwise the target is unchanged.
  private func expectCopy(
    _ copy: String, _ outcome: OperationOutcome, orElse count: Int, _ place: Comment
  ) {
    var isMade = true
    if case .failed(let error) = outcome {
      if case BackupError.unsynced = error {} else { isMade = false }
    }
    if !isMade, count == 0 { return #expect(contents(of: copy).isEmpty, place) }
    var verifier = LogVerifier(
      requested: runner.requested, acknowledged: isMade ? runner.answered : count)
    let flaw = verifier.flaw(copy)
    #expect(flaw == nil && verifier.found == (isMade ? runner.answered : count), place)
  }
}
