import HubTestSupport
import Foundation
import EventLog
import ProcessTestSupport
import Testing
import Text
import TimingTestSupport

/// Devices that record and exchange while their processes and the server are killed at random, and
/// while copies of them record, too.
@Suite(.enabled(if: HubServer.isInstalled))
struct KillTests {
  @Test func `kills on either side lose and double nothing, and divergences are rescued`() throws {
    var world = try KilledWorld()
    let clock = ContinuousClock()
    let start = clock.now
    var rounds = 0
    // On a machine with much else to do, fewer rounds count as well.
    for _ in 0..<Effort.times(40, long: 500) where Effort.isLong || clock.now - start < .seconds(50)
    {
      try world.round()
      rounds += 1
    }
    try world.settle()
    try world.check()
    print(
      """
      \(rounds) rounds: \(world.acknowledged.count) crossings, \(world.kills) kills, \
      \(world.restarts) restarts of the server, \(world.rescues) rescues
      """)
    #expect(rounds > 10)
    #expect(world.kills > rounds / 4)
    #expect(world.acknowledged.count > rounds)
  }
}

/// A hub, devices at three points of a race, and copies of them.
private struct KilledWorld {
  private var seed = Seed()
  private let server: HubServer
  private var devices: [Device] = []
  /// The number of the session that each device records.
  private var sessions: [Int] = []
  /// Copies of devices from when all their events were at the hub.
  private var copies: [(index: Int, copy: Device)] = []
  /// The ids of the crossings that `laptimer` acknowledged.
  private(set) var acknowledged: [EventID] = []
  /// The newest answer to an exchange without the server.
  private var away: Device.Answer?
  private(set) var kills = 0
  private(set) var restarts = 0
  private(set) var rescues = 0

  init() throws {
    server = try HubServer()
    let owner = try Device()
    try owner.initialize(server)
    for (number, name) in ["finish", "top", "bend"].enumerated() {
      let device = try Device()
      try device.join(server, name, owner.invite(name))
      if number == 0 {
        try run(device, "start", "Crit", "--race", "1000 laps")
        for bib in 1...5 { try run(device, "enter", "\(bib)") }
      } else {
        try run(device, "sync")
        try run(device, "start", "--join", "Crit", "--point", name)
      }
      try run(device, "sync")
      devices.append(device)
      sessions.append(number + 1)
    }
  }

  @discardableResult
  private func run(_ device: Device, _ words: String...) throws -> String {
    let child = try device.start(words)
    child.closeInput()
    let texts = child.textsToEnd()
    try #require(try child.end().code == 0, "\(words): \(texts.errors)")
    return texts.output
  }

  private mutating func press(_ index: Int) throws {
    let answer = try run(
      devices[index], "cross", "\(1 + seed.below(5))", "--session", "\(sessions[index])", "--json")
    let id = try #require(answer.firstMatch(of: /"id":"([0-9a-f-]{36})"/)?.1, "\(answer)")
    acknowledged.append(try #require(EventID(String(id))))
  }

  /// Waits for up to so many milliseconds, or until a process ends.
  private func pause(_ milliseconds: Int, _ child: Child) {
    var end = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&end, 1, Int32(milliseconds))
  }

  mutating func round() throws {
    for _ in 0..<1 + seed.below(3) { try press(seed.below(devices.count)) }
    var running: [(index: Int, child: Child)] = []
    for index in devices.indices where seed.chance(60) {
      let words = seed.chance(40) ? ["sync", "--follow"] : ["sync"]
      let child = try devices[index].start(words)
      child.closeInput()
      running.append((index, child))
    }
    guard let (index, first) = running.first else { return }
    pause(seed.below(150), first)
    if seed.chance(50) { try press(index) }
    pause(seed.below(80), first)
    switch seed.below(10) {
    case ..<4:
      first.send(SIGKILL)
      kills += 1
    case ..<7:
      if let backend = seed.pick(from: server.backends) {
        kill(backend, SIGKILL)
        kills += 1
      }
    case ..<8:
      server.server.send(SIGKILL)
      kills += 1
      try server.restart()
      restarts += 1
    default: break
    }
    // Those that follow have a moment to reconnect.
    pause(seed.below(700), first)
    for (_, child) in running {
      if seed.chance(30) {
        child.send(SIGKILL)
        kills += 1
      } else {
        child.send(SIGINT)
      }
      let texts = child.textsToEnd()
      let code = try child.end().code
      // Killed, done, diverged, or the server was away.
      #expect(
        [0, 65, 75, -SIGKILL, -SIGINT].contains(code),
        "\(child.words): exit \(code), \(texts), \(seed)"
      )
    }
    if seed.chance(20) { try copyOrRestore(seed.below(devices.count)) }
  }

  /// Copies the disk of a device; or restores it from a copy, if all its events are at the hub.
  private mutating func copyOrRestore(_ index: Int) throws {
    if seed.chance(50), devices.count < 6 {
      devices.append(try devices[index].cloned())
      sessions.append(sessions[index])
    } else if try exchange(index) {
      if let copy = copies.first(where: { $0.index == index })?.copy, seed.chance(50) {
        devices[index] = try copy.cloned()
      } else {
        copies.append((index, try devices[index].cloned()))
      }
    }
  }

  /// Exchanges, and rescues each session that diverged; returns whether nothing was left.
  private mutating func exchange(_ index: Int) throws -> Bool {
    for _ in 0..<10 {
      let answer = try devices[index]("sync", "--json")
      if answer.exit == 0 { return true }
      guard answer.exit == 65 else {
        #expect(answer.exit == 75, "\(answer), \(seed)")
        away = answer
        return false
      }
      let diverged = answer.output.firstMatch(of: /"session":([0-9]+),"state":"diverged"/)
      let session = String(try #require(diverged?.1, "\(answer)"))
      if seed.chance(40) {
        let child = try devices[index].start(["sync", "rescue", session])
        child.closeInput()
        pause(seed.below(300), child)
        child.send(SIGKILL)
        kills += 1
        _ = child.textsToEnd()
        if try child.end().code != 0 { continue }
      } else {
        let answer = try devices[index]("sync", "rescue", session)
        try #require(answer.exit == 0, "\(answer)")
      }
      rescues += 1
    }
    return false
  }

  /// Exchanges and rescues until all devices have the same events, and ends the race.
  mutating func settle() throws {
    try exchangeAll()
    // The running time of a stopped race is that of its end.
    try run(devices[0], "stop", "--session", "1")
    try exchangeAll()
  }

  private mutating func exchangeAll() throws {
    for _ in 0..<3 {
      for index in devices.indices {
        // A server of which a process was killed may still be recovering.
        let isDone = try (0..<3).contains { _ in
          try server.waitForStart() && exchange(index)
        }
        try #require(isDone, "\(away?.errors ?? ""), \(seed)")
      }
    }
  }

  func check() throws {
    let stored = try server.psql("SELECT line FROM laptimer.events").output.split(separator: "\n")
      .map(String.init).sorted()
    #expect(
      try server.psql(
        """
        SELECT count(*) FROM laptimer.groups g WHERE position <> \
        (SELECT count(*) FROM laptimer.events e WHERE e.group_id = g.group_id) \
        OR position <> (SELECT max(position) FROM laptimer.events e WHERE e.group_id = g.group_id)
        """
      ).output == "0")
    var standings: Set<String> = []
    for device in devices {
      let log = try device("check")
      #expect(log.exit == 0, "\(log)")
      #expect(try device.exported().sorted() == stored)
      try standings.insert(run(device, "standings", "Crit", "--points"))
    }
    #expect(standings.count == 1, "\(standings)")
    let crossed = stored.filter { $0.contains(#""kind":"crossed""#) }
    let ids = Set(crossed.compactMap { EventID(String($0.dropFirst(7).prefix(36))) })
    #expect(crossed.count == acknowledged.count)
    #expect(ids.count == crossed.count)
    for id in acknowledged {
      // The copy of a crossing that was rescued, or the copy of a copy.
      let copies = sequence(first: id) { $0.inBatch(number: .max) }.prefix(6)
      #expect(copies.contains { ids.contains($0) }, "lost \(id)")
    }
  }
}
