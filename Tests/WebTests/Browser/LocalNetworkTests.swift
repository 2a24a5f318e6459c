import Foundation
import ProcessTestSupport
import Testing

/// Two machines on one network: namespaces of the kernel, which only root can make.
private final class TwoMachines {
  /// A machine, as long as this process runs in it.
  private let machines: [Child]

  static let areAllowed =
    geteuid() == 0
    && ["ip", "unshare", "nsenter"].allSatisfy { name in
      ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
    }
    && (try? Child(["unshare", "--net", "true"], output: .nothing).end()) == .exit(0)

  /// Makes machines with these addresses.
  init(_ addresses: [[String]]) throws {
    machines = try addresses.map { _ in
      let machine = try Child(["unshare", "--net", "sh", "-c", "echo; exec sleep 600"])
      #expect(Transcript(of: machine).waitForLines(1))
      return machine
    }
    let pids = machines.map { "\($0.pid)" }
    try Self.run(
      ["ip", "link", "add", "lan0", "netns", pids[0], "type", "veth", "peer", "name", "lan0"]
        + ["netns", pids[1]])
    for (machine, addresses) in addresses.enumerated() {
      for interface in ["lo", "lan0"] {
        try Self.run(words(["ip", "link", "set", interface, "up"], on: machine))
      }
      for address in addresses {
        try Self.run(words(["ip", "addr", "add", address + "/24", "dev", "lan0"], on: machine))
      }
    }
  }

  /// The command line that runs a command on a machine.
  func words(_ words: [String], on machine: Int) -> [String] {
    ["nsenter", "--net=/proc/\(machines[machine].pid)/ns/net"] + words
  }

  private static func run(_ words: [String]) throws {
    let child = try Child(words)
    let said = String(decoding: child.outputToEnd(), as: UTF8.self)
    #expect(try child.end() == .exit(0), "\(words): \(said)")
  }
}

extension BrowserSuite {
  /// `serve --lan` as a club uses it.
  @Suite(.enabled(if: TwoMachines.areAllowed, "network namespaces need root"))
  struct LocalNetworkTests {
    @Test func `a phone reads the code and opens the board`() throws {
      let log = try ServedLog()
      try log.startRace(bibs: 1...6)
      let own = ["10.77.1.1", "192.168.77.1"]
      let machines = try TwoMachines([own, ["10.77.1.2", "192.168.77.2"]])
      let server = try Child(
        machines.words([Child.laptimer, "serve", "1", "--lan", "--qr"], on: 0),
        environment: log.environment)
      let transcript = Transcript(of: server)
      func lines(_ count: Int) throws -> [Substring] {
        #expect(transcript.waitForLines(count))
        return String(decoding: transcript.soFar, as: UTF8.self).split(separator: "\n")
      }
      // Its addresses, and who can see it.
      let texts = own.count + 2
      let width = try #require(try lines(texts + 1).dropFirst(texts).first).count
      let said = try lines(texts + (width + 1) / 2)
      let scratch = try ScratchFolder()
      let read = try QRReader.text(
        of: QRReader.modules(ofBlocks: Array(said.dropFirst(texts))), in: scratch)
      #expect(own.map { "http://\($0):7077/" }.contains(read))
      for address in own {
        #expect(said.contains("Serving at http://\(address):7077/"))
        let page = try Child(
          machines.words(
            [
              "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
              "--disable-dev-shm-usage", "--user-data-dir=\(scratch(address))", "--dump-dom",
              "http://\(address):7077/1",
            ], on: 1), errors: .nothing)
        let document = String(decoding: page.outputToEnd(), as: UTF8.self)
        #expect(document.contains("Runner 4"), "\(address)")
        #expect(document.contains("class=\"clock\""), "\(address)")
      }
      server.send(SIGINT)
      #expect(try server.end(within: 10) == .exit(130))
    }
  }
}
