import ProcessTestSupport
import Testing

/// The server behind a proxy on the same machine.
struct ProxyTests {
  @Test func `a proxy may have more connections than a phone, and is not this machine`() throws {
    let log = try ServedLog()
    try log.startRace(bibs: 1...2)
    try log.serve("--host", "results.example.org")
    let sockets = try (0..<100).map { _ in try LoopbackSocket(to: log.port) }
    let headers = ["Host": "Results.example.org"]
    #expect(try HTTPExchange("GET", "/1", port: log.port, headers: headers).status == 200)
    let events = "/api/sessions/1/events"
    #expect(try HTTPExchange("GET", events, port: log.port, headers: headers).status == 403)
    // A proxy may pass any name on.
    #expect(try HTTPExchange("GET", events, port: log.port).status == 403)
    #expect(
      try HTTPExchange("GET", "/1", port: log.port, headers: ["Host": "a.test"]).status == 421)
    withExtendedLifetime(sockets) {}
  }
}
