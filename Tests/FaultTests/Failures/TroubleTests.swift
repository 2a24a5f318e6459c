import Testing
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog

/// Each call that each command makes to the disk is refused once, or from then on.
struct TroubleTests {
  let base: Scratch
  let disk: FaultyDisk
  let before: Image
  let older: Image
  let export: [UInt8]
  var runner = Runner()

  init() throws {
    base = try Scratch()
    disk = try FaultyDisk()
    let log = try EventLog(LogFile(base("log.db")), for: .appending)
    try runner.train(6, on: log)
    var export: [UInt8] = []
    try log.export { export += $0 }
    self.export = export
    before = try Image(of: base.path)
    try makeOlder(base("log.db"))
    older = try Image(of: base.path)
  }

  @Test(arguments: Deed.allCases)
  func `no trouble of the disk loses an event, or lies about one`(deed: Deed) throws {
    var refused = 0
    for kind in Trouble.Kind.allCases {
      for lasts in Effort.isLong ? [false, true] : [kind == .full] {
        for number in try moments(of: deed, kind) {
          refused += try trial(deed, Trouble(kind, at: number, lasts: lasts)) ? 1 : 0
        }
      }
    }
    print("trouble, \(deed): \(refused) operations failed by injection, 0 events lost")
    #expect(refused > 10)
  }

  /// The numbers of the calls to refuse: all that change the disk, and some of the others.
  private func moments(of deed: Deed, _ kind: Trouble.Kind) throws -> [Int] {
    try trial(deed, Trouble(kind, at: .max, lasts: false))
    return disk.trouble.map(\.seen)?.enumerated().compactMap { index, call in
      Effort.isLong || call.changes || index % 5 == 0 ? index + 1 : nil
    } ?? []
  }

  /// Does a deed on a disk in trouble, and looks at what became of the log.
  ///
  /// - Returns: whether anything was refused.
  @discardableResult
  func trial(_ deed: Deed, _ trouble: Trouble) throws -> Bool {
    let scratch = try Scratch()
    if !deed.isFirst {
      try (deed == .migrating ? older : before).write(to: scratch.path, from: base.path)
    }
    let file = disk.log(scratch("log.db"))
    var next = runner
    let (command, target) = deed.command
    let request = next.request(command, of: target)
    let outcome = attempt(deed, file, request, trouble)
    guard let struck = disk.trouble?.struck else { return false }
    disk.trouble = nil
    let place: Comment = "\(deed) at call \(trouble.first): \(struck.deed) \(trouble.kind)"
    try expectTruth(deed, outcome, scratch, request, place)
    return true
  }

  private func attempt(
    _ deed: Deed, _ file: LogFile, _ request: Request, _ trouble: Trouble
  ) -> DeedOutcome {
    defer { disk.trouble?.ends() }
    do {
      disk.trouble = deed == .lapOfLongLife ? nil : trouble
      let log = try EventLog(file, for: deed.access)
      disk.trouble = disk.trouble ?? trouble
      switch deed {
      case .rebuild: try log.rebuild()
      case .reading: _ = try log.session(1)
      case .listing: try log.forEachSession(at: Machine().reading) { _ in }
      case .querying:
        try log.sandbox(at: request.instant).run(
          "SELECT sum(length(data)) FROM events", columns: { _ in }, row: { _ in })
      case .checking: _ = try log.check()
      case .exporting: try log.export { _ in }
      case .checkpointing: log.checkpointer?.run()
      case .migrating: break
      case .importing:
        var pieces = [export]
        try log.importEvents { pieces.popLast() }
      case .backup:
        let connection = try #require(log.connection)
        try file.backUp(connection, to: file.path + "-copy", replacing: false)
      case .lapOfLongLife:
        do {
          _ = try log.append(request)
        } catch {
          // The process lives on, and so does its log once the trouble is over.
          disk.trouble?.ends()
          try expectAnswered(log, request)
          throw error
        }
      default: _ = try log.append(request)
      }
      return .done
    } catch {
      return .failed(error)
    }
  }

  private func expectAnswered(_ log: EventLog, _ request: Request) throws {
    do {
      #expect(try log.append(request).position == runner.answered + 1)
    } catch {
      Issue.record("after the trouble: \(error)")
    }
  }

  private func expectTruth(
    _ deed: Deed, _ outcome: DeedOutcome, _ scratch: Scratch, _ request: Request, _ place: Comment
  ) throws {
    if case .failed(let error) = outcome { expectClear(error, place) }
    let path = scratch("log.db")
    let known = deed.isFirst ? 0 : runner.answered
    var found = try EventLog(LogFile(path), for: .reading).newestPosition
    var asked = deed.isFirst ? [] : runner.asked
    if deed.appends {
      asked.append(request.id)
      // A log that lived on has appended the event in the end.
      let saved = deed == .lapOfLongLife ? true : outcome.isSaved
      if let saved { #expect(found == known + (saved ? 1 : 0), place) }
      let again = try EventLog(LogFile(path), for: .appending)
      #expect(try again.append(request).position == known + 1, place)
      #expect(try again.append(request).position == known + 1, place)
      found = known + 1
    } else if deed == .importing {
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
    if deed == .backup { expectWhole(scratch("log.db-copy"), outcome, place) }
  }

  /// The error is told as trouble of the machine, in words.
  private func expectClear(_ error: any Error, _ place: Comment) {
    let failure = Failure(error)
    #expect([73, 74, 75, 77].contains(failure.exitCode), "\(place.rawValue): \(failure.message)")
    #expect(!failure.message.isEmpty)
    #expect(!failure.message.contains(Deed.label), place)
  }

  private func expectWhole(_ copy: String, _ outcome: DeedOutcome, _ place: Comment) {
    if case .failed = outcome, contents(of: copy).isEmpty { return }
    var proof = Proof(asked: runner.asked, promised: runner.answered)
    let flaw = proof.flaw(copy)
    #expect(flaw == nil, place)
  }
}
