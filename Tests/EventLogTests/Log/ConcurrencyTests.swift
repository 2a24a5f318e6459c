import Dispatch
import Synchronization
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text

struct ConcurrencyTests {
  @Test func `the log has all events of eight concurrent writers`() throws {
    var fixture = try LogFixture()
    try fixture.start("race")
    let path = fixture.path
    let machine = fixture.machine
    let acknowledged = Mutex<[EventID: Int]>([:])
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      do {
        // Every other writer reopens the log for each event, like a command.
        let access = Logbook.Access.appending(longLived: writer % 2 == 0)
        var log = try Logbook(LogFile(path), for: access)
        for number in 0..<25 {
          if writer % 2 == 1 { log = try Logbook(LogFile(path), for: access) }
          let id = EventID(high: UInt64(writer + 1), low: UInt64(number))
          let request = Request(
            id: id, .lap(label: nil), of: .implied, instant: machine.instant, source: "test")
          let receipt = try log.append(request)
          let earlier = acknowledged.withLock { $0.updateValue(receipt.position, forKey: id) }
          if earlier != nil { failures.withLock { $0.append("twice: \(id)") } }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let log = try fixture.open(.reading)
    let events = try log.events(after: 1)
    #expect(events.map(\.position) == Array(2...201))
    #expect(events.map(\.event.version) == Array(2...201))
    let positions = Dictionary(uniqueKeysWithValues: events.map { ($0.event.id, $0.position) })
    #expect(positions == acknowledged.withLock { $0 })
    #expect(try log.check().findings == [])
  }

  @Test func `a writer notices the changes of another one`() throws {
    var fixture = try LogFixture()
    try fixture.start()
    let here = try fixture.open(.appending(longLived: true))
    let there = try fixture.open(.appending(longLived: true))
    for _ in 0..<5 {
      fixture.machine.pass(.seconds(2))
      _ = try here.append(fixture.request(.lap(label: nil)))
      fixture.machine.pass(.seconds(2))
      _ = try there.append(fixture.request(.lap(label: nil)))
      _ = try here.append(fixture.request(.undo))
      _ = try there.append(fixture.request(.amend(.number(1), .by(.milliseconds(1)))))
    }
    #expect(try here.check().findings == [])
    #expect(try here.newestPosition == 21)
  }

  @Test func `an open Logbook notices a log created by another process`() throws {
    var fixture = try LogFixture()
    let early = try fixture.open(.appending(longLived: true))
    #expect(!early.exists)
    try fixture.start()
    #expect(try early.append(fixture.request(.lap(label: nil))).version == 2)
  }

  @Test func `a failed request discards its batch`() throws {
    var fixture = try LogFixture()
    try fixture.start()
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append(fixture.request(.lap(label: nil)))
    _ = try log.append(fixture.request(.undo))
    let before = try Dump(fixture.path)
    let twice = EventID(high: 5, low: 5)
    let batch = [
      fixture.request(.lap(label: nil)), fixture.request(.lap(label: nil), id: twice),
      fixture.request(.stop, id: EventID(high: 5, low: 6)),
    ]
    var clash = batch
    clash[2].id = twice
    clash[2].mayBeRepeated = false
    #expect(throws: LogError.self) { try log.append(clash) }
    #expect(try Dump(fixture.path) == before)
    // The failure discards the cached state, too.
    #expect(try log.append(batch).map { try $0.get().version } == [4, 5, 6])
    #expect(try log.check().findings == [])
  }
}
