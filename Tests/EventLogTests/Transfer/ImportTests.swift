import Testing
import Timing

@testable import EventLog
@testable import Logbook
import Text

struct ImportTests {
  private var fixture: LogFixture
  private let copy: LogFixture

  init() throws {
    fixture = try LogFixture.started("a")
    copy = try LogFixture()
  }

  @Test(arguments: 0..<8)
  func `an import into an empty log, or its beginning, gives an equal log`(number: UInt64) throws {
    let fixture = try LogFixture()
    let done = try fixture.appendRandomEvents(150, seed: number)
    #expect(done > 20)
    let before = try Dump(fixture.path)
    let check = try fixture.open(.reading).check()
    #expect(check.findings == [] && check.events == done)
    #expect(check.sessions == (try fixture.open(.reading).newestSession))
    let bytes = try fixture.open(.reading).exported()
    #expect(try Dump(fixture.path) == before)

    let early = number % 2 == 0 ? 0 : done / 2
    if early > 0 { try copy.open().importing(closed(exportedLines(in: bytes).prefix(early))) }
    let report = try copy.open().importing(bytes, inPiecesOf: 700)
    #expect(report.newEvents == done - early && report.knownEvents == early)
    let uids = try exportedEvents(in: bytes).map(\.uid)
    #expect(report.extendedSessions == Set(uids[..<early]).intersection(uids[early...]).count)
    #expect(try Dump(copy.path) == Dump(fixture.path), "seed \(number)")
    #expect(try copy.open(.reading).exported() == bytes)
    let again = try copy.open().importing(bytes)
    #expect(again.knownEvents == done)
    #expect(again.newEvents == 0)
    #expect(try Dump(copy.path) == Dump(fixture.path))
  }

  @Test mutating func `a first import fails if another process creates the log meanwhile`() throws {
    _ = try fixture.open().append((0..<3000).map { _ in fixture.request(.lap(label: nil)) })
    let bytes = try fixture.open(.reading).exported()
    var other = copy
    var rest = bytes[...]
    #expect(throws: OpeningError.locked(path: copy.path)) {
      try copy.open().importEvents {
        defer { rest = rest.dropFirst(4096) }
        if rest.count <= 4096, !rest.isEmpty {
          try other.perform(
            .start(.init(name: "b")), of: .new(also: false), id: EventID(high: 0x0193, low: 1))
        }
        return rest.isEmpty ? nil : [UInt8](rest.prefix(4096))
      }
    }
    #expect(try copy.open(.reading).check().events == 1)
    #expect(try copy.open().importing(bytes).newEvents == 3001)
    #expect(try copy.open().check().isSound)
  }

  @Test func `the longest names that may be appended are imported`() throws {
    var fixture = try LogFixture()
    let part = String(repeating: "x", count: 600)
    try fixture.start()
    #expect(throws: Rejection.self) {
      try fixture.perform(.identify([Person(first: part, last: part, full: part + " " + part)]))
    }
    let name = String(repeating: "é", count: 512)
    try fixture.perform(.identify([Person(first: name, last: name, full: name)]))
    try copy.open().importing(try fixture.open(.reading).exported())
    #expect(try Dump(copy.path) == Dump(fixture.path))
  }

  @Test(arguments: [
    [#"\n"#, "\n"], [#"a""#, "a"], [#"a","source":"b"#, "a"], ["a", "a", #"a\"#, "a"], ["é", "é"],
  ])
  func `texts similar to the previous line are read correctly`(_ sources: [String]) throws {
    var fixture = try LogFixture.started()
    for _ in sources.dropFirst() { try fixture.perform(.lap(label: nil)) }
    var events = try exportedEvents(in: fixture.open(.reading).exported())
    for index in events.indices { events[index].record.source = sources[index] }
    #expect(try copy.open().importing(events.export).newEvents == sources.count)
    #expect(try copy.open(.reading).events(after: 0).map(\.source) == sources)
  }

  @Test mutating func `a diverged session is refused completely`() throws {
    try copy.open().importing(try fixture.open(.reading).exported())
    var other = copy
    try other.perform(.lap(label: "there"), id: EventID(high: 9, low: 9), after: .seconds(9))
    try fixture.perform(.lap(label: "here"))
    try fixture.start("b", also: true)
    let before = try Dump(copy.path)
    let bytes = try fixture.open(.reading).exported()
    let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
    #expect(error?.line == 2)
    #expect(error?.kind == "diverged")
    #expect(try Dump(copy.path) == before)
  }

  @Test mutating func `an event that the log has with other content is refused`() throws {
    try fixture.perform(.lap(label: "here"))
    let error = #expect(throws: ImportError.self) {
      try fixture.open().importing(
        fixture.open(.reading).exported { $0.record.data = #"{"label":"there"}"# })
    }
    #expect(error?.kind == "diverged")
    #expect(error?.line == 2)
  }

  @Test mutating func `after a gap, an event with other content is refused`() throws {
    for label in ["b", "c", "d"] { try fixture.perform(.lap(label: label)) }
    let log = try fixture.open()
    var lines = exportedLines(in: try log.exported { $0.record.data = #"{"label":"x"}"# })
    lines.removeLast()
    lines.replaceSubrange(1...2, with: [#"{"left_out":2,"uid":"\#(try log.uid(of: 1))"}"# + "\n"])
    let bytes = closed(lines)
    let last = try log.events(after: 3, limit: 1)[0].event.id
    #expect(throws: ImportError(line: 3, fault: .diverged(last))) { try log.importing(bytes) }
  }

  @Test mutating func `a session with the id of a later event of another one is refused`() throws {
    try fixture.perform(.lap(label: nil))
    let log = try fixture.open()
    let (lap, other) = (try log.events(after: 1)[0].event.id, EventID(high: 9, low: 9))
    var export = HandmadeExport(device: "other")
    export.add(.lapped(label: nil), other, of: lap, at: 60)
    let gap = #"{"left_out":2,"uid":"\#(lap)"}"# + "\n"
    let bytes = closed([gap] + exportedLines(in: export.bytes).dropLast())
    #expect(throws: ImportError(line: 2, fault: .diverged(other))) { try log.importing(bytes) }
  }

  @Test mutating func `an event with too many fields is refused`() throws {
    try fixture.perform(.tag((1...EventBounds.mostItems).map { "\($0)" }))
    let tags = (0...EventBounds.mostItems).map { #""\#($0)""# }.joined(separator: ",")
    let people = [String](repeating: #"{"first":"","last":"","full":"x"}"#, count: 101)
    let filler = String(repeating: "x", count: EventBounds.mostBytes)
    let events = [
      ("tagged", #"{"tags":[\#(tags)]}"#), ("untagged", #"{"tags":[\#(tags)]}"#),
      ("identified", #"{"people":[\#(people.joined(separator: ","))]}"#),
      ("entered", #"{"list":"\#(filler)"}"#),
    ]
    for (kind, data) in events {
      let bytes = try fixture.open(.reading).exported {
        $0.record.kind = kind
        $0.record.data = data
      }
      let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
      #expect(error?.line == 2, "\(kind): \(String(describing: error))")
    }
    #expect(throws: Rejection.self) {
      try fixture.perform(.untag((0...EventBounds.mostItems).map { "\($0)" }))
    }
    #expect(throws: Rejection.self) {
      try fixture.perform(.tag((0...EventBounds.mostItems).map { "\($0)" }))
    }
  }

  @Test mutating func `an event beyond the timeline of its session is refused`() throws {
    let lap = try fixture.perform(.lap(label: nil))
    let century: Int64 = 100 * 365 * 86_400 * 1_000_000_000
    let far: [(inout ExportedEvent) -> Void] = [
      { $0.record.at = $0.record.at - .nanoseconds(2 * century) },
      {
        $0.record.at = $0.record.at - .nanoseconds(2 * century)
        $0.record.basis = .ago
      },
      { $0.record.ticks = .max },
      {
        $0.record.kind = "amended"
        $0.record.data = #"{"target":"\#(lap.id)","by_ns":\#(2 * century)}"#
      },
    ]
    for change in far {
      try fixture.perform(.mark(label: "x"))
      let bytes = try fixture.open(.reading).exported(changing: change)
      let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
      let reason = if case .invalid(let reason)? = error?.fault { reason } else { "" }
      #expect(reason.contains(" years from the first"), "\(String(describing: error))")
      try fixture.perform(.undo)
    }
  }
}

extension Logbook {
  /// An export with a changed last event and valid digests.
  fileprivate func exported(changing change: (inout ExportedEvent) -> Void) throws -> [UInt8] {
    var events = try exportedEvents(in: exported())
    if !events.isEmpty { change(&events[events.count - 1]) }
    return events.export
  }
}
