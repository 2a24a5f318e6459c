import Testing
import Timing
import TimingTestSupport

@testable import EventLog

extension Bench {
  /// A log of two sessions, in which SQL of whoever got at the file has had its way.
  static func tampered(_ sql: String) throws -> Bench {
    var bench = try Bench()
    try bench.start("a")
    bench.machine.pass(.seconds(5))
    try bench.perform(.lap(label: "one"))
    try bench.perform(.mark(label: "pit"))
    bench.machine.reboot(lasting: .seconds(9))
    try bench.start("b", also: true)
    try bench.perform(.stop, of: .named("1"))
    let connection = try #require(try LogFile(bench.path).open(for: .writing, .laptimer))
    for event in ["UPDATE", "DELETE"] {
      let name = event == "UPDATE" ? "changed" : "deleted"
      try connection.execute("DROP TRIGGER events_are_not_\(name)")
    }
    try connection.execute("DROP TRIGGER events_are_appended; PRAGMA foreign_keys = OFF; \(sql)")
    return bench
  }
}
