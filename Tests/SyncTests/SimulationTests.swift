import HubTestSupport
import ProcessTestSupport
import Sync
import Testing
import Text
import TimingTestSupport

/// Random schedules of devices, hub and network as values: presses in races and in streams that join
/// them, exchanges that break off anywhere, lost and repeated answers, restores of either side from
/// old copies, cloned devices, revocations and takes.
struct SimulationTests {
  @Test(.enabled(if: HubServer.isInstalled))
  func `the SQL functions answer as the hub of the simulation`() throws {
    let server = try HubServer()
    let owner = try Device()
    try owner.initialize(server)
    for name in ["a", "b", "c"] { _ = try owner.invite(name) }
    let mirror = try MirroredHub(server.url("owner"))
    var seeds = Seed()
    for number in 1...UInt64(Effort.times(300, long: 1000)) {
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

  @Test func `the first difference is searched for only if an event differs`() {
    let id = EventID(high: 1, low: 1)
    let head = Head(group: id, stream: id, writer: "a", version: 50, digest: "hub")
    for reason in [Divergence.otherEvent, .otherWriter, .idReused] {
      var exchange = StreamExchange(
        LocalHead(version: 50, digest: "local", isWritable: true), head, me: "a")
      #expect(exchange.step == .offer(after: 49, limit: StreamExchange.mostLines))
      exchange.handle(.diverged(version: 50, reason: reason), offered: 1)
      #expect(
        exchange.step
          == (reason == .otherEvent
            ? .offer(after: 0, limit: 49) : .end(.diverged(version: 50, reason: reason))))
    }
  }

  @Test func `random schedules lose nothing, double nothing, and report every divergence`() {
    var seeds = Seed()
    for _ in 0..<Seed.tries(Effort.times(10_000, long: 100_000)) {
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
  /// The first violation of a rule.
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
      digest: String(1 << 20 + count, radix: 16))
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
      compareWithMirror()
      if fault != nil { return }
    }
  }

  private mutating func compareWithMirror() {
    guard fault == nil, let mirror else { return }
    let streams = mirror.streams(since: count >> 32)
    if streams != hub.summary { fault = "the hubs differ: \(streams), \(hub.summary)" }
  }

  private mutating func press(_ index: Int) {
    let event = nextEvent()
    let streams = devices[index].streams
    let writable = streams.filter(\.value.isWritable).keys.sorted()
    if seed.chance(20) || writable.isEmpty {
      // A race, or a stream that joins one of this log.
      let races = streams.filter { $0.key == $0.value.group }.keys.sorted()
      let race = seed.chance(60) ? seed.pick(from: races) : nil
      devices[index].streams[event.id] = .init(
        group: race ?? event.id, events: [event], isWritable: true)
    } else if let stream = seed.pick(from: writable) {
      devices[index].streams[stream]?.events.append(event)
    }
  }

  private mutating func take(_ index: Int) {
    let device = devices[index]
    guard !hub.revoked.contains(device.name),
      let uid = seed.pick(from: device.streams.keys.sorted()), let stream = device.streams[uid]
    else { return }
    let seen = stream.events.count
    let isTaken = hub.take(uid, by: device.name, seen: seen)
    if let mirror, mirror.take(uid, in: stream.group, by: device.name, seen: seen) != isTaken {
      fault = "take of \(uid) by \(device.name)"
    }
    if isTaken { exchange(index, breaking: false) }
  }

  /// Exchanges all streams of a device, as `Synchronizer` does; `breaking` lets the network lose
  /// messages and answers, repeat them, and kill the device.
  mutating func exchange(_ index: Int, breaking: Bool) {
    let name = devices[index].name
    if hub.revoked.contains(name) { return }
    let heads = hub.heads()
    // Meanwhile another device of the same name, or another one, may have its turn.
    if breaking, seed.chance(10) { exchange(seed.below(devices.count), breaking: false) }
    var pulls: [EventID: [EventID: StreamExchange]] = [:]
    for stream in Set(heads.keys).union(devices[index].streams.keys).sorted() {
      guard let group = heads[stream]?.group ?? devices[index].streams[stream]?.group else {
        continue
      }
      var exchange = StreamExchange(devices[index].localHead(stream), heads[stream], me: name)
      guard offer(&exchange, stream, group, index, breaking) else { return }
      if case .pull = exchange.step { pulls[group, default: [:]][stream] = exchange }
      note(exchange, of: stream, index)
    }
    for (group, exchanges) in pulls.sorted(by: { $0.key < $1.key }) {
      guard pull(group, exchanges, heads, index, breaking) else { return }
    }
  }

  private mutating func note(_ exchange: StreamExchange, of stream: EventID, _ index: Int) {
    if case .end(let outcome) = exchange.step { devices[index].outcomes[stream] = outcome }
  }

  /// Offers events of a stream until the exchange needs something else; returns false if it broke
  /// off.
  private mutating func offer(
    _ exchange: inout StreamExchange, _ stream: EventID, _ group: EventID, _ index: Int,
    _ breaking: Bool
  ) -> Bool {
    let name = devices[index].name
    var rounds = 0
    while case .offer(let after, let limit) = exchange.step {
      rounds += 1
      let events = devices[index].streams[stream]?.events ?? []
      guard rounds < 50, after >= 0, after < events.count else {
        fault = "round \(rounds): an offer after \(after) of \(events.count) events"
        return false
      }
      // The request is lost.
      if breaking, seed.chance(5) { return false }
      let lines = Array(events[after...].prefix(min(limit, seed.chance(50) ? 3 : 1000)))
      let answer = hub.offer(lines, of: stream, in: group, after: after, by: name)
      if let mirror {
        let real = mirror.offer(lines, of: stream, in: group, after: after, by: name)
        if real != answer { fault = "the hubs answer \(real), \(answer)" }
      }
      // The network repeats it: the answer is the same.
      if breaking, seed.chance(5) {
        let again = hub.offer(lines, of: stream, in: group, after: after, by: name)
        let isSame: Bool
        if case (.stored, .stored) = (answer, again) {
          isSame = true
        } else {
          isSame = answer == again
        }
        if !isSame { fault = "repeated: \(answer), \(again)" }
      }
      // The answer is lost, or the device killed.
      if breaking, seed.chance(5) { return false }
      exchange.handle(answer, offered: lines.count)
    }
    return true
  }

  /// Imports what a log lacks of the streams of a group, in parts; returns false if it broke off.
  private mutating func pull(
    _ group: EventID, _ exchanges: [EventID: StreamExchange], _ heads: [EventID: Head],
    _ index: Int, _ breaking: Bool
  ) -> Bool {
    let name = devices[index].name
    var held = heads.filter { $0.value.group == group }.mapValues { _ in Int.max }
    var foreign: [EventID: Bool] = [:]
    for (stream, exchange) in exchanges {
      guard case .pull(let after, let isForeign) = exchange.step else { continue }
      (held[stream], foreign[stream]) = (max(0, after), isForeign)
    }
    while true {
      let limit = seed.chance(50) ? 3 : 2000
      let entries = hub.pull(group, after: held, limit: limit)
      if let mirror {
        let real = mirror.pull(group, after: held, limit: limit, by: name)
        let expected = entries.map { "\($0.stream) \($0.version) \($0.event.id)" }
        if real != expected { fault = "the hubs send \(real), \(expected)" }
      }
      if breaking, seed.chance(5) { return false }
      if entries.isEmpty { return true }
      for (stream, part) in Dictionary(grouping: entries, by: \.stream).sorted(by: {
        $0.key < $1.key
      }) {
        guard var exchange = exchanges[stream], let isForeign = foreign[stream] else {
          held[stream] = Int.max
          continue
        }
        held[stream] = part[part.count - 1].version
        let divergence = devices[index].merge(
          part.map(\.event), of: stream, in: group, after: part[0].version - 1,
          isForeign: isForeign)
        exchange.handlePull(failure: divergence.map { ("diverged", $0) })
        if divergence != nil {
          held[stream] = Int.max
          guard offer(&exchange, stream, group, index, breaking) else { return false }
        }
        note(exchange, of: stream, index)
      }
    }
  }

  /// Exchanges without faults and rescues what diverged, until nothing changes; checks the result.
  mutating func settle() {
    let pressed = live.flatMap { devices[$0].streams.values.filter(\.isWritable).flatMap(\.events) }
    for _ in 0..<3 { exchangeAll() }
    check(isRescued: false)
    var rounds = 0
    while fault == nil, rescueAll() {
      rounds += 1
      if rounds == 10 { fault = "what was rescued diverges again and again" }
      exchangeAll()
    }
    if rounds > 0 { exchangeAll() }
    check(isRescued: true)
    let ids = Set(hub.streams.values.flatMap(\.events).map(\.id))
    for event in pressed where fault == nil {
      // The copy of a copy, if the rescued stream diverged again.
      let copies = sequence(first: event, next: \.rescued).prefix(12)
      if !copies.contains(where: { ids.contains($0.id) }) { fault = "lost \(event.id)" }
    }
  }

  /// Rescues what diverged on each device, and exchanges it; returns whether anything did.
  private mutating func rescueAll() -> Bool {
    var areRescued = false
    for index in live {
      for (uid, outcome) in devices[index].outcomes.sorted(by: { $0.key < $1.key }) {
        guard case .diverged(let version, _) = outcome else { continue }
        devices[index].rescue(uid, from: version)
        devices[index].outcomes[uid] = nil
        areRescued = true
      }
      if areRescued { exchange(index, breaking: false) }
    }
    return areRescued
  }

  /// The devices that were not revoked.
  private var live: [Int] { devices.indices.filter { !hub.revoked.contains(devices[$0].name) } }

  private mutating func exchangeAll() {
    for index in devices.indices where fault == nil { exchange(index, breaking: false) }
    compareWithMirror()
  }

  /// Checks that each device has the streams of the hub, and knows those that diverged.
  private mutating func check(isRescued: Bool) {
    if fault != nil { return }
    for device in live.map({ devices[$0] }) {
      for (uid, stream) in hub.streams {
        let own = device.streams[uid]
        if own?.events == stream.events {
          let isWriter = stream.writer == device.name
          if own?.isWritable != isWriter { fault = "\(device.name) may write \(uid)? \(isWriter)" }
          if own?.group != stream.group { fault = "the group of \(uid)" }
          continue
        }
        switch device.outcomes[uid] {
        case .diverged(let version, _)? where !isRescued:
          let common = zip(stream.events, own?.events ?? []).prefix { $0.0 == $0.1 }.count
          if version > common + 1 { fault = "diverged at \(common + 1), reported at \(version)" }
        case .hubBehind? where isHubRestored: break
        default: fault = "\(device.name) lacks \(uid): \(String(describing: device.outcomes[uid]))"
        }
      }
      for (uid, stream) in device.streams where hub.streams[uid] == nil {
        if stream.isWritable || !isHubRestored { fault = "the hub lacks \(uid) of \(device.name)" }
      }
    }
    for (group, entries) in hub.groups where Set(entries.map(\.event.id)).count < entries.count {
      fault = "an event of \(group) is stored twice"
    }
  }
}
