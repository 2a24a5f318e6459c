import Commands
import Text
import EventLog
import Live
import Logbook
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import Web

@Suite struct PadRulesTests {
  @Test(arguments: [
    (#""cross":["17"]"#, "crossed"),
    (#""cross":[]"#, "crossed"),
    (#""cross":["17","4","A7"]"#, "crossed crossed crossed"),
    (#""lap":null"#, "!not_running_then"),
    (#""mark":"pit""#, "timestamped"),
    (#""mark":"""#, "!bad_data"),
    (#""cross":["17"],"lap":null"#, "!bad_line"),
    (#""cross":"17""#, "!bad_line"),
    (#""cross":["17"],"cross":["4"]"#, "!bad_line"),
    (#""cross":["17"],"bib":"4""#, "!bad_line"),
    (#""cross":["12345678901234567"]"#, "!bad_data"),
    (#""doubt_ns":1"#, "!bad_line"),
  ])
  func `a press is exactly one command`(fields: String, kinds: String) throws {
    let rig = try PadRig()
    if kinds == "!not_running_then" { try rig.perform(.stop) }
    rig.machine.pass(.seconds(1))
    let line = rig.press(rig.makeID(), fields)
    // The second line is recorded all the same.
    let other = rig.press(rig.makeID(), #""cross":["4"]"#)
    #expect(rig.send([line, other]) == "200 \(kinds) crossed")
  }

  @Test(arguments: ["", "{", "[]", "17", "null", #"{"id":"1"}"#, #"{"cross":["17"]}"#])
  func `text that is not a line is answered by its number`(line: String) throws {
    let rig = try PadRig()
    let good = rig.press(rig.makeID(), #""cross":["4"]"#)
    let kinds = line.isEmpty ? "crossed" : "!bad_line crossed"
    #expect(rig.send([line, good]) == "200 \(kinds)")
  }

  /// Commands and options of the command line, and fields of events.
  @Test(arguments: [
    "start", "stop", "resume", "undo", "redo", "amend", "plan", "name", "tag", "untag", "discard",
    "who", "enter", "withdraw", "rule", "dnf", "order", "join", "wave", "gun", "chip", "link",
    "split", "session", "at", "ago", "point", "source", "target", "also", "batch", "Cross", "id ",
  ])
  func `whatever else a line says is refused, and nothing is stored`(key: String) throws {
    let rig = try PadRig()
    let before = try rig.eventCount
    let good = rig.press(rig.makeID(), #""cross":["4"]"#)
    for value in ["null", "true", #""17""#, #"["17"]"#, "{\"a\":[1]}", "1.5"] {
      for fields in [#""\#(key)":\#(value)"#, #""cross":["17"],"\#(key)":\#(value)"#] {
        let lines = [good, rig.press(rig.makeID(), fields), good]
        #expect(rig.send(lines) == "403 !not_allowed")
      }
    }
    #expect(try rig.eventCount == before)
  }

  @Test(arguments: [
    Refusal.notRunning(.ready), .notRunningThen, .countingDown(.seconds(5)), .discarded,
    .finished(by: Plan(laps: 3)), .beforeStart(by: .seconds(5)), .noSuchEvent(.event(17)),
    .noSuchCrossing(.event(17), events: 9), .noSuchEntry("170", nearest: ["17"]),
  ])
  func `a pad gets neither commands nor ids`(refusal: Refusal) {
    let words = WebRefusal(toPad: Rejection.refused(refusal, session: 1)).words
    #expect(words.kind == refusal.kind && words.message != "The laptop did not accept the press.")
    #expect(!words.message.contains { "@'/0123456789".contains($0) }, "\(words.message)")
    let moved = WebRefusal(toPad: LogError.moved(path: "/home/ada/log.db")).words
    #expect(moved.kind == "log_moved" && !moved.message.contains("log.db"))
  }

  @Test func `a pad corrects its own presses, and no other's`() throws {
    let rig = try PadRig()
    let (own, tents) = (rig.makeID(), rig.makeID())
    let laptops = try rig.perform(.race(.crossed(.init(bib: "17")))).id
    let entry = EventID(high: 0x0199, low: 2)
    #expect(rig.send([rig.press(own, #""cross":["17"]"#)]) == "200 crossed")
    #expect(rig.send([rig.press(tents, #""cross":["17"]"#)], by: 1) == "200 crossed")
    // The source is the pad's, so that a restart forgets nothing.
    try rig.restart()
    func correct(_ fields: String) -> String {
      rig.send([#"{"id":"\#(rig.makeID())",\#(fields)}"#])
    }
    for other in [tents, laptops, entry, rig.uid] {
      #expect(correct(#""assign":"\#(other)","bib":"4""#) == "200 !not_yours")
      #expect(correct(#""remove":"\#(other)""#) == "200 !not_yours")
    }
    #expect(correct(#""assign":"\#(own)","bib":"4""#) == "200 assigned")
    #expect(correct(#""assign":"\#(own)","bib":null"#) == "200 assigned")
    #expect(correct(#""assign":"\#(own)""#) == "200 !bad_line")
    #expect(correct(#""remove":"\#(own)","bib":"4""#) == "200 !bad_line")
    #expect(correct(#""remove":"\#(own)""#) == "200 removed")
    #expect(correct(#""remove":"\#(own)""#) == "200 !no_such_event")
    #expect(correct(#""remove":"\#(rig.makeID())""#) == "200 !no_such_event")
  }

  @Test func `a press and its correction arrive together`() throws {
    let rig = try PadRig()
    let press = rig.makeID()
    let assign = #"{"id":"\#(rig.makeID())","assign":"\#(press)","bib":"4"}"#
    #expect(rig.send([rig.press(press, #""cross":["17"]"#), assign]) == "200 crossed assigned")
    #expect(try rig.crossings() == ["4 60000"])
  }

  @Test func `the answer to a line is that of record with JSON`() throws {
    let rig = try PadRig()
    let id = rig.makeID()
    let answer = rig.answer(rig.request([rig.press(id, #""mark":"pit""#)], by: rig.pads[0]))
    #expect(answer.type == "application/x-ndjson")
    #expect(
      String(decoding: answer.body, as: UTF8.self) == """
        {"line":1,"session":1,"position":5,"version":4,"id":"\(id)","kind":"timestamped",\
        "at":"2027-01-15T08:01:00.000000000Z","phase":"running","running_time_ns":60300000000,\
        "also_running":[2]}

        """)
    let event = try #require(try rig.log.event(id))
    #expect(event.source == "pad gate" && event.basis == .ago)
  }

  @Test func `lines are numbered with the empty ones, and may end as on other systems`() throws {
    let rig = try PadRig()
    let lines = ["", rig.press(rig.makeID(), #""mark":"pit""#) + "\r", "", "17\r"]
    let answer = rig.answer(rig.request(lines, by: rig.pads[0]))
    let numbers = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
      .map { $0.prefix(10) }
    #expect(numbers == [#"{"line":2,"#, #"{"line":4,"#])
    #expect(rig.kinds(answer) == "200 timestamped !bad_line")
  }

  @Test func `undo and redo pass over the presses of pads`() throws {
    let rig = try PadRig()
    let laptops = try rig.perform(.race(.crossed(.init(bib: "17")))).id
    let pads = rig.makeID()
    #expect(rig.send([rig.press(pads, #""cross":["4"]"#)]) == "200 crossed")
    #expect(try rig.perform(.undo).reverted?.event.id == laptops)
    #expect(rig.send([rig.press(rig.makeID(), #""mark":"pit""#)]) == "200 timestamped")
    #expect(try rig.perform(.redo).reverted?.event.id == laptops)
    #expect(try rig.perform(.undo).reverted?.event.id == laptops)
    // The newest own event decides the session, and a pad's is none.
    #expect(try rig.perform(.undo, of: .implied).session == 1)
    let named = try rig.perform(.remove(.id(pads)))
    #expect(named.kind == .removed(pads))
    #expect(try rig.crossings() == [])
  }

  @Test func `the live screen knows the event that undo takes back`() throws {
    let rig = try PadRig()
    let laptops = try rig.perform(.race(.crossed(.init(bib: "17")))).id
    let feed = try LogFeed(rig.log) { rig.machine.instant }
    let session = try SessionFeed(1, of: feed, times: StopwatchLabel()) { _, _, _ in nil }
    for _ in 0..<3 {
      #expect(rig.send([rig.press(rig.makeID(), #""cross":["4"]"#)]) == "200 crossed")
      try feed.readNew()
      #expect(session.newest.nextUndone?.id == laptops)
    }
    try rig.perform(.undo)
    try feed.readNew()
    #expect(session.newest.nextUndone?.id == EventID(high: 0x0199, low: 3))
  }

  @Test func `a repeated undo is answered as the first, after a press of a pad`() throws {
    let rig = try PadRig()
    let laptops = try rig.perform(.race(.crossed(.init(bib: "17")))).id
    #expect(rig.send([rig.press(rig.makeID(), #""cross":["4"]"#)]) == "200 crossed")
    var undo = Request(
      id: rig.makeID(), .undo, of: .number(1), instant: rig.machine.instant, source: "cli")
    undo.mayBeRepeated = true
    let first = try rig.log.append(undo)
    #expect(first.reverted?.event.id == laptops)
    #expect(rig.send([rig.press(rig.makeID(), #""cross":["4"]"#)]) == "200 crossed")
    #expect(try rig.log.append(undo).position == first.position)
  }
}
