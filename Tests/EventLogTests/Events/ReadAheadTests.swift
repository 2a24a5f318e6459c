import Dispatch
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Sessions large enough to have their events read by a second thread.
struct ReadAheadTests {
  private struct Stop: Error {}

  private static let count = 3 * ReadAhead.leastRows

  /// A log with one long session, shared because its creation is slow under a sanitizer.
  private static let sound = Result { try log() }

  private static func log() throws -> [UInt8] {
    var fixture = try LogFixture.inMemory()
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append(fixture.request(.start(.init()), of: .new(also: false)))
    let laps = (1..<count).map { number in
      fixture.machine.pass(.seconds(1))
      let label = number == count - 9 ? String(repeating: "x", count: 1000) : "\(number)"
      return fixture.request(.lap(label: label))
    }
    _ = try log.append(laps)
    try fixture.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return contents(of: fixture.path)
  }

  private func fixture(changedBy sql: String) throws -> LogFixture {
    let fixture = try LogFixture.inMemory()
    try writeFile(Self.sound.get(), to: fixture.path)
    // The write-ahead file would belong to another copy.
    try fixture.execute(
      """
      DROP TRIGGER events_are_not_changed; PRAGMA foreign_keys = OFF; \(sql);
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    return fixture
  }

  private func fold(changedBy sql: String) throws -> Session? {
    try fixture(changedBy: sql).open(.reading).session(1)
  }

  @Test(arguments: [
    2, ReadAhead.leastRows, ReadAhead.leastRows + 1, ReadAhead.leastRows + 2000, count - 1, count,
  ])
  func `the error names the changed event`(_ position: Int) throws {
    #expect(throws: LogError.damaged(position: position, .digest)) {
      try fold(changedBy: "UPDATE events SET source = 'x' WHERE position = \(position)")
    }
  }

  @Test(arguments: [
    "data = '{'", "clock = 99", "digest = x'00'", "version = version + 100000",
    "basis = 'measured '",
  ])
  func `the error names the first of several faults`(_ change: String) throws {
    let first = ReadAhead.leastRows + 1000
    for later in [first + 1, first + 5, Self.count] {
      #expect(throws: LogError.damaged(position: first, .digest)) {
        try fold(
          changedBy: """
            PRAGMA ignore_check_constraints = ON;
            UPDATE events SET source = 'x' WHERE position = \(first);
            UPDATE events SET \(change) WHERE position = \(later)
            """)
      }
    }
  }

  @Test func `an error at a row ends the reading, unless an earlier event has a fault`() throws {
    let fixture = try fixture(
      changedBy: "UPDATE events SET source = 'x' WHERE position = \(Self.count - 1)")
    let log = try fixture.open(.reading)
    func read(until last: Int) throws {
      try log.forEachRow(of: 1, verifying: true, { $1.append($0.version) }) {
        if $0 == last { throw Stop() }
      }
    }
    #expect(throws: Stop.self) { try read(until: Self.count - 2) }
    #expect(throws: LogError.damaged(position: Self.count - 1, .digest)) {
      try read(until: Self.count)
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [1, count])
  func `a caller who holds up the thread gets all rows, or ends it`(_ last: Int) throws {
    let log = try fixture(changedBy: "").open(.reading)
    let reader = try #require(try log.rows(of: 1, after: 0, through: nil, verifying: false))
    // The caller has the first batch, two wait, and the thread has the next one.
    let isHeldUp = DispatchSemaphore(value: 0)
    let thread = try #require(
      ReadAheadThread<Int>(reader, mostWaiting: 2) { row, batch in
        batch.append(row.version)
        if row.version == 4 * ReadAhead.batchSize { isHeldUp.signal() }
      })
    var rows: [Int] = []
    #expect(throws: Stop.self) {
      try thread.forEach { version in
        if rows.isEmpty { isHeldUp.wait() }
        rows.append(version)
        if version == last { throw Stop() }
      }
    }
    #expect(rows == Array(1...last))
  }

  @Test func `an event is read ahead as it is read alone`() throws {
    let log = try fixture(changedBy: "").open(.reading)
    #expect(try log.session(1)?.summary.version == Self.count)
    for isVerifying in [false, true] {
      var data: [String] = []
      try log.forEachRow(
        of: 1, verifying: isVerifying, { $1.append(String(decoding: $0.data, as: UTF8.self)) }
      ) { data.append($0) }
      #expect(try data == log.verifiedEvents(of: 1).map(\.record.data))
    }
  }

  @Test func `an error of making an element ends the reading after the events before it`() throws {
    let log = try fixture(changedBy: "").open(.reading)
    let last = ReadAhead.leastRows + 1000
    var count = 0
    #expect(throws: Stop.self) {
      try log.forEachRow(
        of: 1, verifying: false,
        { row, batch in
          if row.version > last { throw Stop() }
          batch.append(row.version)
        }
      ) { _ in count += 1 }
    }
    #expect(count == last)
  }
}
