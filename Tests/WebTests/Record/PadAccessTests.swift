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
      #expect(rig.kinds(answer) == "401 !not_signed")
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

  @Test func `a signature under a token that is nearly right is refused`() throws {
    let rig = try PadRig()
    let before = try rig.eventCount
    let (pad, lines) = (rig.pads[0], line(rig))
    let right = rig.request(lines, by: pad)
    let token = Array(pad.token.utf8)
    var tokens = [
      rig.pads[1].token, pad.token.uppercased(), "", " " + pad.token, pad.token + " ",
      pad.token + "\n", pad.name, pad.token + pad.token,
    ]
    for index in token.indices {
      for bit in 0..<7 {
        var near = token
        near[index] ^= 1 << bit
        tokens.append(String(decoding: near, as: UTF8.self))
      }
      var rest = token
      rest.remove(at: index)
      tokens.append(String(decoding: rest, as: UTF8.self))
    }
    for token in tokens where token != pad.token {
      let code = PadSignature.text(token: token, target: right.target, body: right.body)
      let request = rig.request(lines, by: pad, signature: code)
      #expect(rig.kinds(rig.answer(request)) == "401 !not_signed", "\(token.debugDescription)")
    }
    #expect(try rig.eventCount == before)
    #expect(rig.kinds(rig.answer(right)) == "200 crossed")
  }

  @Test func `a signature is that of its path and body only`() throws {
    let rig = try PadRig()
    let (pad, id) = (rig.pads[0], rig.makeID())
    let right = rig.request([rig.press(id, #""cross":["17"]"#)], by: pad)
    #expect(rig.kinds(rig.answer(right)) == "200 crossed")
    let count = try rig.eventCount
    func refuse(_ change: (inout WebRequest) -> Void) {
      var request = right
      change(&request)
      #expect(rig.kinds(rig.answer(request)) == "401 !not_signed")
    }
    // Who has listened sends it once more with another id, bib, time or session, or in parts.
    for (old, new) in [
      ("\(id)", "\(rig.makeID())"), ("17", "4"), ("\"cross\"", "\"lap\""), ("boot-1", "boot-2"),
      ("\n", ""), ("\n", "\r\n"), ("\n", "\n\n"), ("{", " {"),
    ] {
      let text = String(decoding: right.body, as: UTF8.self)
      #expect(text.contains(old))
      refuse { $0.body = Array(text.replacing(old, with: new).utf8) }
    }
    refuse { $0.body = [] }
    refuse { $0.body += $0.body }
    for target in [
      "/api/record", "/api/record?", "/api/record?session=\(try rig.log.uid(of: 2))",
      right.target.uppercased(), right.target + "&x=1", "/" + right.target,
      right.target.replacing("record", with: "%72ecord"),
    ] {
      refuse { $0.target = target }
    }
    // As it was, it changes nothing.
    #expect(rig.kinds(rig.answer(right)) == "200 crossed")
    #expect(try rig.eventCount == count)
  }

  @Test func `a pad records into its own session only`() throws {
    let rig = try PadRig()
    let other = try rig.log.uid(of: 2)
    #expect(
      rig.kinds(rig.answer(rig.request(line(rig), by: rig.pads[0], uid: other)))
        == "403 !not_allowed")
    #expect(rig.send(line(rig), by: 2) == "403 !not_allowed")
    let early = try PadRig(isStarted: false)
    #expect(early.send(line(early)) == "403 !not_allowed")
  }

  @Test func `other parameters and methods are refused`() throws {
    let rig = try PadRig()
    var request = rig.request(line(rig), by: rig.pads[0])
    request.query.append(("x", "1"))
    #expect(rig.kinds(rig.answer(request)) == "400 !usage")
    request.query = [("session", "1")]
    #expect(rig.kinds(rig.answer(request)) == "400 !usage")
    for method in [WebRequest.Method.get, .head] {
      request.method = method
      let answer = rig.answer(request)
      #expect(rig.kinds(answer) == "405 !method")
      #expect(answer.headers.map { "\($0.name): \($0.value)" } == ["Allow: POST"])
    }
  }

  @Test func `a request has 200 lines at most`() throws {
    let rig = try PadRig()
    let lines = (0..<201).map { _ in rig.press(rig.makeID(), #""cross":["17"]"#) }
    #expect(rig.send(lines) == "413 !too_large")
    #expect(rig.send(Array(lines.dropLast())).split(separator: " ").count == 201)
    #expect(rig.send([String(repeating: " ", count: 65_535)]) == "200 !bad_line")
    let bad = WebRequest(method: .post, target: "", path: [], body: [0xFF])
    #expect(rig.kinds(rig.answer(bad)) == "401 !not_signed")
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
    #expect(rig.kinds(answer) == "503 !failed")
    #expect(answer.headers.map(\.name) == ["Retry-After"])
    try #require(locked.connection).execute("ROLLBACK")
    #expect(rig.send(lines) == "200 crossed")
  }

  @Test func `the pads file is read again when it has changed`() throws {
    let rig = try PadRig()
    #expect(rig.send(line(rig)) == "200 crossed")
    try rig.writePads([rig.pads[1]])
    #expect(rig.send(line(rig)) == "401 !not_signed")
    try rig.writePads(rig.pads)
    #expect(rig.send(line(rig)) == "200 crossed")
    chmod(rig.folder("pads"), 0o640)
    #expect(rig.send(line(rig)) == "503 !no_permission")
    chmod(rig.folder("pads"), 0o600)
    #expect(rig.send(line(rig)) == "200 crossed")
    unlink(rig.folder("pads"))
    #expect(rig.send(line(rig)) == "503 !no_file")
  }
}
