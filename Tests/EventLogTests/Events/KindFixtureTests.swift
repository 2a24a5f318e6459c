import ProcessTestSupport
import Racing
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Exports with all versions of all kinds, which later programs must read.
///
/// The files never change. Each new kind gets a new file `kinds-NAME.ndjson`.
struct KindFixtureTests {
  private static let files = ScratchFolder.names(in: fixtures).filter { $0.hasPrefix("kinds") }

  private let lines = files.flatMap { file in
    String(decoding: Self.bytes(file), as: UTF8.self).split(separator: "\n").dropLast()
  }

  private static func bytes(_ file: String) -> [UInt8] { contents(of: "\(fixtures)/\(file)") }

  private func field(_ regex: Regex<(Substring, Substring)>, of line: Substring) throws -> String {
    String(try #require(line.firstMatch(of: regex)?.1))
  }

  @Test func `the files have each kind in each version, and payloads are written as read`() throws {
    var versions: [String: Set<Int>] = [:]
    for line in lines {
      let name = try field(/"kind":"([a-z_]+)"/, of: line)
      let version = try #require(Int(field(/"kind_version":(\d+)/, of: line)))
      versions[name, default: []].insert(version)
      let data = try field(/"data":(.*),"digest":/, of: line)
      let kind = try #require(try Event.Kind(name, version: version, data: data))
      let batch = data.firstMatch(of: /"batch":"([-0-9a-f]{36})"/).flatMap { EventID(String($0.1)) }
      #expect(kind.payload(inBatch: batch).data == data, "\(name)")
      #expect(kind.name == name && kind.version == version, "\(name)")
      #expect(kind.validationError == nil, "\(name)")
    }
    #expect(versions.count == 25)
    var kind = KindCodecTests.example(after: nil)
    while let example = kind {
      let grows = ["started", "planned", "lapped", "amended", "reverted"].contains(example.name)
      #expect(versions[example.name] == (grows ? [1, 2] : [1]), "\(example.name)")
      kind = KindCodecTests.example(after: example)
    }
  }

  @Test(arguments: files)
  func `each file is imported, and exported with the same bytes`(file: String) throws {
    let bytes = Self.bytes(file)
    let fixture = try LogFixture()
    try fixture.open().importing(bytes)
    let log = try fixture.open(.reading)
    #expect(try log.exported() == bytes)
    #expect(try log.check().findings == [])
  }

  @Test func `a Python program can verify an export`() throws {
    let fixture = try LogFixture()
    let done = try fixture.appendRandomEvents(60, seed: 7)
    let python = try OtherProgram(
      "python3", "\(fixtures)/verify.py", input: fixture.open(.reading).exported())
    #expect(python.output == "\(done) events verified\n")
  }

  @Test func `the sessions of the first file are unchanged`() throws {
    let fixture = try LogFixture()
    try fixture.open().importing(Self.bytes("kinds.ndjson"))
    let log = try fixture.open(.reading)
    let run = try #require(try log.session(1))
    #expect(run.laps.map(\.split) == [.seconds(58), .seconds(120)])
    #expect(run.laps.map(\.label) == [nil, "second"])
    #expect(run.summary.profile.name == "Tempo run")
    #expect(run.summary.profile.tags == ["warm"])
    #expect(run.summary.profile.plan.laps == 8)
    let course = try #require(try log.session(2))
    #expect(course.laps.map(\.segment) == [1, 3])
    #expect(course.summary.profile.isDiscarded)
    let standings = try #require(try log.race(3)?.standings())
    let rows = standings.waves.flatMap(\.rows).map { "\($0.bib) \($0.laps)" }
    #expect(rows == ["17 2", "4 1", "30 0"])
    #expect(standings.waves.first?.rows.first?.time == .seconds(615))
    #expect(try log.session(4)?.summary.profile.timingPoint?.point == "A")
  }

  @Test func `kinds of newer versions are kept, shown raw and otherwise skipped`() throws {
    var fixture = try LogFixture.started("a")
    fixture.machine.pass(.seconds(5))
    let log = try fixture.open()
    // This program does not know version 2 of `named`.
    let newer = ExportedEvent(
      EventID(high: 3, low: 3), of: try log.uid(of: 1), "named", version: 2, #"{"name":"b"}"#,
      fixture.machine.instant)
    try log.importing((exportedEvents(in: log.exported()) + [newer]).export)
    fixture.machine.pass(.seconds(5))
    let session = try #require(try log.session(1))
    #expect(session.summary.profile.name == "a")
    #expect(session.unknownKinds == ["named": 1])
    let event = try #require(try log.events(after: 1).first)
    #expect(event.event.kind == .unknown(name: "named"))
    #expect(event.kind == "named")
    #expect(event.data == #"{"name":"b"}"#)
    // The unknown event counts for the timeline, and undo reverts it.
    #expect(try log.append(fixture.request(.lap(label: nil))).lap?.split == .seconds(10))
    #expect(try log.append(fixture.request(.undo)).kind.name == "reverted")
    #expect(try log.append(fixture.request(.undo)).kind.name == "reverted")
    #expect(try log.session(1)?.unknownKinds == ["named": 1])
    let report = try log.check()
    #expect(report.unknownKinds == ["named": 1] && report.isSound)
    try log.backUp(to: fixture.folder("copy.db"))

    // Programs that do not know the version import and export the event unchanged.
    let copy = try LogFixture()
    try copy.open().importing(try log.exported())
    #expect(try copy.open().exported() == log.exported())
  }

  @Test(arguments: ["cheered", "lapped", "started"])
  func `a session may begin with an event of any kind`(_ kind: String) throws {
    var fixture = try LogFixture()
    let id = EventID(high: 9, low: 9)
    let bytes = [ExportedEvent(id, of: id, kind, version: 1, "{}", fixture.machine.instant)].export
    let log = try fixture.open()
    #expect(try log.importing(bytes).newSessions == 1)
    #expect(try log.check().findings == [])
    #expect(try log.session(1)?.uid == id)
    #expect(try log.exported() == bytes)
    #expect(try fixture.perform(.name("a"), of: .named("1"), after: .seconds(1)).version == 2)
    #expect(try log.check().findings == [])
  }

  @Test func `a session whose first event has another id than its uid is not imported`() throws {
    let fixture = try LogFixture()
    let event = ExportedEvent(
      EventID(high: 9, low: 9), of: EventID(high: 9, low: 8), "lapped", version: 1, "{}",
      fixture.machine.instant)
    #expect(throws: ImportError.self) { try fixture.open().importing([event].export) }
  }

  @Test(arguments: [
    #"{"laps":0}"#, #"{"limit_ns":0}"#, #"{"limit_ns":-1}"#, #"{"min_lap_ns":-1}"#,
    #"{"laps":1.0}"#, #"{"laps":"1"}"#, #"{"laps":9223372036854775808}"#, "[]",
  ])
  func `invalid plans are not imported`(_ data: String) throws {
    #expect(try refusal("planned", data) != nil)
  }

  @Test func `names, labels and tags have limits`() throws {
    let long = String(repeating: "x", count: 1024)
    #expect(try refusal("named", #"{"name":"\#(long)"}"#) == nil)
    #expect(
      try refusal("named", #"{"name":"\#(long)x"}"#)
        == .invalid("the name is longer than 1,024 bytes"))
    #expect(try refusal("named", #"{"name":""}"#) == .invalid("the name is empty"))
    #expect(try refusal("named", "{}") == .invalid("the payload lacks a required field"))
    #expect(try refusal("lapped", #"{"label":""}"#) == .invalid("the label is empty"))
    #expect(try refusal("tagged", #"{"tags":["a",""]}"#) == .invalid("a tag is empty"))
    #expect(try refusal("cheered", #"{"how":["loud",{"n":1e9}]}"#) == nil)
    #expect(try refusal("", "{}") == .invalid("the kind is empty"))
    #expect(try refusal("lapped", #"{"label":"\uD800"}"#) != nil)
    #expect(try refusal("amended", #"{"target":"no","by_ns":1}"#) != nil)
    #expect(try refusal("named", #"{"name":"\u0062"}"#) == nil)
  }

  /// The reason for refusing to import a payload in an otherwise valid event; nil if imported.
  private func refusal(_ kind: String, _ data: String) throws -> ImportError.Fault? {
    let fixture = try LogFixture.started("a")
    let log = try fixture.open()
    let start = try exportedEvents(in: log.exported())[0]
    var event = start
    event.record.id = EventID(high: 3, low: 3)
    (event.record.kind, event.record.data) = (kind, data)
    do {
      try log.importing([start, event].export)
      return nil
    } catch let error as ImportError {
      #expect(error.line == 2)
      return error.fault
    }
  }
}
