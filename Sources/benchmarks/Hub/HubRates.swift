import Glibc
import HubTestSupport
import ProcessTestSupport

/// Measures exchanges of devices with a hub, a PostgreSQL server of its own whose commits wait for
/// the disk, beside C with libpq that calls the same functions.
///
/// The programs are those beside this one: `swift build -c release` builds them all.
func hub(_ bench: Bench) throws -> [Figure] {
  guard HubServer.isInstalled else { throw Child.Failure(description: "PostgreSQL is missing") }
  let hub = try MeasuredHub(events: min(60_000, bench.events))
  return try hub.pushes() + hub.pulls() + hub.latencies() + hub.resumed() + hub.three()
    + hub.groups()
}

/// A hub with devices that have joined.
final class MeasuredHub {
  let server: HubServer
  private let owner: Device
  /// The events of each large session.
  let events: Int
  private var count = 0

  init(events: Int) throws {
    self.events = events
    server = try HubServer(durable: true)
    owner = try Device()
    try owner.initialize(server)
  }

  /// Creates a device that has joined, with a log of a race of so many crossings.
  func device(crossings: Int? = nil, joining race: String? = nil) throws -> Device {
    count += 1
    let device = try Device()
    try device.join(server, "m\(count)", owner.invite("m\(count)"))
    if let crossings { try record(crossings, joining: race, to: device) }
    return device
  }

  /// Records a race, or a point of one.
  private func record(_ crossings: Int, joining race: String?, to device: Device) throws {
    let runners = 100
    let start =
      if let race {
        ["start --join \(race) --point P\(count)"]
      } else {
        ["start --race '100000 laps'"] + (1...runners).map { "enter \($0) 'Runner \($0)'" }
      }
    let lines = start + (0..<crossings).map { "cross \($0 % runners + 1)" }
    let input = device.folder + "/lines"
    try write(lines.joined(separator: "\n"), to: input)
    try Child.run(
      [ProcessTestSupport.Child.laptimer, "record", "--db", device.log], Child.Streams(input: input)
    )
  }

  /// Exchanges events once; returns the seconds and the answer.
  @discardableResult
  func sync(_ device: Device) throws -> (seconds: Double, answer: String) {
    let began = Child.now()
    let answer = try device("sync")
    guard answer.exit == 0 else { throw Child.Failure(description: answer.errors) }
    return (Child.now() - began, answer.output)
  }

  /// Runs the program in C as a device, and returns the numbers that it reports.
  @discardableResult
  func baseline(_ words: String..., as device: Device) throws -> [Double] {
    let child = try device.start(program: "hub-baseline", words)
    child.closeInput()
    let report = child.outputToEnd()
    guard try child.end() == .exit(0) else {
      throw Child.Failure(description: "hub-baseline \(words[0]) failed")
    }
    return report.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
    }
  }

  /// Forgets all events.
  func empty() throws {
    let sql = """
      TRUNCATE laptimer.events, laptimer.streams, laptimer.groups, laptimer.divergences; \
      UPDATE laptimer.devices SET bytes = 0, streams = 0
      """
    let answer = try server.psql(sql, "CHECKPOINT")
    guard answer.exit == 0 else { throw Child.Failure(description: answer.output) }
  }
}

extension Device {
  /// The uid of the first session of its log.
  func uid() throws -> String {
    try self("export").output.split(separator: "\"").dropFirst(7).first.map(String.init) ?? ""
  }
}

// MARK: One device

extension MeasuredHub {
  /// All events of a log to an empty hub.
  fileprivate func pushes() throws -> [Figure] {
    let device = try device(crossings: events)
    let lines = try device.exported()
    let file = device.folder + "/export"
    try write(lines.joined(separator: "\n") + "\n", to: file)
    let race = try device.uid()
    let what = "push of \(lines.count.spaced) events"
    let figure = try measure("\(what); C", rounds: 5, events: lines.count, .atLeast(0.8)) {
      try self.empty()
      return try self.sync(device).seconds
    } against: {
      try self.empty()
      return try timed {
        try self.baseline("push", device.url, race, race, file, as: device)
      }
    }
    try empty()
    return [figure, Figure(what, try sync(device).seconds, atMost: 10)]
  }

  /// All events of a hub to an empty log.
  fileprivate func pulls() throws -> [Figure] {
    try empty()
    let sender = try device(crossings: events)
    let receiver = try device()
    try sync(sender)
    let race = try sender.uid()
    let count = try sender.exported().count
    let what = "pull of \(count.spaced) events, verified and projected; C, which only reads them"
    let figure = try measure(what, rounds: 5, events: count) {
      for suffix in ["", "-wal", "-shm", "-bell"] { unlink(receiver.log + suffix) }
      return try self.sync(receiver).seconds
    } against: {
      try timed { try self.baseline("pull", receiver.url, race, as: receiver) }
    }
    return [figure]
  }

  /// One new event after many, and after few.
  fileprivate func resumed() throws -> [Figure] {
    let devices = try [device(crossings: events), device(crossings: 100)]
    for device in devices { try sync(device) }
    let bodies = devices.map { device in
      {
        _ = try device("cross", "1")
        return try self.sync(device).seconds
      }
    }
    return [
      try Duel(rounds: 20, bodies).figure(
        "`sync` of one new event after \(events.spaced); after 100", .atMost(1.5))
    ]
  }

  /// Three points of a race, all at once.
  fileprivate func three() throws -> [Figure] {
    try empty()
    let first = try device(crossings: events)
    let race = try first.uid()
    let devices = try [first] + (0..<2).map { _ in try device(crossings: events, joining: race) }
    let began = Child.now()
    var seconds = 0.0
    // Until nothing is left to exchange.
    while true {
      let running = try devices.map { try $0.start(["sync"]) }
      let answers = try running.map { child in
        child.closeInput()
        let texts = child.textsToEnd()
        guard try child.end() == .exit(0) else { throw Child.Failure(description: texts.errors) }
        return texts.output
      }
      if answers.allSatisfy({ $0 == "Sent 0 events, received 0.\n" }) { break }
      seconds = Child.now() - began
    }
    return [
      Figure("three devices of \(events.spaced) events each, all at once", seconds, atMost: 25)
    ]
  }
}
