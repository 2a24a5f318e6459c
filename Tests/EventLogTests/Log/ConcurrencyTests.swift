import Dispatch
import Synchronization
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text

struct ConcurrencyTests {
  @Test func `eight concurrent writers each find their events`() throws {
    var bench = try Bench()
    try bench.start("race")
    let path = bench.path
    let machine = bench.machine
    let acknowledged = Mutex<[EventID: Int]>([:])
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      do {
        // Every other one opens the log anew for each event, as a command does.
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
    let log = try bench.open(.reading)
    let events = try log.events(after: 1)
    #expect(events.map(\.position) == Array(2...201))
    #expect(events.map(\.event.version) == Array(2...201))
    let positions = Dictionary(uniqueKeysWithValues: events.map { ($0.event.id, $0.position) })
    #expect(positions == acknowledged.withLock { $0 })
    #expect(try log.check().findings == [])
  }

  @Test func `changes of another writer are noticed`() throws {
    var bench = try Bench()
    try bench.start()
    let here = try bench.open(.appending(longLived: true))
    let there = try bench.open(.appending(longLived: true))
    for _ in 0..<5 {
      bench.machine.pass(.seconds(2))
      _ = try here.append(bench.request(.lap(label: nil)))
      bench.machine.pass(.seconds(2))
      _ = try there.append(bench.request(.lap(label: nil)))
      _ = try here.append(bench.request(.undo))
      _ = try there.append(bench.request(.amend(.number(1), .by(.milliseconds(1)))))
    }
    #expect(try here.check().findings == [])
    #expect(try here.newestPosition == 21)
  }

  @Test func `a log created by another process is noticed`() throws {
    var bench = try Bench()
    let early = try bench.open(.appending(longLived: true))
    #expect(!early.exists)
    try bench.start()
    #expect(try early.append(bench.request(.lap(label: nil))).version == 2)
  }

  @Test func `a request that fails leaves nothing of its batch`() throws {
    var bench = try Bench()
    try bench.start()
    let log = try bench.open(.appending(longLived: true))
    _ = try log.append(bench.request(.lap(label: nil)))
    _ = try log.append(bench.request(.undo))
    let before = try Dump(bench.path)
    let twice = EventID(high: 5, low: 5)
    let batch = [
      bench.request(.lap(label: nil)), bench.request(.lap(label: nil), id: twice),
      bench.request(.stop, id: EventID(high: 5, low: 6)),
    ]
    var clash = batch
    clash[2].id = twice
    clash[2].mayBeRepeated = false
    #expect(throws: LogError.self) { try log.append(clash) }
    #expect(try Dump(bench.path) == before)
    // What was folded on the way is forgotten with it.
    #expect(try log.append(batch).map { try $0.get().version } == [4, 5, 6])
    #expect(try log.check().findings == [])
  }
}
