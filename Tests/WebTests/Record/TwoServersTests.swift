import Foundation
import Logbook
import ProcessTestSupport
import SQLite
import Synchronization
import Testing
import TimingTestSupport

@testable import EventLog
@testable import Web

/// A pad whose lines reach two servers of one log.
struct TwoServersTests {
  @Test func `the same line arrives at two servers at once, and both give the same receipt`() throws
  {
    for _ in 0..<Effort.times(20, long: 200) {
      let rig = try PadRig()
      let lines = [
        rig.press(rig.makeID(), #""cross":["17"]"#),
        rig.press(rig.makeID(), #""cross":["4","17"]"#),
        rig.press(rig.makeID(), #""mark":"pit""#),
      ]
      let request = rig.request(lines, by: rig.pads[0])
      // Another program writes until both have read their lines: in their turns, they find that the
      // other one has recorded them.
      let writer = try Logbook(path: rig.folder("log.db"), for: .appending)
      try #require(writer.connection).execute("BEGIN IMMEDIATE")
      let arrived = DispatchSemaphore(value: 0)
      let answers = Mutex<[WebResponse]>([])
      let ended = DispatchGroup()
      for _ in 0..<2 {
        nonisolated(unsafe) let handler = try rig.otherHandler { arrived.signal() }
        ended.enter()
        Thread.detachNewThread {
          if case .response(let response) = handler.answer(request) {
            answers.withLock { $0.append(response) }
          }
          ended.leave()
        }
        arrived.wait()
        // Each has another time between the press and its arrival.
        rig.machine.pass(.milliseconds(1))
      }
      try #require(writer.connection).execute("ROLLBACK")
      ended.wait()
      let texts = answers.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } }
      #expect(texts.count == 2 && texts.first == texts.last)
      #expect(texts.first?.contains("error") == false, "\(texts)")
      #expect(try rig.crossings() == ["17 60000", "4 60000", "17 60000"])
    }
  }

  @Test func `a press that was sent to one server is repeated to another`() throws {
    let log = try ServedLog()
    try log.startRace(bibs: 1...2)
    let other = try LoopbackSocket.freePort()
    try log("serve", "1", "--pads", log.path("pads"), "--new-pad", "gate")
    try log.serve("--pads", log.path("pads"))
    let second = try Child(
      [Child.laptimer, "serve", "--listen", "127.0.0.1:\(other)", "--pads", log.path("pads")],
      environment: log.environment)
    #expect(Transcript(of: second).waitForLines(1))
    let pad = String(decoding: contents(of: log.path("pads")), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    let target = "/api/record?session=\(pad[2])"
    let clock = try HTTPExchange("GET", "/api/clock", port: log.port).text
    let line = #"{"id":"\#(UUID())","cross":["1"],"# + clock.dropFirst()
    let code = PadSignature.text(token: String(pad[1]), target: target, body: Array(line.utf8))
    let answers = try [log.port, other, log.port].map { port in
      try HTTPExchange(
        "POST", target, port: port, headers: ["Authorization": "Laptimer gate \(code)"],
        body: Array(line.utf8)
      ).text
    }
    #expect(Set(answers).count == 1, "\(answers)")
    #expect(answers[0].contains("\"kind\":\"crossed\""))
    #expect(try log.events().count { $0["kind"] as? String == "crossed" } == 1)
    second.send(SIGINT)
    try second.end()
  }
}
