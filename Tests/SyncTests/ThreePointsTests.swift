import Foundation
import EventLog
import Host
import HubTestSupport
import ProcessTestSupport
import Racing
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Logbook
@testable import laptimer_sync

/// Three devices that time the same line of a race for an hour without a network.
///
/// They compare their clocks with the hub before the hour and after it. The clocks of the devices
/// are values: their ticks run at different rates, their wall clocks are up to three seconds apart,
/// and one is set by an hour in the middle.
@Suite(.enabled(if: HubServer.isInstalled))
struct ThreePointsTests {
  @Test func `the merged race is right on every device after an hour offline`() throws {
    let server = try HubServer()
    let owner = try Device()
    try owner.initialize(server)
    var seed = Seed()
    let race = TimedRace(&seed, crossings: 3 * Effort.times(600, long: 60_000))
    let reference = try #require(
      try owner.query(server, "SELECT laptimer.clock_reference()"), "no reference")
    let points = try TimedRace.clocks.indices.map { index in
      let point = try Point(index, of: race, server, invitedBy: owner)
      try point.record(race, comparedWith: reference, &seed)
      return point
    }

    // In a random order, until no point has anything left to exchange.
    var quiet: Set<Int> = []
    while quiet.count < points.count {
      let index = seed.below(points.count)
      let report = try points[index].synchronizer.run()
      #expect(report.outcomes.isEmpty && report.contradictions.isEmpty, "\(seed)")
      if report.sent + report.received > 0 { quiet = [] } else { quiet.insert(index) }
    }

    let standings = try points.map { try $0.device.standings(of: "\(race.id)") }
    #expect(standings[1] == standings[0] && standings[2] == standings[0], "\(seed)")
    for point in points {
      #expect(try point.device("check").exit == 0)
      let faults = try race.faults(in: point.results(of: race))
      #expect(faults.isEmpty, "\(seed): \(faults.count) faults, \(faults.prefix(3))")
    }
  }
}

extension Device {
  /// Returns the standings of a race as JSON, without the numbers of this device's log.
  func standings(of race: String) throws -> String {
    let answer = try self("standings", race, "--json")
    try #require(answer.exit == 0, "\(answer.errors)")
    return answer.output.replacing(/"session":[0-9]+,/, with: "")
      .replacing(/"as_of":\{"position":[0-9]+,/, with: "\"as_of\":{")
  }

  /// Returns the first value of a query by the owner of the hub.
  fileprivate func query(_ server: HubServer, _ sql: String) throws -> String? {
    let answer = try server.psql(sql)
    return answer.exit == 0 ? answer.output : nil
  }
}

/// A race of which the true time of each crossing is known.
struct TimedRace {
  let id: EventID
  let start: Moment
  let runners: Int
  let laps: Int
  /// The crossings in the order of their true times since the start, each seen by one device.
  private(set) var crossings: [(runner: Int, time: Duration, device: Int)] = []

  /// The clocks of the devices.
  static let clocks = [
    DeviceClock(rate: 15, ticks: .seconds(5000), wall: .milliseconds(-1400), step: .zero),
    DeviceClock(rate: -20, ticks: .seconds(90), wall: .milliseconds(1600), step: .seconds(3600)),
    DeviceClock(rate: 5, ticks: .seconds(700_000), wall: .zero, step: .zero),
  ]

  init(_ seed: inout Seed, crossings count: Int) {
    // The hour has just passed.
    start = World.live.instant().recordedAt - .seconds(3700)
    id = Self.id(at: start, &seed)
    runners = count / 6 < 1000 ? count / 30 : 1000
    laps = count / runners
    let slot = Duration.nanoseconds(3_590_000_000_000 / Int64(count))
    var order = Array(0..<runners)
    for lap in 0..<laps {
      // Runners change places with others near them, so that no lap is too short.
      for place in 1..<runners where seed.chance(50) { order.swapAt(place - 1, place) }
      for (place, runner) in order.enumerated() {
        let time = slot * (lap * runners + place + 1) + .seconds(5)
        crossings.append((runner, time, seed.below(3)))
      }
    }
  }

  static func id(at moment: Moment, _ seed: inout Seed) -> EventID {
    let milliseconds = UInt64(moment.nanosecondsSince1970 / 1_000_000)
    return EventID(
      high: milliseconds << 16 | 0x7000 | seed.next() >> 52, low: 1 << 63 | seed.next() >> 2)
  }

  /// The time since the start by the clock of the race.
  private func clockTime(_ time: Duration) -> Int64 {
    (Self.clocks[0].ticks(at: time) - Self.clocks[0].ticks(at: .zero)).nanoseconds
  }

  /// Compares results with a naive fold over all crossings by their true times.
  func faults(in results: [ResultRow]) -> [String] {
    var splits = Array(repeating: [(time: Int64, isOwn: Bool)](), count: runners)
    for crossing in crossings {
      splits[crossing.runner].append((clockTime(crossing.time), crossing.device == 0))
    }
    let order = splits.indices.sorted {
      (-splits[$0].count, splits[$0].last?.time ?? 0) < (
        -splits[$1].count, splits[$1].last?.time ?? 0
      )
    }
    if results.map(\.bib) != order.map({ "\($0 + 1)" }) { return ["the order of the runners"] }
    var faults: [String] = []
    for (place, (row, runner)) in zip(results, order).enumerated() {
      if row.position != place + 1 || row.laps.count != splits[runner].count {
        faults.append("\(row.bib): place \(row.position ?? 0), \(row.laps.count) laps")
      }
      for (lap, split) in zip(row.laps, splits[runner]) {
        let difference = abs(lap.splitNs - split.time)
        let isRight = split.isOwn ? difference == 0 : difference <= lap.doubtNs ?? -1
        if !isRight {
          faults.append("\(row.bib): \(difference) ns, \(lap.doubtNs ?? -1) in doubt")
        }
      }
    }
    return faults
  }
}

/// A row of `results --json`.
struct ResultRow: Decodable {
  struct Lap: Decodable {
    var splitNs: Int64
    var doubtNs: Int64?
  }

  var bib: String
  var position: Int?
  var laps: [Lap]
}

/// A clock by the true time since the start of the race.
struct DeviceClock: Sendable {
  /// By how many millionths the ticks are too fast.
  let rate: Int64
  /// The ticks at the start.
  let ticks: Duration
  /// The difference of the wall clock from the true time.
  let wall: Duration
  /// By how much the wall clock is set in the middle.
  let step: Duration

  func ticks(at time: Duration) -> Duration {
    ticks + time + .nanoseconds(time.nanoseconds / 1_000_000 * rate)
  }

  func instant(at time: Duration, of start: Moment, device: Int) -> Instant {
    Instant(
      clock: ClockIdentity(bootID: "boot \(device)", device: "device \(device)"),
      ticks: ticks(at: time),
      recordedAt: start + time + wall + (time < .seconds(1800) ? .zero : step))
  }
}

/// A device at the line.
private struct Point {
  let device: Device
  let synchronizer: Synchronizer
  private let log: Logbook
  private let index: Int
  private let clock: DeviceClock

  init(
    _ index: Int, of race: TimedRace, _ server: HubServer, invitedBy owner: Device
  ) throws {
    let clock = TimedRace.clocks[index]
    self.index = index
    self.clock = clock
    device = try Device()
    try device.join(server, "p\(index)", owner.invite("p\(index)"))
    log = try Logbook(LogFile(device.log), for: .appending(longLived: true))
    var world = World.live
    world.instant = {
      let time = World.live.instant().recordedAt - race.start
      return clock.instant(at: time, of: race.start, device: index)
    }
    world.keepDevice = {}
    let hub = Hub(server: try Server(Address(device.url), password: device.password))
    synchronizer = Synchronizer(
      hub, log, world, only: nil, all: false, progress: ProgressLine(world, isWanted: false))
  }

  /// Records the crossings that this device saw, after a comparison of the clocks.
  func record(_ race: TimedRace, comparedWith reference: String, _ seed: inout Seed) throws {
    var events: [(kind: Event.Kind, time: Duration)] = []
    if index == 0 {
      let format = try RaceFormat(text: "\(race.laps) laps", rules: "lapped=continue")
      events.append((.started(Event.Start(plan: Plan(race: format))), .zero))
      events += (1...race.runners).map { runner in
        (.race(.entered(RaceEvent.Entry(bib: "\(runner)"))), .milliseconds(1))
      }
    } else {
      events.append(
        (.race(.joined(race: race.id, point: "finish", priority: index)), .milliseconds(2)))
    }
    let time = Duration.seconds(1 + index)
    let exact = Duration.nanoseconds((race.start + time).nanosecondsSince1970)
    events.append(
      (
        .race(
          .clocksCompared(
            ClockComparison(
              reference: reference, sent: clock.ticks(at: time - .milliseconds(1)),
              referenceReceived: exact + .microseconds(300),
              referenceSent: exact + .microseconds(400),
              received: clock.ticks(at: time + .milliseconds(1))))), time
      ))
    for crossing in race.crossings where crossing.device == index {
      events.append(
        (
          .race(.crossed(RaceEvent.Crossing(bib: "\(crossing.runner + 1)"))), crossing.time
        ))
    }
    if index == 0 { events.append((.stopped, .seconds(3650))) }

    let uid = index == 0 ? race.id : TimedRace.id(at: race.start, &seed)
    let lines = events.enumerated().map { number, event in
      let instant = clock.instant(at: event.time, of: race.start, device: index)
      let id = number == 0 ? uid : TimedRace.id(at: instant.recordedAt, &seed)
      let payload = event.kind.payload()
      let record = Record(
        position: 0, session: 0, version: 0, id: id, kind: event.kind.name,
        kindVersion: payload.version, at: instant.recordedAt, basis: .measured,
        recordedAt: instant.recordedAt, ticks: instant.ticks.nanoseconds,
        clock: ClockID(rawValue: 0), source: "test", data: payload.data)
      return ExportedEvent(signing: record, uid: uid, clock: instant.clock).exportedLine
    }
    let part = StreamPart(stream: uid, after: 0, lines: lines, isForeign: false)
    #expect(try log.importStreams([part]).newEvents == lines.count)
  }

  func results(of race: TimedRace) throws -> [ResultRow] {
    struct Results: Decodable { var standings: [ResultRow] }
    let answer = try device("results", "\(race.id)", "--json")
    try #require(answer.exit == 0, "\(answer.errors)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Results.self, from: Data(answer.output.utf8)).standings
  }
}
