import Commands
import EventLog
import Glibc
import Logbook
import Text
import Timing

/// Measures the readers of a course's attempts, with 10,000 of them compared with 10.
func attempts(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let (few, many) = (bench.scratch.folder + "/few.db", bench.scratch.folder + "/many.db")
  _ = try Attempts.record(10, to: few)
  let seconds = try Attempts.record(10_000, to: many)
  let tenth = seconds.count / 10
  let (first, last) = (seconds.prefix(tenth).reduce(0, +), seconds.suffix(tenth).reduce(0, +))
  var figures = [
    Figure(
      what: "recording an attempt of 18 stated laps, after 9,000; the first 1,000",
      ours: (last / Double(tenth)).time, neighbor: (first / Double(tenth)).time,
      ratio: last / first, target: .atMost(1.2))
  ]
  for name in ["show", "status", "best", "watch"] {
    func read(_ log: String) -> () throws -> Double {
      if name == "watch" { return { try Attempts.firstFrame(programs.laptimer, log) } }
      return { try Child.run([programs.laptimer, name, "--db", log]).seconds }
    }
    let duel = try Duel(rounds: name == "watch" ? 30 : 100, [read(many), read(few)])
    let what = name == "watch" ? "the first frame of `watch`" : "`\(name)`"
    figures.append(
      Figure(
        what: "\(what) with 10,000 attempts; with 10", ours: duel.seconds(0).time,
        neighbor: duel.seconds(1).time, ratio: duel.ratio(0, to: 1), target: .atMost(1.2)))
  }
  return figures
}

private enum Attempts {
  private static let segments = (1...18).map { "Hole \($0)" }

  /// Records finished attempts at a course, one after the other, with stated times.
  ///
  /// - Returns: the seconds of each attempt, recorded in a transaction.
  static func record(_ count: Int, to path: String) throws -> [Double] {
    let log = try Journal.open(path)
    // 2020-01-01T00:00:00Z
    var moment = Moment(nanosecondsSince1970: 1_577_836_800_000_000_000)
    var random: UInt64 = 1
    return try (1...count).map { number in
      let start = Event.Start(plan: Plan(course: "golf", segments: segments))
      var requests = [request(.start(start), of: .new(also: true), at: moment)]
      for _ in segments {
        // Knuth's MMIX generator: each hole takes 20 to 60 s.
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        moment = moment + .milliseconds(20_000 + Int(random >> 33) % 40_000)
        requests.append(request(.lap(label: nil), of: .number(number), at: moment))
      }
      moment = moment + .seconds(60)
      return try timed {
        for answer in try log.append(requests) { _ = try answer.get() }
      }
    }
  }

  private static func request(
    _ command: Command, of target: Request.Target, at moment: Moment
  ) -> Request {
    var request = Journal.request(command, of: target)
    request.time = .at(moment)
    return request
  }

  /// Opens the live screen.
  ///
  /// - Returns: the seconds until the first frame has the course's last segment.
  static func firstFrame(_ program: String, _ log: String) throws -> Double {
    let began = Child.now()
    let screen = ScreenProcess(
      [program, "watch"], environment: ["LAPTIMER_DB=\(log)", "TERM=xterm", "LANG=C.UTF-8"])
    guard let screen else { throw Child.Failure(description: "cannot run \(program)") }
    var output = ""
    while !output.contains("Hole 18") {
      guard screen.waitForOutput(.seconds(5)) else {
        throw Child.Failure(description: "no frame within 5 s")
      }
      output += String(decoding: screen.readOutput(), as: UTF8.self)
    }
    let seconds = Child.now() - began
    withExtendedLifetime(screen) {}
    return seconds
  }
}
