import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// Each call that each command makes to the disk is refused once, or from then on.
struct TroubleTests {
  let base: ScratchFolder
  let disk: FaultyDisk
  let before: Image
  let older: Image
  let export: [UInt8]
  /// A copy of the log as it was when it had fewer events, and how many.
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
    var export: [UInt8] = []
    try log.export { export += $0 }
    self.export = export
    before = try Image(of: base.path)
    try makeOlder(base("log.db"))
    older = try Image(of: base.path)
  }

  @Test(arguments: LogOperation.allCases)
  func `no disk failure loses an event or misreports one`(operation: LogOperation) throws {
    var tally = Tally()
    let reply = try expectedReply(operation)
    for kind in Trouble.Kind.allCases {
      for lasts in Effort.isLong ? [false, true] : [kind == .full] {
        for number in try moments(of: operation, kind) {
          let trouble = Trouble(kind, at: number, lasts: lasts)
          if let outcome = try trial(operation, trouble, expecting: reply) { tally.add(outcome) }
        }
      }
    }
    print(
      """
      trouble, \(operation): \(tally.count) operations failed by injection: \(tally.done) did no harm, \
      \(tally.told) were told, and of COMMITs that failed \(tally.saved) were found saved, \
      \(tally.notSaved) not saved, \(tally.unknown) unknown
      """)
    #expect(tally.count > 10 && tally.told > 0)
    if operation.appends { #expect(tally.notSaved > 0) }
  }

  /// What a sound disk answers.
  private func expectedReply(_ operation: LogOperation) throws -> Reply? {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let log = try Logbook(LogFile(scratch("log.db")), for: operation.access)
    let reply = try operation.ask(log, at: runner.machine.instant)
    if case .report(let report)? = reply { #expect(report.isSound) }
    if case .events(let events)? = reply { #expect(events.count == runner.answered) }
    return reply
  }

  /// The numbers of the calls to refuse: all that change the disk, and some of the others.
  private func moments(of operation: LogOperation, _ kind: Trouble.Kind) throws -> [Int] {
    _ = try trial(operation, Trouble(kind, at: .max, lasts: false), expecting: nil)
    return disk.trouble.map(\.seen)?.enumerated().compactMap { index, call in
      // A full disk strikes the other calls for room; where there is none is reported alike.
      let isTried =
        switch kind {
        case .overQuota: call == .write || call.isOfFolders
        case .noDescriptor, .noFileTable, .forbidden, .readOnly: true
        case .noMemory: index % 5 == 0
        case .tooLong: call == .write
        default: call.changes || index % 5 == 0
        }
      return Effort.isLong || isTried ? index + 1 : nil
    } ?? []
  }

  /// Does an operation on a disk in trouble, and looks at what became of the log.
  ///
  /// - Returns: what became of the operation; nil if nothing was refused.
  private func trial(
    _ operation: LogOperation, _ trouble: Trouble, expecting reply: Reply?
  ) throws -> OperationOutcome? {
    let scratch = try ScratchFolder.inMemory()
    if !operation.isFirst {
      try (operation == .migrating ? older : before).write(to: scratch.path, from: base.path)
    }
    if operation == .backupReplacing {
      var image = Image()
      image.folders = [scratch.path]
      image.files = [scratch("log.db-copy"): copy]
      try image.write(to: scratch.path, from: scratch.path)
    }
    let file = disk.log(scratch("log.db"))
    var next = runner
    let requests = operation.commands.map { next.request($0.0, of: $0.1) }
    let outcome = attempt(operation, file, requests, trouble)
    guard let struck = disk.trouble?.struck else { return nil }
    disk.trouble = nil
    let place: Comment =
      "\(operation) at call \(trouble.first): \(struck.operation) \(trouble.kind)"
    if case .done(let found) = outcome { #expect(found == reply, place) }
    if case .failed(let error) = outcome { expectClear(error, trouble.kind, struck, place) }
    try expectTruth(operation, outcome, scratch, requests, place)
    return outcome
  }

  private func attempt(
    _ operation: LogOperation, _ file: LogFile, _ requests: [Request], _ trouble: Trouble
  ) -> OperationOutcome {
    defer { disk.trouble?.ends() }
    do {
      disk.trouble = operation == .lapOfLongLife ? nil : trouble
      let log = try Logbook(file, for: operation.access)
      disk.trouble = disk.trouble ?? trouble
      switch operation {
      case .rebuild: try log.rebuild()
      case .checkpointing: log.checkpointer?.run()
      case .migrating: break
      case .importing:
        var pieces = [export]
        try log.importEvents { pieces.popLast() }
      case .backup, .backupReplacing:
        try log.backUp(to: file.path + "-copy", replacing: operation == .backupReplacing)
      case .batch: for answer in try log.append(requests) { _ = try answer.get() }
      case .lapOfLongLife:
        do {
          for request in requests { _ = try log.append(request) }
        } catch {
          // The process lives on, and so does its log once the trouble is over.
          disk.trouble?.ends()
          try expectTold(OperationOutcome.failed(error), file.path)
          try expectAnswered(log, requests)
          throw error
        }
      default:
        for request in requests { _ = try log.append(request) }
        return .done(try operation.ask(log, at: runner.machine.instant))
      }
      return .done(nil)
    } catch {
      return .failed(error)
    }
  }

  /// What was said of an event is so, also as another process sees it.
  private func expectTold(_ outcome: OperationOutcome, _ path: String) throws {
    let found = try Logbook(LogFile(path), for: .reading).newestPosition
    if let saved = outcome.isSaved { #expect(found == runner.answered + (saved ? 1 : 0)) }
  }

  private func expectAnswered(_ log: Logbook, _ requests: [Request]) throws {
    do {
      for request in requests {
        #expect(try log.append(request).position == runner.answered + 1)
      }
    } catch {
      Issue.record("after the trouble: \(error)")
    }
  }

  private func expectTruth(
    _ operation: LogOperation, _ outcome: OperationOutcome, _ scratch: ScratchFolder,
    _ requests: [Request],
    _ place: Comment
  ) throws {
    let path = scratch("log.db")
    let known = operation.isFirst ? 0 : runner.answered
    var found = try Logbook(LogFile(path), for: .reading).newestPosition
    var asked = operation.isFirst ? [] : runner.asked
    if operation.appends {
      asked += requests.map(\.id)
      // A log that lived on has appended the event in the end.
      let saved = operation == .lapOfLongLife ? true : outcome.isSaved
      let whole = known + requests.count
      #expect(
        saved == true ? found == whole : found == known || saved == nil && found == whole, place)
      let again = try Logbook(LogFile(path), for: .appending)
      for _ in 0..<2 {
        for (index, request) in requests.enumerated() {
          #expect(try again.append(request).position == known + index + 1, place)
        }
      }
      found = whole
    } else if operation == .importing {
      asked = runner.asked
      #expect(
        found == (outcome.isSaved == true ? asked.count : 0)
          || found == asked.count && outcome.isSaved == nil, place)
    } else {
      #expect(found == known, place)
    }
    var proof = Proof(asked: asked, promised: found)
    let flaw = proof.flaw(path)
    #expect(flaw == nil, place)
    let target = scratch("log.db-copy")
    if operation == .backup { expectCopy(target, outcome, orElse: 0, place) }
    if operation == .backupReplacing { expectCopy(target, outcome, orElse: copied, place) }
  }

  /// The error is reported as a fault of the machine, with a message.
  private func expectClear(
    _ error: any Error, _ kind: Trouble.Kind, _ struck: Call, _ place: Comment
  ) {
    let failure = Failure(error)
    #expect([73, 74, 75, 77].contains(failure.exitCode), "\(place.rawValue): \(failure.message)")
    #expect(!failure.message.isEmpty)
    #expect(!failure.message.contains(LogOperation.label), place)
    guard kind == .overQuota, struck.operation == .write || struck.operation.isOfFolders else {
      return
    }
    #expect(failure.message.contains("quota"), "\(place.rawValue): \(failure.message)")
    guard struck.operation == .write else { return }
    if case LogError.commitFailed = error { return }
    #expect(failure.kind == "disk_full", "\(place.rawValue): \(failure.message)")
  }

  /// A copy is whole where it is said to be made, else it is what was there: nothing, or another.
  private func expectCopy(
    _ copy: String, _ outcome: OperationOutcome, orElse count: Int, _ place: Comment
  ) {
    var isMade = true
    if case .failed(let error) = outcome {
      if case BackupError.unsynced = error {} else { isMade = false }
    }
    if !isMade, count == 0 { return #expect(contents(of: copy).isEmpty, place) }
    var proof = Proof(asked: runner.asked, promised: isMade ? runner.answered : count)
    let flaw = proof.flaw(copy)
    #expect(flaw == nil && proof.found == (isMade ? runner.answered : count), place)
  }
}
