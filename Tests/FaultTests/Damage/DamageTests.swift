import Testing
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog

/// A small log, damaged in every way that a byte can be.
struct DamageTests {
  let base: Scratch
  let bytes: [UInt8]
  let events: [LoggedEvent]
  /// The lines of the events as they are exported.
  let exported: Set<String>
  let runner: Runner
  var seed = Seed()

  init() throws {
    base = try Scratch()
    runner = try Self.train(base("log.db"))
    #expect(names(in: base.path).contains("log.db-wal") == false)
    bytes = contents(of: base("log.db"))
    let log = try EventLog(LogFile(base("log.db")), for: .reading)
    events = try log.events(after: 0)
    var export: [UInt8] = []
    try log.export { export += $0 }
    exported = Set(wholeLines(export).dropLast())
  }

  /// Makes a small log, all of it in one file.
  private static func train(_ path: String) throws -> Runner {
    var runner = Runner()
    let log = try EventLog(LogFile(path), for: .appending(longLived: true))
    try runner.train(10, on: log)
    log.checkpointer?.run()
    return runner
  }

  /// What a damaged log said of itself.
  enum Verdict: Hashable {
    /// It was refused with words.
    case refused
    /// It was opened, and the check found something.
    case found
    /// It was opened, and the check found nothing.
    case sound
  }

  /// Looks at a log of these bytes.
  ///
  /// Whatever is sound by the check must be what was appended; whatever is not must not pass for it.
  func verdict(_ bytes: [UInt8], _ place: Comment) throws -> Verdict {
    let scratch = try Scratch()
    var image = Image()
    image.folders = [base.path]
    image.files = [base("log.db"): bytes]
    try image.write(to: scratch.path, from: base.path)
    let log: EventLog
    let report: CheckReport
    do {
      log = try EventLog(LogFile(scratch("log.db")), for: .reading)
      report = try log.check()
    } catch {
      expectClear(error, place)
      return .refused
    }
    expectExportIsTrue(log, place)
    expectShowIsTrue(log, place)
    if report.isSound {
      #expect(report.events == (log.exists ? events.count : 0), place)
      #expect(try log.exists ? log.events(after: 0) == events : bytes.isEmpty, place)
      return .sound
    }
    try expectSalvage(log, place)
    return .found
  }

  /// What is exported is what was appended, whatever the numbers beside it say now.
  private func expectExportIsTrue(_ log: EventLog, _ place: Comment) {
    do {
      var export: [UInt8] = []
      try log.export { export += $0 }
      let lines = wholeLines(export).dropLast()
      #expect(lines.allSatisfy(exported.contains), place)
    } catch {
      expectClear(error, place)
    }
  }

  /// What is shown is what was appended, or its beginning; what the tables tell need not be, but is
  /// told without a crash.
  private func expectShowIsTrue(_ log: EventLog, _ place: Comment) {
    do {
      let shown = try log.session(1)
      let before = try shown.map { session in
        try EventLog(LogFile(base("log.db")), for: .reading).session(
          1, through: session.summary.version)
      }
      #expect(shown == nil || shown == before, place)
    } catch {
      expectClear(error, place)
    }
    do {
      let now = Machine().reading
      try log.forEachSession(at: now) { _ = try log.lastLap(of: $0) }
    } catch {
      expectClear(error, place)
    }
  }

  /// What can still be read is saved, and nothing else.
  private func expectSalvage(_ log: EventLog, _ place: Comment) throws {
    var salvage: [UInt8] = []
    do {
      try log.export(salvaging: true) { salvage += $0 }
    } catch {
      return expectClear(error, place)
    }
    var pieces = [salvage]
    #expect(wholeLines(salvage).dropLast().allSatisfy(exported.contains), place)
    let scratch = try Scratch()
    do {
      try EventLog(LogFile(scratch("log.db")), for: .appending).importEvents { pieces.popLast() }
    } catch {
      Issue.record("\(place.rawValue): a salvage is not taken in: \(error)")
    }
  }

  private func expectClear(_ error: any Error, _ place: Comment) {
    let failure = Failure(error)
    #expect([65, 73, 74, 77].contains(failure.exitCode), "\(place.rawValue): \(failure.message)")
    #expect(!failure.message.isEmpty)
  }

  private func summary(_ verdicts: [Verdict]) -> String {
    let count = { (verdict: Verdict) in verdicts.count { $0 == verdict } }
    return "\(count(.refused)) refused, \(count(.found)) found by check, \(count(.sound)) harmless"
  }

  @Test mutating func `a flipped byte is found, refused, or harmless`() throws {
    var verdicts: [Verdict] = []
    var index = Int.random(in: 0..<Effort.times(37, long: 1), using: &seed)
    while index < bytes.count {
      var damaged = bytes
      damaged[index] ^= UInt8.random(in: 1...255, using: &seed)
      verdicts.append(try verdict(damaged, "byte \(index): \(damaged[index]), \(seed)"))
      // All of the header, and of the rest as much as there is time for.
      index += index < 100 || Effort.isLong ? 1 : Int.random(in: 1...150, using: &seed)
    }
    print("damage: \(verdicts.count) bytes flipped, \(summary(verdicts))")
    #expect(verdicts.contains(.found) && verdicts.contains(.refused))
  }

  @Test mutating func `a file cut short is found, or refused`() throws {
    var verdicts: [Verdict] = []
    var length = 0
    while length < bytes.count {
      verdicts.append(try verdict(Array(bytes[..<length]), "cut at \(length)"))
      length += length < 200 || Effort.isLong ? 1 : Int.random(in: 1...900, using: &seed)
    }
    print("damage: cut at \(verdicts.count) lengths, \(summary(verdicts))")
    // No byte at all is no log at all.
    #expect(verdicts.count { $0 == .sound } == 1)
  }

  @Test func `the first event that is not as it was is named by its digest`() throws {
    let scratch = try Scratch()
    try Image(of: base.path).write(to: scratch.path, from: base.path)
    let path = scratch("log.db")
    try {
      let connection = try Connection(path: path, flags: 2)
      try connection.execute(
        """
        DROP TRIGGER events_are_not_changed;
        UPDATE events SET data = '{"label":"forged"}' WHERE position IN (3, 4);
        CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
        BEGIN
          SELECT raise(ABORT, 'the log is append-only: events are never changed');
        END
        """)
    }()
    let log = try EventLog(LogFile(path), for: .reading)
    let first = try #require(log.check().findings.first)
    guard case .event(let bad) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(bad.position == 3)
    #expect(bad.digest == events[2].digest)
    #expect(throws: LogError.self) { try log.export { _ in } }
    var salvage: [UInt8] = []
    let report = try log.export(salvaging: true) { salvage += $0 }
    #expect(report.events == events.count - 2)
    #expect(throws: LogError.self) { try log.session(1) }
  }
}
