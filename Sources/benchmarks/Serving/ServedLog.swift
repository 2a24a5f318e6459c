import EventLog
import Glibc
import Host
import Logbook
import Text
import Timing

/// The time from COMMIT of a crossing in a race of 60 to the first of so many readers, and to the last.
func servedCrossings(_ bench: Bench, readers: [Int]) throws -> [Figure] {
  let path = bench.newLog("served-race.db")
  let entries = (1...60).map { "enter \($0) 'Runner \($0)'" }
  try bench.record(["start --race '99 laps'"] + entries, to: path)
  let log = try Logbook(LogFile(path), for: .appending)
  var figures: [Figure] = []
  for count in readers {
    var times: (first: [Double], last: [Double]) = ([], [])
    try whileServing(bench, path, readers: count, messages: 60) { reports in
      for bib in 1...60 {
        let instant = World.live.instant()
        _ = try log.append(
          Request(
            id: World.live.makeID(instant.recordedAt),
            .race(.crossed(RaceEvent.Crossing(bib: "\(bib)"))), of: .implied, instant: instant,
            source: "cli"))
        let committed = Child.now()
        guard let report = Readers.Report(from: reports) else { throw Child.Failure("readers") }
        times.first.append(report.first - committed)
        times.last.append(report.last - committed)
        // The next crossing does not come within the pause between two publications.
        usleep(150_000)
      }
    }
    figures.append(
      Figure(
        "COMMIT of a crossing to the first of \(count.spaced), a race of 60, median",
        times.first.quantile(0.5), atMost: 0.005))
    if count > 1 {
      figures.append(
        Figure(
          what: "the same to the last of \(count.spaced)", ours: times.last.quantile(0.5).time))
    }
  }
  return figures
}

/// The time of a `lap` whose readers are sent it, and of one that comes while they are sent the one
/// before, each beside a `lap` in a log that another server serves to nobody.
///
/// Readers on other machines take no time from it; then readers do who have the same priority.
func servedLaps(_ bench: Bench, readers: Int) throws -> [Figure] {
  try servedLaps(bench, readers, niceness: 19, "`lap` beside \(readers.spaced) readers")
    + servedLaps(bench, readers, niceness: 0, "the same with readers on the same processors")
}

private func servedLaps(
  _ bench: Bench, _ readers: Int, niceness: Int32, _ what: String
) throws -> [Figure] {
  let (served, other) = (
    try bench.log("served.db", laps: 100), try bench.log("alone.db", laps: 100)
  )
  let rounds = 31
  var times: [[Double]] = [[], [], [], []]
  func twoLaps(on log: String, _ place: Int) throws {
    for place in [place, place + 1] {
      times[place].append(try bench.laptimer(["lap"], on: log).seconds)
      usleep(20_000)
    }
  }
  try whileServing(bench, other, readers: 0, messages: 0) { _ in
    try whileServing(bench, served, readers: readers, messages: 2 * rounds, niceness: niceness) {
      for _ in 0..<rounds {
        try twoLaps(on: served, 0)
        // Once all readers have both, the next ones are alone on the machine.
        for _ in 0..<2 where Readers.Report(from: $0) == nil { throw Child.Failure("readers") }
        usleep(150_000)
        try twoLaps(on: other, 2)
        usleep(150_000)
      }
    }
  }
  return [
    Duel(times: [times[0], times[2]]).figure("\(what); without readers", .atMost(1.1)),
    Duel(times: [times[1], times[3]]).figure(
      "\(what), while they are sent another; without readers", niceness > 0 ? .atMost(1.1) : .none),
  ]
}

/// Runs `laptimer serve` of a log, with readers of its first session.
private func whileServing(
  _ bench: Bench, _ log: String, readers: Int, messages: Int, niceness: Int32 = 0,
  _ body: (_ reports: Int32) throws -> Void
) throws {
  let words = [try bench.programs().laptimer, "serve", "--listen", "127.0.0.1:0", "--db", log]
  try Child.whileRunning(words, endedBy: SIGINT) { output in
    // Serving at http://127.0.0.1:43210/
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(output, &bytes, bytes.count)
    let address = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    guard
      let port = address.split(separator: "/").dropFirst().first?.split(separator: ":").last
        .flatMap({ UInt16($0) })
    else { throw Child.Failure(description: "serve: \(address)") }
    let group = Readers(
      at: port, readers, of: "/live/1", ("event: board", "event: change"), messages: messages,
      niceness: niceness)
    try group.whileReading { reports in
      guard Readers.Report(from: reports) != nil else { throw Child.Failure("readers") }
      try body(reports)
    }
  }
}
