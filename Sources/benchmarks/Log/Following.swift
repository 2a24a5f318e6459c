import CBaseline
import EventLog
import Glibc
import Logbook

/// Measures the time from COMMIT in one process to the event in another.
func following(_ bench: Bench) throws -> [Figure] {
  let path = try bench.log("followed.db", events: 1000)
  let log = try Logbook(LogFile(path), for: .reading)
  let follower = log.follow(after: try log.newestPosition)
  _ = try follower.next(timeout: .zero)  // creates the doorbell
  let count = 300
  /// Receives the times of the rings, and returns the nanoseconds from each to its event.
  typealias Receiver = (_ times: Int32) throws -> [Int64]
  func hear(reading: Bool) -> Receiver {
    { times in
      var latencies = [Int64](repeating: 0, count: count)
      let heard = baseline_hear(path, times, Int32(count), reading ? 1 : 0, &latencies)
      return Array(latencies.prefix(Int(heard)))
    }
  }
  let receivers: [Receiver] = [
    { times in
      var latencies: [Int64] = []
      while latencies.count < count,
        case .events(let events) = try follower.next(timeout: .seconds(10))
      {
        let now = baseline_now()
        for _ in events {
          var time: Int64 = 0
          guard read(times, &time, 8) == 8 else { throw Child.Failure("no ringer") }
          latencies.append(now - time)
        }
      }
      return latencies
    }, hear(reading: false), hear(reading: true),
  ]
  var times: [[Double]] = receivers.map { _ in [] }
  for _ in 0..<3 {
    for (index, receive) in receivers.enumerated() {
      times[index] += try ring(bench, path, count, receive).map { Double($0) / 1e9 }
    }
    while case .events = try follower.next(timeout: .zero) {}
  }
  let duel = Duel(times: times)
  return [
    duel.figure("follow: COMMIT to event, median; a ring heard in C", quantile: 0.5, .atMost(2)),
    duel.figure(
      "the same; a ring heard, and the event read in C", quantile: 0.5, against: 2),
    duel.figure("its 99th percentile; a ring heard", quantile: 0.99),
    duel.figure("its maximum; a ring heard", quantile: 1),
    try idle(follower),
  ]
}

/// Runs a process that appends and rings while `body` reads the times of the rings from a pipe.
private func ring(
  _ bench: Bench, _ path: String, _ count: Int, _ body: (_ times: Int32) throws -> [Int64]
) throws -> [Int64] {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw Child.Failure("pipe") }
  defer { close(ends[0]) }
  let words = [try bench.programs().baseline, "ring", path, "\(count)"]
  let began = Child.now()
  let ringer = try Child.start(words, Child.Streams(output: ends[1]))
  close(ends[1])
  let latencies = try body(ends[0])
  try Child.wait(for: ringer, words, began)
  return latencies
}

/// Counts the wake-ups of an idle follower, compared with those of its periodic check of the log.
private func idle(_ follower: Follower) throws -> Figure {
  func switches() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_nvcsw
  }
  let before = switches()
  _ = try follower.next(timeout: .seconds(9))
  let woken = switches() - before
  return Figure(
    what: "wake-ups of an idle follower in 9 s; one each 2 s", ours: "\(woken)", neighbor: "5",
    ratio: Double(woken) / 5, target: .atMost(1))
}
