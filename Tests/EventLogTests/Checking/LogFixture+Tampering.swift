import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

extension LogFixture {
  /// A log with two sessions, a reboot and five events.
  static func ofTwoSessions() throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start("a")
    fixture.machine.pass(.seconds(5))
    try fixture.perform(.lap(label: "one"))
    try fixture.perform(.mark(label: "pit"))
    fixture.machine.reboot(lasting: .seconds(9))
    try fixture.start("b", also: true)
    try fixture.perform(.stop, of: .named("1"))
    return fixture
  }

  /// The log of two sessions, changed by SQL.
  static func tampered(_ sql: String) throws -> LogFixture {
    let fixture = try ofTwoSessions()
    try fixture.execute(
      """
      DROP TRIGGER events_are_not_changed; DROP TRIGGER events_are_not_deleted;
      DROP TRIGGER events_are_appended; PRAGMA foreign_keys = OFF; \(sql)
      """)
    return fixture
  }

  /// Alters all occurrences of some bytes in the single page of a table or an index.
  func damage(_ wanted: some Collection<UInt8>, in tree: String) throws {
    var bytes = contents(path)
    let page = try page(of: tree)
    let places = (page.lowerBound...page.upperBound - wanted.count)
      .filter { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    try #require(!places.isEmpty)
    for place in places { bytes[place] ^= 1 }
    try write(bytes, to: path)
  }

  /// Overwrites the single page of a table or an index.
  func overwrite(_ tree: String) throws {
    var bytes = contents(path)
    for place in try page(of: tree) { bytes[place] = 0xAA }
    try write(bytes, to: path)
  }

  private func page(of tree: String) throws -> Range<Int> {
    let root = try #require(
      try open(.reading).connection?.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?")
        .bind(tree).first { Int($0.int(0)) })
    return (root - 1) * 4096..<root * 4096
  }

  /// The events that tag sessions with gaps.
  var salvageMark: SalvageMark {
    var marks: UInt64 = 0
    return SalvageMark(instant: machine.instant, source: "test") {
      marks += 1
      return EventID(high: 0xABCD, low: marks)
    }
  }
}
