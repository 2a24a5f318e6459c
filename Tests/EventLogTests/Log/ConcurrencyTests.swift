import Dispatch
import Synchronization
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Writers in threads of one process, which the thread sanitizer examines.
struct ConcurrencyTests {
  @Test func `the log has all events of eight concurrent writers`() throws {
    var fixture = try LogFixture()
    try fixture.start()
    let (path, instant) = (fixture.path, fixture.machine.instant)
    let answers = Mutex<[Result<[EventID: Int], any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      // Writers share nothing until they are done, so that no lock of the test orders their calls.
      let answer = Result<[EventID: Int], any Error> {
        // Every other writer reopens the log for each event, like a command.
        let access = Logbook.Access.appending(longLived: writer % 2 == 0)
        var log = try Logbook(LogFile(path), for: access)
        var positions: [EventID: Int] = [:]
        for number in 0..<25 {
          if writer % 2 == 1 { log = try Logbook(LogFile(path), for: access) }
          let id = EventID(high: UInt64(writer + 1), low: UInt64(number))
          let request = Request(
            id: id, .lap(label: nil), of: .implied, instant: instant, source: "test")
          positions[id] = try log.append(request).position
        }
        return positions
      }
      answers.withLock { $0.append(answer) }
    }
    let acknowledged = try answers.withLock { try $0.flatMap { try $0.get() } }
    let events = try fixture.open(.reading).events(after: 1)
    #expect(events.map(\.position) == Array(2...201))
    #expect(events.map(\.event.version) == Array(2...201))
    let positions = Dictionary(uniqueKeysWithValues: events.map { ($0.event.id, $0.position) })
    #expect(positions == Dictionary(acknowledged) { first, _ in first })
    try fixture.expectSound()
  }
}
