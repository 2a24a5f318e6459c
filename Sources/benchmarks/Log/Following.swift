import CBaseline
import EventLog
import Glibc
import Logbook

/// Measures the time from COMMIT in one process to the event in another, and the wake-ups of an idle
/// follower beside those of its periodic check of the log.
func following(_ bench: Bench) throws -> [Figure] {
  let path = try bench.log("followed.db", events: 1000)
  let log = try Logbook(LogFile(path), for: .reading)
  let follower = log.follow(after: try log.newestPosition)
  _ = try follower.next(timeout: .zero)  // creates the doorbell
  let count = 300
  var seconds: [[Double]] = [[], []]
  for _ in 0..<3 {
    seconds[0] += try ring(bench, path, count) { times in
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
    }
    seconds[1] += try ring(bench, path, count) { times in
      var latencies = [Int64](repeating: 0, count: count)
      let heard = baseline_hear(path, times, Int32(count), &latencies)
      return Array(latencies.prefix(Int(heard)))
    }
    while case .events = try follower.next(timeout: .zero) {}
  }
  let (ours, neighbor) = (seconds[0].quantile(0.5), seconds[1].quantile(0.5))
  let before = switches()
  _ = try follower.next(timeout: .seconds(9))
  let woken = switches() - before
  return [
    Figure(
      what: "follow: COMMIT to event, median; the event read in C at the ring", ours: ours.time,
      neighbor: neighbor.time, ratio: ours / neighbor, target: .atMost(2)),
    Figure(
      what: "wake-ups of an idle follower in 9 s; one each 2 s", ours: "\(woken)", neighbor: "5",
      ratio: Double(woken) / 5, target: .atMost(1)),
  ]
}

/// Runs a process that appends and rings while `body` reads the times of the rings from a pipe.
private func ring(
  _ bench: Bench, _ path: String, _ count: Int, _ body: (_ times: Int32) throws -> [Int64]
) throws -> [Double] {
  let words = [try bench.programs().baseline, "ring", path, "\(count)"]
  let latencies = try Child.whileRunning(words, body)
  return latencies.map { Double($0) / 1e9 }
}

private func switches() -> Int {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  return usage.ru_nvcsw
}
