import CBaseline
import EventLog
import Logbook
import Glibc

/// Measures the time from COMMIT in one process to the event in another.
func following(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let path = try bench.scratch.log("followed.db", events: 1000)
  let log = try Logbook(LogFile(path), for: .reading)
  let follower = log.follow(after: try log.newestPosition)
  _ = try follower.next(timeout: .zero)  // creates the doorbell
  let count = 300
  var latencies = Latencies()
  for _ in 0..<3 {
    latencies.ours += try ringing(programs, path, count) { times in
      try (0..<count).map { _ in
        _ = try follower.next(timeout: .seconds(10))
        return Int64(baseline_now()) - (try times.next())
      }
    }
    latencies.bare += try ringing(programs, path, count) { times in
      var latencies = [Int64](repeating: 0, count: count)
      baseline_hear(path, times.file, Int32(count), &latencies)
      return latencies
    }
    latencies.reading += try ringing(programs, path, count) { times in
      var latencies = [Int64](repeating: 0, count: count)
      baseline_listen(path, times.file, Int32(count), &latencies)
      return latencies
    }
    while case .events = try follower.next(timeout: .zero) {}
  }
  return [
    latencies.figure("follow: COMMIT to event, median; a ring heard", \.bare, 0.5, .atMost(2)),
    latencies.figure("the same; a ring heard, and the event read in C", \.reading, 0.5, .none),
    latencies.figure("its 99th percentile; a ring heard", \.bare, 0.99, .none),
    latencies.figure("its maximum; a ring heard", \.bare, 1, .none),
    try idle(follower),
  ]
}

/// The seconds from COMMIT in one process to its effect in another.
private struct Latencies {
  /// The event, as laptimer reads it.
  var ours: [Double] = []
  /// The ring.
  var bare: [Double] = []
  /// The event, as plain C reads it.
  var reading: [Double] = []

  func figure(
    _ what: String, _ neighbors: KeyPath<Latencies, [Double]>, _ part: Double,
    _ target: Figure.Target
  ) -> Figure {
    let (ours, theirs) = (ours.quantile(part), self[keyPath: neighbors].quantile(part))
    return Figure(
      what: what, ours: ours.time, neighbor: theirs.time, ratio: ours / theirs, target: target)
  }
}

/// The times of the rings, read from a pipe.
private struct Times {
  let file: Int32

  func next() throws -> Int64 {
    var time: Int64 = 0
    guard read(file, &time, 8) == 8 else { throw Child.Failure(description: "no ringer") }
    return time
  }
}

/// Runs a process that appends and rings while `body` listens; returns the latencies in seconds.
private func ringing(
  _ programs: Programs, _ path: String, _ count: Int, _ body: (Times) throws -> [Int64]
) throws -> [Double] {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw Child.Failure(description: "no pipe") }
  defer { close(ends[0]) }
  let words = [programs.baseline, "ring", path, "\(count)"]
  let began = Child.now()
  let ringer = try Child.start(words, Child.Streams(output: ends[1]))
  close(ends[1])
  let latencies = try body(Times(file: ends[0]))
  _ = try Child.wait(for: ringer, words, began)
  return latencies.map { Double($0) / 1e9 }
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
