import Host
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// A small sound log in a single file, with its events; the tests damage copies of it.
struct Specimen {
  let base: ScratchFolder
  let bytes: [UInt8]
  let events: [LoggedEvent]
  let lines: [String]
  /// The number of pages without events: the schema, and the root page of each table.
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
    lines = try completeLines(log.exported()).dropLast()
  }

  /// The result of opening and checking a damaged log.
  enum Verdict: Hashable { case refused, found, sound }

  /// Opens, checks, reads and salvages a log with given bytes.
  ///
  /// A sound log must contain the appended events. A damaged one must show no others, and salvage
  /// must save the readable events, at least the given ones.
  func verdict(
    _ bytes: [UInt8], _ place: Comment, saving atLeast: [LoggedEvent] = []
  ) throws -> Verdict {
    let scratch = try ScratchFolder.inMemory()
    let path = scratch("log.db")
    try writeFile(bytes, to: path)
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
    expectPrefixExported(log, place)
    expectPrefixShown(log, place)
    if report.isSound {
      #expect(report.events == (log.exists ? events.count : 0), place)
      #expect(try log.exists ? log.events(after: 0) == events : bytes.isEmpty, place)
      return .sound
    }
    try expectSalvage(path, place, atLeast)
    return .found
  }

  /// Expects that an export is a prefix of the appended events.
  private func expectPrefixExported(_ log: Logbook, _ place: Comment) {
    do {
      let exported = try completeLines(log.exported()).dropLast()
      #expect(exported.elementsEqual(lines.prefix(exported.count)), place)
    } catch { expectClear(error, place) }
  }

  /// Expects that a session is the fold of a prefix, and that reading the tables does not trap.
  private func expectPrefixShown(_ log: Logbook, _ place: Comment) {
    do {
      let shown = try log.session(1)
      let before = try shown.map { session in
        try Logbook(LogFile(base("log.db")), for: .reading).session(
          1, through: session.summary.version)
      }
      #expect(shown == nil || shown == before, place)
    } catch { expectClear(error, place) }
    do {
      try log.forEachSession(at: Machine().reading) { _ = try log.lastLap(of: $0) }
    } catch { expectClear(error, place) }
  }

  /// Expects that salvage saves all readable events, and only appended ones.
  private func expectSalvage(_ path: String, _ place: Comment, _ atLeast: [LoggedEvent]) throws {
    var salvage: [UInt8] = []
    var readable: [LoggedEvent] = []
    var leftOut: [ExportReport.LeftOut] = []
    do {
      let log = try Logbook(LogFile(path), for: .salvaging)
      leftOut = try log.export(salvaging: true) { salvage += $0 }.leftOut
      readable = try self.readable(log)
    } catch {
      expectClear(error, place)
      #expect(atLeast.isEmpty, "\(place.rawValue): \(error)")
    }
    // Separate lines report omissions.
    let omission = #"{"left_out":"#
    let hasOmissions = completeLines(salvage).contains { $0.hasPrefix(omission) }
    let saved = completeLines(salvage).dropLast().filter { !$0.hasPrefix(omission) }
    #expect(Array(saved) == lines.filter(saved.contains), place)
    for event in readable + atLeast {
      #expect(
        saved.contains(lines[event.position - 1]),
        "\(place.rawValue): \(event.position) of \(readable.count), \(leftOut)")
    }
    if saved.isEmpty { return }
    let scratch = try ScratchFolder.inMemory()
    do {
      let copy = try Logbook(LogFile(scratch("log.db")), for: .appending)
      try copy.importing(salvage)
      let uids = try (1...copy.newestSession).map { try copy.uid(of: $0).description }
      let complete = lines.filter { line in uids.contains { line.contains(#""uid":"\#($0)""#) } }
      #expect(
        !hasOmissions && complete.count == saved.count,
        "\(place.rawValue): a session with a gap is imported as complete")
    } catch {
      #expect(hasOmissions && (error as? ImportError)?.kind == "incomplete", "\(place): \(error)")
    }
    do {
      var marks: UInt64 = 0
      let instant = Machine().instant
      let mark = SalvageMark(
        clock: instant.clock, ticks: instant.ticks.nanoseconds, recordedAt: instant.recordedAt,
        source: "test"
      ) {
        marks += 1
        return EventID(high: 0xABCD, low: marks)
      }
      let copy = try Logbook(LogFile(scratch("marked.db")), for: .appending)
      let report = try copy.importing(salvage, marking: mark)
      let found = report.newEvents + report.headless.reduce(0) { $0 + $1.events }
      #expect(found == saved.count, "\(place.rawValue): \(report)")
      #expect(try copy.check().isSound, place)
    } catch { Issue.record("\(place.rawValue): a salvaged export cannot be imported: \(error)") }
  }

  /// The events that a SELECT returns unchanged, with their clocks and the uids of their sessions.
  private func readable(_ log: Logbook) throws -> [LoggedEvent] {
    guard let connection = log.connection else { return [] }
    var begun: Set<Int> = []
    return events.filter { event in
      do {
        let found = try connection.cached("SELECT \(Record.columns) FROM events WHERE position = ?")
          .bind(event.position).first { row in Result { try row.record() } }
        let clock = try log.clock(event.event.reading.clock)
        guard try found?.get() == event.record, clock == Machine().instant.clock else {
          return false
        }
      } catch { return false }
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
    #expect(!failure.message.text.isEmpty)
  }
}
