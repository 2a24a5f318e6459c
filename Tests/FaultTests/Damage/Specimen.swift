import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// A small sound log, all of it in one file, to be damaged in copies; and what it held before.
struct Specimen {
  let base: ScratchFolder
  let bytes: [UInt8]
  let events: [LoggedEvent]
  /// The lines of the events as they are exported, in order.
  let lines: [String]
  /// How many pages it had before its first event: those of the schema, and the first of each table.
  let pagesOfStructure: Int

  init(events count: Int) throws {
    base = try ScratchFolder.inMemory()
    let path = base("log.db")
    pagesOfStructure = try {
      var runner = Runner()
      let log = try Logbook(LogFile(path), for: .appending(longLived: true))
      let pages = try log.create().number(ofPragma: "page_count")
      try runner.train(count, on: log)
      log.checkpointer?.run()
      return pages
    }()
    #expect(ScratchFolder.names(in: base.path).contains("log.db-wal") == false)
    bytes = contents(of: path)
    let log = try Logbook(LogFile(path), for: .reading)
    events = try log.events(after: 0)
    var export: [UInt8] = []
    try log.export { export += $0 }
    lines = wholeLines(export).dropLast()
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
  /// Whatever is sound by the check must be what was appended; whatever is not must not pass for it,
  /// and what can still be read of it must be saved: at least these events.
  func verdict(
    _ bytes: [UInt8], _ place: Comment, saving atLeast: [LoggedEvent] = []
  ) throws -> Verdict {
    let scratch = try ScratchFolder.inMemory()
    var image = Image()
    image.folders = [base.path]
    image.files = [base("log.db"): bytes]
    try image.write(to: scratch.path, from: base.path)
    let path = scratch("log.db")
    let log: Logbook
    let report: CheckReport
    do {
      log = try Logbook(LogFile(path), for: .reading)
      report = try log.check()
    } catch {
      expectClear(error, place)
      try expectSalvage(path, place, atLeast)
      return .refused
    }
    expectExportIsTrue(log, place)
    expectShowIsTrue(log, place)
    if report.isSound {
      #expect(report.events == (log.exists ? events.count : 0), place)
      #expect(try log.exists ? log.events(after: 0) == events : bytes.isEmpty, place)
      return .sound
    }
    try expectSalvage(path, place, atLeast)
    return .found
  }

  /// What is exported is what was appended, or its beginning, whatever the numbers beside it say.
  private func expectExportIsTrue(_ log: Logbook, _ place: Comment) {
    do {
      var export: [UInt8] = []
      try log.export { export += $0 }
      let exported = wholeLines(export).dropLast()
      #expect(exported.elementsEqual(lines.prefix(exported.count)), place)
    } catch {
      expectClear(error, place)
    }
  }

  /// What is shown is what was appended, or its beginning; what the tables tell need not be, but is
  /// told without a crash.
  private func expectShowIsTrue(_ log: Logbook, _ place: Comment) {
    do {
      let shown = try log.session(1)
      let before = try shown.map { session in
        try Logbook(LogFile(base("log.db")), for: .reading).session(
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

  /// All that can still be read is saved, and nothing else.
  private func expectSalvage(_ path: String, _ place: Comment, _ atLeast: [LoggedEvent]) throws {
    var salvage: [UInt8] = []
    var readable: [LoggedEvent] = []
    var leftOut: [ExportReport.LeftOut] = []
    do {
      let log = try Logbook(LogFile(path), for: .salvaging)
      let report = try log.export(salvaging: true) { salvage += $0 }
      leftOut = report.leftOut
      readable = try self.readable(log)
    } catch {
      expectClear(error, place)
      #expect(atLeast.isEmpty, "\(place.rawValue): \(error)")
    }
    // What is missing is told in lines of its own.
    let omission = #"{"left_out":"#
    let hasOmissions = wholeLines(salvage).contains { $0.hasPrefix(omission) }
    let saved = wholeLines(salvage).dropLast().filter { !$0.hasPrefix(omission) }
    #expect(Array(saved) == lines.filter(saved.contains), place)
    for event in readable + atLeast {
      #expect(
        saved.contains(lines[event.position - 1]),
        "\(place.rawValue): \(event.position) of \(readable.count), \(leftOut)")
    }
    if saved.isEmpty { return }
    let scratch = try ScratchFolder.inMemory()
    do {
      var pieces = [salvage]
      let copy = try Logbook(LogFile(scratch("log.db")), for: .appending)
      try copy.importEvents { pieces.popLast() }
      let uids = try (1...copy.newestSession).map { try copy.uid(of: $0).description }
      let whole = lines.filter { line in uids.contains { line.contains(#""uid":"\#($0)""#) } }
      #expect(
        !hasOmissions && whole.count == saved.count,
        "\(place.rawValue): a session with a hole is taken for a whole one")
    } catch {
      #expect(hasOmissions && (error as? ImportError)?.kind == "incomplete", "\(place): \(error)")
    }
    do {
      var pieces = [salvage]
      var marks: UInt64 = 0
      let mark = SalvageMark(instant: Machine().instant, source: "test") {
        marks += 1
        return EventID(high: 0xABCD, low: marks)
      }
      let copy = try Logbook(LogFile(scratch("marked.db")), for: .appending)
      let report = try copy.importEvents(marking: mark) { pieces.popLast() }
      let found = report.newEvents + report.headless.reduce(0) { $0 + $1.events }
      #expect(found == saved.count, "\(place.rawValue): \(report)")
      #expect(try copy.check().isSound, place)
    } catch {
      Issue.record("\(place.rawValue): a salvaged export cannot be imported: \(error)")
    }
  }

  /// The events that a plain SELECT still gives as they were, with their clock, and the first event
  /// of their session or what the tables tell of that.
  private func readable(_ log: Logbook) throws -> [LoggedEvent] {
    guard let connection = log.connection else { return [] }
    var begun: Set<Int> = []
    return events.filter { event in
      do {
        let found = try connection.cached(
          "SELECT \(Record.columns) FROM events WHERE position = ?"
        ).bind(event.position).first { row in Result { try row.record() } }
        let clock = try log.clock(event.event.reading.clock)
        guard try found?.get() == event.record, clock == Machine().instant.clock else {
          return false
        }
      } catch {
        return false
      }
      if event.event.version == 1 { begun.insert(event.session) }
      if begun.contains(event.session) { return true }
      let uid = try? connection.cached("SELECT uid FROM sessions WHERE session = ?")
        .bind(event.session).first { $0.text(0) }
      return uid == events.first { $0.session == event.session }?.event.id.description
    }
  }

  func expectClear(_ error: any Error, _ place: Comment) {
    let failure = Failure(error)
    #expect([65, 73, 74, 77].contains(failure.exitCode), "\(place.rawValue): \(failure.message)")
    #expect(!failure.message.isEmpty)
  }
}
