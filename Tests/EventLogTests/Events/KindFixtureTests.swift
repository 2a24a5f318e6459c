import ProcessTestSupport
import Racing
import Testing
import Text
import Timing

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

  /// The text of a field in an exported line.
  private func field<Output>(
    _ pattern: Regex<(Substring, Output)>, of line: Substring
  ) throws -> Output {
    try #require(line.firstMatch(of: pattern)?.1)
  }

  @Test func `the files have each kind in each version`() throws {
    var versions: [String: Set<Int>] = [:]
    for line in lines {
      let kind = String(try field(/"kind":"([a-z_]+)"/, of: line))
      versions[kind, default: []].insert(try #require(Int(field(/"kind_version":(\d+)/, of: line))))
    }
    var kind = KindCodecTests.example(after: nil)
    while let example = kind {
      let grows = ["started", "planned", "lapped", "amended", "reverted"].contains(example.name)
      #expect(versions[example.name] == (grows ? [1, 2] : [1]), "\(example.name)")
      kind = KindCodecTests.example(after: example)
    }
  }

  @Test func `each payload is written as read`() throws {
    for line in lines {
      let name = String(try field(/"kind":"([a-z_]+)"/, of: line))
      let version = try #require(Int(field(/"kind_version":(\d+)/, of: line)))
      let data = String(try field(/"data":(.*),"digest":/, of: line))
      let kind = try #require(try Event.Kind(name, version: version, data: data))
      let batch = data.firstMatch(of: /"batch":"([-0-9a-f]{36})"/).flatMap { EventID(String($0.1)) }
      #expect(kind.payload(inBatch: batch).data == data, "\(name)")
      #expect(kind.name == name && kind.version == version, "\(name)")
      #expect(kind.validationError == nil, "\(name)")
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
    let standings = try #require(try log.race(3)?.standingsAtNewestEvent())
    #expect(standings.waves.flatMap(\.rows).map(\.bib) == ["17", "4", "30"])
    #expect(standings.waves.flatMap(\.rows).map(\.laps) == [2, 1, 0])
    #expect(standings.waves.first?.rows.first?.time == .seconds(615))
    #expect(try log.session(4)?.summary.profile.timingPoint?.point == "A")
  }
}
