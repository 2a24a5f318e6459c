import HubTestSupport
import ProcessTestSupport
import Sync
import Testing
import Text
import TimingTestSupport

/// Random schedules of devices, hub and network as values: presses, exchanges that break off
/// anywhere, lost and repeated answers, restores of either side from old copies, cloned devices,
/// revocations and takes.
struct SimulationTests {
  @Test(.enabled(if: HubServer.isInstalled))
  func `the SQL functions answer as the hub of the simulation`() throws {
    let server = try HubServer()
    let owner = try Device()
    try owner.initialize(server)
    for name in ["a", "b", "c"] { _ = try owner.invite(name) }
    let mirror = try MirroredHub(server.url("owner"))
    var seeds = Seed()
    for number in 1...UInt64(Effort.times(25, long: 300)) {
      var world = SimulatedWorld(Seed(seeds.next()), number: number, mirror: mirror)
      world.run(steps: 60)
      world.settle()
      mirror.liftRevocations()
      if let fault = world.fault {
        Issue.record("\(world.seed): \(fault)")
        return
      }
    }
  }

  @Test func `random schedules lose nothing, double nothing, and tell every divergence`() {
    var seeds = Seed()
    for _ in 0..<Seed.tries(Effort.times(400, long: 100_000)) {
      var world = SimulatedWorld(Seed(seeds.next()))
      world.run(steps: 60)
      world.settle()
      if let fault = world.fault {
        Issue.record("\(world.seed): \(fault)")
        return
      }
    }
  }
}

/// A schedule.
struct SimulatedWorld {
  /// The SQL functions of a real hub, which must answer as the value does; nil without a server.
  var mirror: MirroredHub?
  private(set) var seed: Seed
  private(set) var hub = SimulatedHub()
  private(set) var devices: [SimulatedDevice]
  /// Old copies of devices and of the hub.
  private var copies: [SimulatedDevice] = []
  private var hubCopies: [SimulatedHub] = []
  /// The events that the hub acknowledged and did not lose by a restore.
  private(set) var fault: String?
  private var count: UInt64 = 0
  private var isHubRestored = false

  /// Creates a schedule; a number distinguishes its ids from those of other schedules.
  init(_ seed: Seed, number: UInt64 = 0, mirror: MirroredHub? = nil) {
    self.seed = seed
    self.mirror = mirror
    count = number << 32
    devices = ["a", "b", "c"].map { SimulatedDevice(name: $0) }
  }

  private mutating func nextEvent() -> SimulatedEvent {
    count += 1
    return SimulatedEvent(
      id: EventID(high: count, low: 1 << 63),
      digest: [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)])
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps {
      let index = seed.below(devices.count)
      switch seed.below(100) {
      case ..<45: press(index)
      case ..<80: exchange(index, breaking: true)
      case ..<84: copies.append(devices[index])
      case ..<88:
        // A restored device goes on in the place of the one that was; a clone beside it.
        guard let copy = seed.pick(from: copies) else { continue }
        if seed.chance(50), devices.count < 5 {
          devices.append(copy)
        } else if let place = devices.firstIndex(where: { $0.name == copy.name }) {
          devices[place] = copy
        }
      case ..<93 where mirror != nil: continue
      case ..<91: hubCopies.append(hub)
      case ..<93:
        guard var copy = seed.pick(from: hubCopies) else { continue }
        // Revocations are repeated by the owner; divergences are found again.
        copy.revoked = hub.revoked
        hub = copy
        isHubRestored = true
      case ..<95 where hub.revoked.count < 2:
        hub.revoked.insert(devices[index].name)
        mirror?.revoke(devices[index].name)
      default: take(index)
      }
      if fault == nil, let mirror, mirror.streams(since: count >> 32) != hub.summary {
        fault = "the hubs differ: \(mirror.streams(since: count >> 32)), \(hub.summary)"
      }
      if fault != nil { return }
    }
  }

  private mutating func press(_ index: Int) {
    let event = nextEvent()
    let writable = devices[index].streams.filter(\.value.isWritable).keys.sorted()
    if seed.chance(20) || writable.isEmpty {
      devices[index].streams[event.id] = .init(events: [event], isWritable: true)
    } else if let stream = seed.pick(from: writable) {
      devices[index].streams[stream]?.events.append(event)
    }
  }

  private mutating func take(_ index: Int) {
    let device = devices[index]
    guard !hub.revoked.contains(device.name),
      let stream = seed.pick(from: device.streams.keys.sorted())
    else { return }
    let seen = device.streams[stream]?.events.count ?? 0
    let isTaken = hub.take(stream, by: device.name, seen: seen)
    if let mirror, mirror.take(stream, by: device.name, seen: seen) != isTaken {
      fault = "take of \(stream) by \(device.name)"
    }
    if isTaken {
      exchange(index, breaking: false)
    }
  }

  /// Exchanges all streams of a device, as `Synchronizer` does; `breaking` lets the network lose
  /// messages and answers, repeat them, and kill the device.
  mutating func exchange(_ index: Int, breaking: Bool) {
    let name = devices[index].name
    if hub.revoked.contains(name) { return }
    let heads = hub.heads()
    // Meanwhile another device of the same name, or another one, may have its turn.
    if breaking, seed.chance(10) { exchange(seed.below(devices.count), breaking: false) }
    for stream in Set(heads.keys).union(devices[index].streams.keys).sorted() {
      var exchange = StreamExchange(devices[index].held(stream), heads[stream], me: name)
      var rounds = 0
      loop: while true {
        rounds += 1
        guard rounds < 50 else {
          fault = "an exchange does not end"
          return
        }
        switch exchange.step {
        case .offer(let after, let limit):
          let events = devices[index].streams[stream]?.events ?? []
          guard after >= 0, after < events.count else {
            fault = "an offer without events after \(after) of \(events.count)"
            return
          }
          // The request is lost.
          if breaking, seed.chance(5) { return }
          let lines = Array(events[after...].prefix(min(limit, seed.chance(50) ? 3 : 1000)))
          let answer = hub.offer(lines, of: stream, after: after, by: name)
          if let mirror {
            let real = mirror.offer(lines, of: stream, after: after, by: name)
            if real != answer { fault = "the hubs answer \(real), \(answer)" }
          }
          // The network repeats it: the answer is the same.
          if breaking, seed.chance(5) {
            let again = hub.offer(lines, of: stream, after: after, by: name)
            let isSame: Bool
            if case (.stored, .stored) = (answer, again) {
              isSame = true
            } else {
              isSame = answer == again
            }
            if !isSame { fault = "repeated: \(answer), \(again)" }
          }
          // The answer is lost, or the device killed.
          if breaking, seed.chance(5) { return }
          exchange.handle(answer, offered: lines.count)
        case .pull(let after, let isForeign):
          let after = max(0, after)
          let events = hub.pull(stream, after: after)
          if breaking, seed.chance(5) { return }
          let divergence = devices[index].merge(
            events, of: stream, after: after, isForeign: isForeign)
          exchange.handlePull(failure: divergence.map { ("diverged", $0) })
        case .end(let outcome):
          devices[index].outcomes[stream] = outcome
          break loop
        }
      }
    }
  }

  /// Exchanges without faults until nothing changes, and checks the result.
  mutating func settle() {
    for _ in 0..<4 {
      for index in devices.indices { exchange(index, breaking: false) }
      if fault != nil { return }
    }
    for device in devices where !hub.revoked.contains(device.name) {
      for (uid, stream) in hub.streams {
        let own = device.streams[uid]
        if own?.events == stream.events {
          let isWriter = stream.writer == device.name
          if own?.isWritable != isWriter { fault = "\(device.name) may write \(uid)? \(isWriter)" }
          continue
        }
        switch device.outcomes[uid] {
        case .diverged(let version, _)?:
          let common = zip(stream.events, own?.events ?? []).prefix { $0.0 == $0.1 }.count
          if version > common + 1 { fault = "diverged at \(common + 1), told at \(version)" }
        case .hubBehind? where isHubRestored: break
        default: fault = "\(device.name) lacks \(uid): \(String(describing: device.outcomes[uid]))"
        }
      }
      for (uid, stream) in device.streams where hub.streams[uid] == nil {
        if stream.isWritable || !isHubRestored { fault = "the hub lacks \(uid) of \(device.name)" }
      }
    }
    for (uid, stream) in hub.streams where Set(stream.events.map(\.id)).count < stream.events.count
    {
      fault = "an event of \(uid) is stored twice"
    }
  }
}
