import Timing
import Text
import EventLog
import Logbook
import Testing
import TimingTestSupport

@testable import Web

@Suite struct PadTimesTests {
  @Test func `a press has its time by the ticks, whatever the clocks of the wall say`() throws {
    let rig = try PadRig()
    let line = rig.press(rig.makeID(), #""cross":["17"]"#)
    rig.machine.pass(.seconds(100))
    rig.machine.step(.seconds(-5000))
    #expect(rig.send([line]) == "200 crossed")
    #expect(try rig.crossings() == ["17 60000"])
  }

  @Test func `a press of an earlier boot has its time by the wall clock`() throws {
    let rig = try PadRig()
    let id = rig.makeID()
    let line = rig.press(id, #""cross":["17"]"#)
    rig.machine.reboot(lasting: .seconds(30))
    #expect(rig.send([line]) == "200 crossed")
    #expect(try rig.log.event(id)?.basis == .stated)
    #expect(try rig.crossings() == ["17 60000"])
  }

  @Test(arguments: [
    (ago: -1_200, kinds: "200 crossed"), (ago: -1_400, kinds: "200 !in_the_future"),
    (ago: 60_000, kinds: "200 crossed"), (ago: 60_001, kinds: "200 !before_start"),
  ])
  func `a press is between the start and now`(ago: Int, kinds: String) throws {
    // The machine goes on by 300 ms until the line arrives.
    for isOfThisBoot in [true, false] {
      let rig = try PadRig()
      var line = rig.press(rig.makeID(), #""cross":["17"]"#, ago: .milliseconds(ago))
      if !isOfThisBoot { line.replace("boot-1", with: "boot-0") }
      #expect(rig.send([line]) == kinds)
    }
  }

  @Test func `before the gun there is no press`() throws {
    let rig = try PadRig()
    try rig.perform(.undo, of: .number(2))
    let line = { rig.press(rig.makeID(), #""mark":"early""#) }
    let uid = try rig.log.uid(of: 2)
    #expect(
      rig.kinds(rig.answer(rig.request([line()], by: rig.pads[2], uid: uid))) == "200 !not_running")
  }

  @Test func `at a point of a race the gun is that of the race`() throws {
    let rig = try PadRig()
    try rig.perform(.join(race: "1", point: nil, priority: 0), of: .new(also: true))
    let uid = try rig.log.uid(of: 3)
    let pad = Pad(name: "point", token: "0123456789abcdef-point", session: "\(uid)")
    try rig.writePads([pad])
    for (ago, kinds) in [(59, "200 crossed"), (61, "200 !before_start")] {
      let line = rig.press(rig.makeID(), #""cross":["17"]"#, ago: .seconds(ago))
      #expect(rig.kinds(rig.answer(rig.request([line], by: pad, uid: uid))) == kinds)
    }
    #expect(try rig.crossings() == ["17 1000"])
  }

  @Test func `ticks beyond all clocks are refused by name`() throws {
    let rig = try PadRig()
    for (ticks, kind) in [
      (Int64.min, "before_start"), (-1, "before_start"), (.max, "in_the_future"),
    ] {
      let line =
        #"{"id":"\#(rig.makeID())","cross":[],"boot":"boot-1","ticks_ns":\#(ticks),"#
        + #""wall":"2027-01-15T08:00:00Z"}"#
      #expect(rig.send([line]) == "200 !\(kind)")
    }
  }

  @Test func `a line that comes again has the first answer, also after a new boot`() throws {
    let rig = try PadRig()
    let lines = [
      rig.press(rig.makeID(), #""cross":["17"]"#, ago: .seconds(3)),
      rig.press(rig.makeID(), #""cross":["4","17"]"#, ago: .seconds(-0.5)),
    ]
    let first = rig.answer(rig.request(lines, by: rig.pads[0]))
    #expect(rig.kinds(first) == "200 crossed crossed crossed")
    let count = try rig.eventCount
    for step in 0..<3 {
      if step == 1 {
        rig.machine.reboot(lasting: .seconds(9))
        try rig.restart()
      }
      if step == 2 { rig.machine.step(.seconds(-3600)) }
      let again = rig.answer(rig.request(lines, by: rig.pads[0]))
      #expect(rig.kinds(again) == "200 crossed crossed crossed")
      #expect(ids(again) == ids(first))
    }
    #expect(try rig.eventCount == count)
  }

  /// The parts of an answer up to the kind: line, session, position, version and id.
  private func ids(_ response: WebResponse) -> [Substring] {
    String(decoding: response.body, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: #","kind""#).first }
  }

  @Test func `an id stays that of its content`() throws {
    let rig = try PadRig()
    let id = rig.makeID()
    #expect(rig.send([rig.press(id, #""cross":["17"]"#)]) == "200 crossed")
    #expect(
      rig.send([rig.press(id, #""cross":["4"]"#, ago: .milliseconds(300))]) == "200 !id_reused")
    #expect(rig.send([rig.press(id, #""cross":["17"]"#)]) == "200 !id_reused")
    #expect(
      rig.send([rig.press(id, #""cross":["17","4"]"#, ago: .milliseconds(900))]) == "200 !id_reused"
    )
    #expect(rig.send([#"{"id":"\#(id)","remove":"\#(id)"}"#]) == "200 !id_reused")
    #expect(try rig.crossings() == ["17 60000"])
  }

  @Test func `lost, doubled and reordered deliveries give each press once, at its time`() throws {
    for _ in 0..<Seed.tries(40) {
      var seed = Seed()
      let rig = try PadRig()
      var waiting: [[(id: EventID, line: String)]] = [[], []]
      var expected: [String] = []
      for number in 0..<30 {
        rig.machine.pass(.milliseconds(1 + seed.below(900)))
        if seed.chance(3) { rig.machine.reboot(lasting: .seconds(2)); try rig.restart() }
        if seed.chance(50) {
          let (pad, bib) = (seed.below(2), seed.chance(50) ? "17" : "4")
          let id = rig.makeID()
          waiting[pad].append((id, rig.press(id, #""cross":["\#(bib)"]"#)))
          let time = rig.machine.wall - Machine().wall
          expected.append("\(bib) \(time / 1_000_000)")
        }
        let pad = seed.below(2)
        guard seed.chance(60) || number == 29, !waiting[pad].isEmpty else { continue }
        deliver(&waiting[pad], by: pad, rig, &seed)
      }
      for pad in 0..<2 {
        while !waiting[pad].isEmpty { deliver(&waiting[pad], by: pad, rig, &seed) }
      }
      #expect(try rig.crossings().sorted() == expected.sorted(), "\(seed)")
    }
  }

  /// Sends some of the lines, some of them twice and in another order; the answer may be lost.
  private func deliver(
    _ waiting: inout [(id: EventID, line: String)], by pad: Int, _ rig: PadRig, _ seed: inout Seed
  ) {
    var sent = waiting.filter { _ in seed.chance(70) }
    if seed.chance(40) { sent += sent.filter { _ in seed.chance(50) } }
    if seed.chance(40) { sent.shuffle(using: &seed) }
    if seed.chance(20) { try? rig.restart() }
    let kinds = rig.send(sent.map(\.line), by: pad)
    #expect(kinds == (["200"] + sent.map { _ in "crossed" }).joined(separator: " "), "\(seed)")
    if seed.chance(70) { waiting.removeAll { entry in sent.contains { $0.id == entry.id } } }
  }
}
