import Glibc
import Logbook
import ProcessTestSupport
import SQLite
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Web

@Suite struct PadAccessTests {
  private func line(_ rig: PadRig) -> [String] { [rig.press(rig.makeID(), #""cross":["17"]"#)] }

  @Test func `the signature is HMAC-SHA-256 of method, target and body`() {
    // The value of Python's hmac.
    #expect(
      PadSignature.text(token: "Jefe", target: "/api/record?session=1", body: Array("x\n".utf8))
        == "57b9eddee56ec2acf3a3ffd5dc194998e147ed4d26fd08ba09dd2a4b88238140")
  }

  @Test func `wrong and nearly right signatures are refused, and nothing is stored`() throws {
    let rig = try PadRig()
    let before = try rig.eventCount
    let lines = line(rig)
    let pad = rig.pads[0]
    let right = rig.request(lines, by: pad)
    let code = Array(try #require(right.headers["authorization"]?.split(separator: " ").last))
    func refuse(_ change: (inout WebRequest) -> Void) {
      var request = right
      change(&request)
      let answer = rig.answer(request)
      #expect(rig.kinds(answer) == "401 ?")
      #expect(answer.headers.map(\.name) == ["WWW-Authenticate"])
    }
    for index in code.indices {
      var near = code
      near[index] = near[index] == "0" ? "1" : "0"
      refuse { $0.headers["authorization"] = "Laptimer gate \(String(near))" }
    }
    let text = String(code)
    for header in [
      "", "Laptimer", "Laptimer gate", "Laptimer gate \(text.uppercased())",
      "Laptimer tent \(text)",
      "Laptimer nobody \(text)", "laptimer gate \(text)", "Basic gate \(text)",
      "Laptimer gate \(text.dropLast())", "Laptimer gate \(text)0", "Laptimer gate \(pad.token)",
    ] {
      refuse { $0.headers["authorization"] = header }
    }
    refuse { $0.headers["authorization"] = nil }
    refuse { $0.target += "&" }
    refuse { $0.body.append(0x0A) }
    #expect(try rig.eventCount == before)
    #expect(rig.kinds(rig.answer(right)) == "200 crossed")
  }

  @Test func `a pad records into its own session only`() throws {
    let rig = try PadRig()
    let other = try rig.log.uid(of: 2)
    #expect(rig.kinds(rig.answer(rig.request(line(rig), by: rig.pads[0], uid: other))) == "403 ?")
    #expect(rig.send(line(rig), by: 2) == "403 ?")
    let early = try PadRig(isStarted: false)
    #expect(early.send(line(early)) == "403 ?")
  }

  @Test func `other parameters and methods are refused`() throws {
    let rig = try PadRig()
    var request = rig.request(line(rig), by: rig.pads[0])
    request.query.append(("x", "1"))
    #expect(rig.kinds(rig.answer(request)) == "400 ?")
    request.query = [("session", "1")]
    #expect(rig.kinds(rig.answer(request)) == "400 ?")
    request.method = .get
    #expect(rig.kinds(rig.answer(request)) == "405 ?")
  }

  @Test func `a request has 200 lines and 64 KiB at most`() throws {
    let rig = try PadRig()
    let lines = (0..<201).map { _ in rig.press(rig.makeID(), #""cross":["17"]"#) }
    #expect(rig.send(lines) == "413 ?")
    #expect(rig.send(Array(lines.dropLast())).split(separator: " ").count == 201)
    #expect(rig.send([String(repeating: " ", count: 65_535)]) == "200 !bad_line")
    #expect(rig.send([String(repeating: " ", count: 65_536)]) == "413 ?")
    let bad = WebRequest(.post, target: "", path: [], body: [0xFF])
    #expect(rig.kinds(rig.answer(bad)) == "401 ?")
  }

  @Test func `a pad that sends without a pause waits`() throws {
    let rig = try PadRig()
    let request = rig.request(line(rig), by: rig.pads[0])
    var statuses: [Int] = []
    for _ in 0..<40 {
      rig.machine.pass(.milliseconds(-300))
      statuses.append(rig.answer(request).status)
    }
    #expect(statuses == Array(repeating: 200, count: 20) + Array(repeating: 429, count: 20))
    // Another pad is not concerned.
    #expect(rig.send(line(rig), by: 1) == "200 crossed")
    rig.machine.pass(.seconds(1))
    #expect(rig.send(line(rig)) == "200 crossed")
  }

  @Test func `a locked log is answered 503, and the lines are recorded later`() throws {
    let rig = try PadRig()
    try rig.restart(busyTimeout: .milliseconds(10))
    let lines = line(rig)
    let locked = try Logbook(path: rig.folder("log.db"), for: .appending)
    try #require(locked.connection).execute("BEGIN IMMEDIATE")
    let answer = rig.answer(rig.request(lines, by: rig.pads[0]))
    #expect(rig.kinds(answer) == "503 ?")
    #expect(answer.headers.map(\.name) == ["Retry-After"])
    try #require(locked.connection).execute("ROLLBACK")
    #expect(rig.send(lines) == "200 crossed")
  }

  @Test func `the pads file is read again when it has changed`() throws {
    let rig = try PadRig()
    #expect(rig.send(line(rig)) == "200 crossed")
    try rig.writePads([rig.pads[1]])
    #expect(rig.send(line(rig)) == "401 ?")
    try rig.writePads(rig.pads)
    #expect(rig.send(line(rig)) == "200 crossed")
    chmod(rig.folder("pads"), 0o640)
    #expect(rig.send(line(rig)) == "503 ?")
    chmod(rig.folder("pads"), 0o600)
    #expect(rig.send(line(rig)) == "200 crossed")
    unlink(rig.folder("pads"))
    #expect(rig.send(line(rig)) == "503 ?")
  }
}
