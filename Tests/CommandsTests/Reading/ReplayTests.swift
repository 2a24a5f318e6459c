import Foundation
import Host
import Synchronization
import Testing
import Timing
import TimingTestSupport

@Suite struct ReplayTests {
  let shell = Shell()

  /// Records two laps, takes back the second one, and stops the clock for an hour.
  private func recordSession() {
    shell(
      "start 'Tempo run'", .seconds(28), "lap", .milliseconds(1500), "lap false",
      .milliseconds(500), "undo", .seconds(10), "stop", .seconds(3600), "resume", .seconds(2),
      "stop")
  }

  private func replay(_ options: String) -> (answer: Answer, waits: [Double]) {
    let ends = Recorder<Duration>()
    ends.add(shell.machine.reading.ticks)
    shell.onSleep = { until in
      ends.add(until)
      return .over
    }
    let answer = shell("replay \(options)")
    return (answer, zip(ends.all.dropFirst(), ends.all).map { ($0 - $1) / .seconds(1) })
  }

  @Test func `a replay shows all events, also a lap taken back, and delays do not add up`() {
    recordSession()
    let (answer, waits) = replay("1")
    #expect(
      answer == """
          00:00.0  no laps      1  1@1       2027-01-15 09:00:00.000  started      "Tempo run"
          00:28.0  1 lap        2  1@2       2027-01-15 09:00:28.000  lapped
          00:29.5  2 laps       3  1@3       2027-01-15 09:00:29.500  lapped       "false"
          00:30.0  1 lap        4  1@4       2027-01-15 09:00:30.000  reverted     @3
          00:40.0  1 lap        5  1@5       2027-01-15 09:00:40.000  stopped
          00:40.0  1 lap        6  1@6       2027-01-15 10:00:40.000  resumed
          00:42.0  1 lap        7  1@7       2027-01-15 10:00:42.000  stopped
        """)
    #expect(waits == [28, 1.5, 0.5, 10, 1, 2])
    #expect(
      shell("replay 1 --from 43").error(1)
        == "Error: Session 1 has not reached 00:43.0: it is at 00:42.0.")
    let late = shell("replay 1 --to 43 --speed max")
    #expect(late.exit == 0 && late.message == "Note: '--to 00:43.0' is after the end, 00:42.0.")
    let begin = shell.machine.reading.ticks
    // Each sleep ends 100 ms late, and the next one still ends at its own instant.
    shell.lateness = .milliseconds(100)
    #expect(replay("1").waits == [28, 1.5, 0.5, 10, 1, 2])
    #expect(shell.machine.reading.ticks == begin + .milliseconds(43_100))
  }

  @Test(
    arguments: [
      ("--speed 2", 1...7, [14, 0.75, 0.25, 5, 0.5, 1]),
      ("--speed 0.5", 1...7, [56, 3, 1, 20, 1, 4]),
      ("--speed 4000", 1...7, [0.007, 0.000375, 0.000125, 0.0025, 0.00025, 0.0005]),
      ("--gaps full", 1...7, [28, 1.5, 0.5, 10, 3600, 2]), ("--speed max", 1...7, []),
      ("--speed max --gaps full", 1...7, []), ("--from 29", 3...7, [0.5, 0.5, 10, 1, 2]),
      ("--to 29", 1...2, [28]), ("--to 30", 1...4, [28, 1.5, 0.5]),
      ("--from 28 --to 29.5", 2...3, [1.5]), ("--from 40.5", 7...7, [1.5]), ("--to 0", 1...1, []),
      ("--to 1h", 1...7, [28, 1.5, 0.5, 10, 1, 2]),
    ] as [(String, ClosedRange<Int>, [Double])])
  func `speed, gaps, from and to determine the events and the waits`(
    options: String, events: ClosedRange<Int>, expected: [Double]
  ) {
    recordSession()
    let (answer, waits) = replay("1 \(options)")
    #expect(answer.exit == 0)
    #expect(answer.lines.compactMap { $0.firstMatch(of: /1@(\d+)\s/)?.1 } == events.map { "\($0)" })
    #expect(waits.count == expected.count)
    for (wait, expected) in zip(waits, expected) { #expect(abs(wait - expected) < 1e-6) }
  }

  @Test func `a replay shows a countdown`() {
    shell("start --countdown 10", .milliseconds(7500), "mark breath", .seconds(5), "lap")
    let (answer, waits) = replay("1")
    #expect(
      answer.text == """
               10  no laps      1  1@1       2027-01-15 09:00:10.000  started
                3  no laps      2  1@2       2027-01-15 09:00:07.500  timestamped  "breath"
          00:02.5  1 lap        3  1@3       2027-01-15 09:00:12.500  lapped
        """)
    #expect(waits == [7.5, 5])
  }

  @Test func `a replay of stated times waits between these times`() {
    shell(
      "start --at 08:00:00", "lap --at 08:00:30", "stop --at 08:01:00", "lap late --at 08:00:40")
    let (answer, waits) = replay("1")
    #expect(
      answer.text == """
          00:00.0  no laps      1  1@1       2027-01-15 08:00:00.000  started      (stated)
          00:30.0  1 lap        2  1@2       2027-01-15 08:00:30.000  lapped       (stated)
          01:00.0  1 lap        3  1@3       2027-01-15 08:01:00.000  stopped      (stated)
          01:00.0  2 laps       4  1@4       2027-01-15 08:00:40.000  lapped       "late" (stated)
        """)
    #expect(waits == [30, 30])
  }

  @Test func `the JSON of replay has the state after each event`() {
    shell("start A", .seconds(2), "lap")
    #expect(
      replay("1 --json --speed max").answer.lines[1] == """
        {"position":2,"session":1,"uid":"01920000-0000-7000-8000-000000000001","version":2,\
        "id":"01920000-0000-7000-8000-000000000002","kind":"lapped","kind_version":1,\
        "at":"2027-01-15T08:00:02.000000000Z","basis":"measured",\
        "recorded_at":"2027-01-15T08:00:02.000000000Z","ticks_ns":7000000000,"clock":1,\
        "source":"cli","data":{},"state":{"session":1,"uid":"01920000-0000-7000-8000-000000000001",\
        "name":"A","tags":[],"people":[],"phase":"running",\
        "started_at":"2027-01-15T08:00:00.000000000Z","running_time_ns":2000000000,\
        "running_time":"00:02.0","clock":"exact","header":"1 lap","plan":{"laps":null,\
        "limit_ns":null,"min_lap_ns":null},"lap_count":1,"best_ns":2000000000}}
        """)
  }

  @Test func `each line is flushed before the wait for the next`() {
    recordSession()
    let pipe = Pipe()
    shell.outputDescriptor = pipe.fileHandleForWriting.fileDescriptor
    let reading = pipe.fileHandleForReading
    let counts = Recorder<Int>()
    shell.onSleep = { _ in
      counts.add(reading.availableData.split(separator: 10).count)
      return .over
    }
    shell("replay 1")
    #expect(counts.all == [1, 1, 1, 1, 1, 1])
  }

  @Test func `an interrupt ends a replay, and a closed pipe does so silently`() {
    recordSession()
    shell.onSleep = { _ in .interrupted }
    let answer = shell("replay 1")
    #expect(answer.exit == 130 && answer.output.split(separator: "\n").count == 1, "\(answer)")
    shell.onSleep = { _ in .readerClosed }
    #expect(shell("replay 1").exit == 141)
    #expect(shell("replay 1").errors == "")
  }

  @Test(arguments: [
    ("2", 66), ("nobody", 66), ("1 --speed 0", 64), ("1 --speed -1", 64),
    ("1 --speed inf", 64), ("1 --speed 1e3", 64), ("1 --speed .", 64), ("1 --speed fast", 64),
    ("1 --from 3 --to 2", 64), ("1 --gaps none", 64),
  ])
  func `invalid options and unknown sessions are refused`(options: String, exit: Int32) {
    recordSession()
    #expect(replay(options).answer.failed(exit))
  }
}

/// Values that a command gives while it runs.
private final class Recorder<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func add(_ value: Value) { values.withLock { $0.append(value) } }

  var all: [Value] { values.withLock { $0 } }
}
