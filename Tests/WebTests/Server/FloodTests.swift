import Foundation
import Glibc
import ProcessTestSupport
import Testing

@testable import Web

/// Clients that hold connections, say too much, or read nothing.
@Suite(.serialized) struct FloodTests {
  @Test(arguments: [
    "", "GET / HT", "GET / HTTP/1.1\r\nHost: HOST\r\n",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\nhel",
  ])
  func `a request that never ends is closed`(text: String) throws {
    let site = try ServedSite { $0.requestTimeout = .milliseconds(100) }
    #expect(try site.exchange(text) == "")
  }

  @Test func `bytes that arrive one by one do not move the deadline`() throws {
    let site = try ServedSite { $0.requestTimeout = .milliseconds(200) }
    let client = try Client(site.port)
    var ready = pollfd(fd: client.file, events: Int16(POLLIN), revents: 0)
    var count = 0
    // Ten seconds of bytes at most.
    while count < 500, poll(&ready, 1, 20) == 0 {
      try client.send("x")
      count += 1
    }
    #expect(ready.revents != 0 && count < 500)
  }

  @Test func `an address has a bounded number of connections`() throws {
    let site = try ServedSite { $0.maxPerAddress = 3 }
    var clients = try (0..<3).map { _ in try Client(site.port) }
    // The server accepts in order: the fourth is refused while the others are open.
    #expect(try Client(site.port).readToEnd().hasPrefix("HTTP/1.1 429 "))
    try clients[0].send("GET /a HTTP/1.1\r\nHost: \(site.host)\r\n\r\n")
    #expect(try clients[0].read(until: "\r\n\r\na").hasPrefix("HTTP/1.1 200 "))
    clients.removeAll()
    try wait(for: "1 0", of: site)
  }

  @Test func `a server that is full says so to everybody`() throws {
    let site = try ServedSite {
      $0.maxConnections = 3
      $0.maxPerAddress = 2
    }
    let clients = try (0..<2).map { _ in try Client(site.port) }
    // The third is refused for its address, and the place of one who reads why is taken.
    let third = try Client(site.port)
    #expect(try third.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 429 "))
    let answer = try Client(site.port).readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nRetry-After: 2\r\n"))
    withExtendedLifetime((clients, third)) {}
  }

  @Test func `refused clients that stay are few, and those that talk do not stay`() throws {
    let site = try ServedSite { $0.maxPerAddress = 1 }
    let client = try Client(site.port)
    let refused = try (0..<100).map { _ in try Client(site.port) }
    // The server answers the first 64 with the reason, and closes the others at once.
    #expect(try refused[0].readToEnd().hasPrefix("HTTP/1.1 429 "))
    #expect(try refused[99].readToEnd() == "")
    // Bytes do not move the end: a write fails once the server has closed the socket.
    var count = 0
    while count < 500, send(refused[1].file, "x", 1, Int32(MSG_NOSIGNAL)) == 1 {
      var none = pollfd(fd: -1, events: 0, revents: 0)
      poll(&none, 1, 20)
      count += 1
    }
    #expect(count < 500)
    withExtendedLifetime(client) {}
  }

  @Test func `a reader who reads nothing is closed, and others go on`() throws {
    let site = try ServedSite { $0.drainTimeout = .seconds(1) }
    let (silent, reading) = (try stream(of: site), try stream(of: site))
    let memory = try memoryInUse()
    for _ in 1...400 {
      _ = try site.get("/publish?bytes=50000")
      _ = try reading.read(until: "x\n\n")
    }
    // 400 messages have 20 MB, of which the newest 256 are kept.
    #expect(try memoryInUse() - memory < 20 << 20)
    try wait(for: "2 1", of: site)
    _ = silent
  }

  @Test func `a reader who talks fills no memory`() throws {
    let site = try ServedSite()
    let (talker, reading) = (try stream(of: site), try stream(of: site))
    let memory = try memoryInUse()
    let block = [UInt8](repeating: 0x61, count: 1 << 16)
    var sent = 0
    while sent < 64 << 20 {
      let count = send(talker.file, block, block.count, Int32(MSG_DONTWAIT))
      if count < 0 { break }
      sent += count
    }
    #expect(sent < 64 << 20, "the server reads on")
    _ = try site.get("/publish")
    #expect(try reading.read(until: "id: t1\n").contains("event: change\n"))
    #expect(try talker.read(until: "id: t1\n").contains("event: change\n"))
    #expect(try memoryInUse() - memory < 8 << 20)
  }

  @Test func `floods of half-open connections leave no descriptors and no memory`() throws {
    let site = try ServedSite()
    _ = try site.get("/")
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // Both ends are in this process.
    let count = min(10_000, (Int(clamping: limit.rlim_cur) - 500) / 2)
    var growth = Int.max
    var before: Int?
    for _ in 1...4 {
      var clients = try (0..<count).map { _ in try Client(site.port) }
      for client in clients { try client.send("GET / HTTP/1.1\r\nHost: ") }
      try wait(for: "\(count + 1) 0", of: site)
      for client in clients { client.reset() }
      clients.removeAll()
      try wait(for: "1 0", of: site)
      // The listener, and the connection of the last question. libevent closes sockets in later
      // turns of its loop.
      let deadline = Date(timeIntervalSinceNow: 30)
      var files = Int.max
      while files > 2, Date() < deadline {
        files = (0..<Int32(clamping: limit.rlim_cur)).count {
          SocketAddress(localOf: $0).port == site.port
        }
      }
      #expect(files <= 2)
      // Other tests may allocate meanwhile, but not after each flood.
      if let before { growth = min(growth, try memoryInUse() - before) }
      before = try memoryInUse()
    }
    // A connection that were kept would take some two kilobytes.
    #expect(growth < 8 << 20)
    print("floods of \(count) connections: \(growth) bytes more")
  }

  @Test func `readers who left after a publication hold no descriptors`() throws {
    let site = try ServedSite()
    var readers = try (0..<50).map { _ in try stream(of: site) }
    _ = try site.get("/publish")
    for reader in readers { _ = try reader.read(until: "id: t1\n") }
    readers.removeAll()
    try wait(for: "1 0", of: site)
    let files = (0..<Int32(20_000)).count { SocketAddress(localOf: $0).port == site.port }
    // The listener, and the connection of the last question.
    #expect(files <= 2)
  }

  private func stream(of site: ServedSite) throws -> Client {
    let client = try Client(site.port)
    try client.send("GET /stream HTTP/1.1\r\nHost: \(site.host)\r\n\r\n")
    let first = try client.read(until: "event: board")
    #expect(first.contains("Content-Type: text/event-stream\r\n"))
    #expect(first.contains("\nretry: "))
    return client
  }

  /// Asks the server until it has these numbers of connections and readers.
  private func wait(for counts: String, of site: ServedSite) throws {
    let end = ContinuousClock.now + .seconds(20)
    var found = ""
    repeat { found = try site.get("/connections") } while found != counts && .now < end
    #expect(found == counts)
  }

  /// The bytes of the process in memory; 0 where they tell nothing.
  private func memoryInUse() throws -> Int {
    guard Effort.measuresMemory else { return 0 }
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 12
  }
}
