import Foundation
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Sessions large enough to have their digests verified on a second thread.
struct RowVerifierTests {
  private static let count = 3 * RowVerifier.mostAtOnce

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
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try [UInt8](Data(contentsOf: URL(filePath: fixture.path)))
  }

  /// A copy of the log with rows changed by SQL.
  private func fixture(changedBy sql: String) throws -> LogFixture {
    let fixture = try LogFixture.inMemory()
    try Data(Self.sound.get()).write(to: URL(filePath: fixture.path))
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(
      "DROP TRIGGER events_are_not_changed; PRAGMA foreign_keys = OFF; \(sql)")
    // The write-ahead file would belong to another copy.
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return fixture
  }

  @Test func `a message longer than the buffer of a batch is verified`() throws {
    let kind = Array("lapped".utf8)
    let data = [UInt8](repeating: 120, count: 1 << 19)
    try kind.withUnsafeBufferPointer { kind in
      try data.withUnsafeBufferPointer { data in
        let id = try #require(EventID("01a20b92-8bf2-7ffe-b738-744ce01a39ff"))
        let moment = Moment(nanosecondsSince1970: 1)
        let row = FoldedRow(
          position: 7, version: 7, id: id, kind: kind, kindVersion: 1, at: moment,
          basis: .measured, recordedAt: moment, ticks: 1, clock: ClockID(rawValue: 1), data: data)
        let message = UnsafeMutableRawBufferPointer.allocate(
          byteCount: Digest.length(of: row, source: kind, by: []), alignment: 8)
        defer { message.deallocate() }
        Digest.write(row, source: kind, of: id, by: [], to: message)
        var digest = blake2b(UnsafeRawBufferPointer(message))
        let batch = MessageBatch()
        for _ in 1...3 {
          digest.withUnsafeBytes { batch.add(row, source: kind, of: id, by: [], $0) }
        }
        try batch.verify()
        digest[31] ^= 1
        digest.withUnsafeBytes { batch.add(row, source: kind, of: id, by: [], $0) }
        #expect(throws: LogError.damaged(position: 7, .digest)) { try batch.verify() }
      }
    }
  }

  private func fold(changedBy sql: String) throws -> Session? {
    try fixture(changedBy: sql).open(.reading).session(1)
  }

  @Test func `many sound events are folded`() throws {
    #expect(try fold(changedBy: "")?.summary.version == Self.count)
  }

  @Test(arguments: [
    2, RowVerifier.mostAtOnce, RowVerifier.mostAtOnce + 1, RowVerifier.mostAtOnce + 2000, count - 1,
    count,
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
    let first = RowVerifier.mostAtOnce + 1000
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

  @Test func `an error thrown at a row ends the reading, unless an earlier event has a fault`()
    throws
  {
    struct Stop: Error {}
    let fixture = try fixture(
      changedBy: "UPDATE events SET source = 'x' WHERE position = \(Self.count - 1)")
    let log = try fixture.open(.reading)
    #expect(throws: Stop.self) {
      try log.forEachVerifiedRow(of: 1) { if $0.version == Self.count - 2 { throw Stop() } }
    }
    #expect(throws: LogError.damaged(position: Self.count - 1, .digest)) {
      try log.forEachVerifiedRow(of: 1) { if $0.version == Self.count { throw Stop() } }
    }
  }
}
