import Foundation
import Testing
import TimingTestSupport

@testable import Host

/// The two clocks are read one after the other, so their difference varies between readings.
struct ClockJitterTests {
  private struct Results: Decodable {
    struct Row: Decodable {
      struct Lap: Decodable { var splitNs: Int64 }
      var laps: [Lap]
    }
    var standings: [Row]
  }

  private func results(_ shell: Shell) throws -> Results { try shell("results --json").decoded() }

  /// A random error of the wall clock, within the tolerated jitter.
  private func jitter(_ seed: inout Seed) -> Duration {
    .nanoseconds(Int64.random(in: -499...499, using: &seed))
  }

  @Test(arguments: 0..<Seed.tries(20))
  func `times between stated whole seconds are whole seconds`(race: Int) throws {
    var seed = Seed()
    let name = "\(seed)"
    let shell = Shell()
    let isJoined = race % 3 == 2
    func run(_ line: String, input: String = "") -> Answer {
      shell.pass(.nanoseconds(Int64.random(in: 0...2_000_000_000, using: &seed)))
      let error = jitter(&seed)
      shell.machine.step(error)
      defer { shell.machine.step(.zero - error) }
      let answer = shell(line, input: input)
      #expect(answer.exit == 0, "\(name): \(line): \(answer)")
      return answer
    }
    shell.pass(.seconds(600))
    _ = run("start Crit --race '20 laps' --at 2027-01-15T08:00:00Z")
    for bib in 1...5 { _ = run("enter \(bib)") }
    if isJoined { _ = run("start Finish --join Crit --also") }
    let target = isJoined ? "--session Finish" : "--session Crit"
    for crossing in 1...30 {
      let bib = Int.random(in: 1...5, using: &seed)
      let moment = String(format: "2027-01-15T08:%02d:%02dZ", crossing / 6, crossing % 6 * 10)
      let line = "cross \(bib) --at \(moment)"
      let isRecorded = Int.random(in: 0..<3, using: &seed) == 0
      let words = "\(line) \(target) --precision 9"
      let answer = isRecorded ? run("record", input: words + "\n") : run(words)
      let times = answer.output.matches(of: /[0-9]:[0-9]{2}\.([0-9]{9})/).map { $0.output.1 }
      #expect(times.count == 2, "\(name): \(line): \(answer)")
      #expect(times.allSatisfy { $0 == "000000000" }, "\(name): \(line): \(answer)")
      if Int.random(in: 0..<6, using: &seed) == 0 { _ = run("mark pit \(target)") }
    }
    let splits = try results(shell).standings.flatMap { $0.laps.map(\.splitNs) }
    #expect(splits.count == 30, "\(name)")
    for split in splits { #expect(split % 1_000_000_000 == 0, "\(name): \(split)") }
    #expect(shell("check").exit == 0, "\(name)")
    shell("rebuild")
    #expect(try results(shell).standings.flatMap { $0.laps.map(\.splitNs) } == splits, "\(name)")
  }

  @Test func `a step of the wall clock by a microsecond is recorded`() throws {
    let shell = Shell(
      .seconds(600), "start Crit --race '20 laps' --at 2027-01-15T08:00:00Z", "enter 17",
      .seconds(10))
    shell.machine.step(.microseconds(1))
    shell("cross 17 --at 2027-01-15T08:10:09.5Z")
    shell.machine.step(.nanoseconds(999))
    shell("cross 17 --at 2027-01-15T08:10:09.6Z")
    let distances = shell.rows("SELECT recorded_at - ticks_ns FROM events").compactMap { Int64($0) }
    #expect(distances.map { $0 - distances[0] } == [0, 0, 1000, 1000])
    // The clock was set after the start, and the nearest reading is that of the crossing.
    #expect(try results(shell).standings.first?.laps.first?.splitNs == 609_499_999_000)
    #expect(shell("check").exit == 0)
  }

  @Test func `measured and earlier moments keep their distance from the reading`() {
    let shell = Shell("start", .seconds(10))
    shell.machine.step(.nanoseconds(80))
    shell("lap", "lap --ago 2s")
    #expect(Set(shell.rows("SELECT recorded_at - ticks_ns FROM events")).count == 1)
    #expect(shell.rows("SELECT at - recorded_at FROM events") == ["0", "0", "-2000000000"])
    #expect(shell("check").exit == 0)
  }

  @Test func `a command repeated with its id gives the first answer`() {
    let shell = Shell(.seconds(600), "start Crit --race '20 laps' --at 2027-01-15T08:00:00Z")
    shell.machine.step(.nanoseconds(80))
    let id = "0192aaaa-0000-7000-8000-000000000001"
    for line in ["cross 17 --ago 2s", "cross 17 --at 2027-01-15T08:09:00Z", "cross 17"] {
      let id = id.dropLast() + "\(line.count % 10)"
      let first = shell("\(line) --id \(id) --json")
      #expect(first.exit == 0)
      shell.pass(.seconds(1))
      shell.machine.step(.nanoseconds(90))
      #expect(shell("\(line) --id \(id) --json") == first)
      shell.machine.step(.nanoseconds(-90))
    }
  }

  @Test func `the shortest reading is used`() {
    func reading(_ values: [Int64]) -> (ticks: Int64, wall: Int64, reads: Int) {
      var left = values[...]
      let reading = SystemClocks.closestReading { _ in left.removeFirst() }
      return (reading.ticks, reading.wall, values.count - left.count)
    }
    #expect(reading([100, 5120, 140]) == (120, 5120, 3))
    #expect(reading([100, 5120, 9100, 9200, 14220, 9240, 0, 0, 0]) == (9220, 14220, 6))
    #expect(
      reading([0, 1, 8000, 9000, 2, 12000, 13000, 3, 15000, 20000, 4, 29000]) == (14000, 3, 9))
  }
}
