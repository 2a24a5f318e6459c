import Text
import Timing

@testable import EventLog
@testable import Logbook

extension Logbook {
  func exported(sessions: [Int]? = nil, salvaging: Bool = false) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try export(sessions: sessions, salvaging: salvaging) { bytes += $0 }
    return bytes
  }

  @discardableResult func importing(
    _ bytes: [UInt8], inPiecesOf size: Int = 4096, marking mark: SalvageMark? = nil,
    foreign belongsElsewhere: ((Int) throws -> Bool)? = nil
  ) throws -> ImportReport {
    var rest = bytes[...]
    return try importEvents(marking: mark, foreign: belongsElsewhere) {
      defer { rest = rest.dropFirst(size) }
      return rest.isEmpty ? nil : [UInt8](rest.prefix(size))
    }
  }
}

/// The lines of an export, each with its line break.
func exportedLines(in export: [UInt8]) -> [String] {
  String(decoding: export, as: UTF8.self).split(separator: "\n").map { $0 + "\n" }
}

/// Lines of an export, with the closing line added.
func closed(_ lines: [UInt8]) -> [UInt8] {
  let checksum = Checksum()
  lines.withUnsafeBufferPointer { checksum.add($0) }
  let events = lines.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: #"{"id":"#.utf8) }
  var bytes = lines
  ClosingLine(events: events, checksum: checksum.finish()).write(to: &bytes)
  return bytes
}

func closed(_ lines: some Sequence<String>) -> [UInt8] { closed(Array(lines.joined().utf8)) }

func exportedEvents(in export: [UInt8]) throws -> [ExportedEvent] {
  try exportedLines(in: export).dropLast().map { line in
    try Array(line.utf8).withUnsafeBufferPointer { text in
      var reader = JSONReader(text)
      return try reader.exportedEvent()
    }
  }
}

extension ExportedEvent {
  /// An event with a valid digest, as another program writes it.
  init(
    _ id: EventID, of uid: EventID, _ kind: String, version: Int, _ data: String,
    at: Moment? = nil, basis: Basis = .measured, _ instant: Instant
  ) {
    let record = Record(
      position: 0, session: 0, version: 0, id: id, kind: kind, kindVersion: version,
      at: at ?? instant.recordedAt, basis: basis, recordedAt: instant.recordedAt,
      ticks: instant.ticks.nanoseconds, clock: ClockID(rawValue: 0), source: "test", data: data)
    self.init(record: record, uid: uid, clock: instant.clock)
    self.record.digest = expectedDigest
  }
}

extension [ExportedEvent] {
  /// An export of the events, with valid digests.
  var export: [UInt8] {
    var bytes: [UInt8] = []
    for var event in self {
      event.record.digest = event.expectedDigest
      event.write(to: &bytes)
    }
    return closed(bytes)
  }
}

/// An export with events that no command writes.
struct HandmadeExport {
  private var lines: [UInt8] = []
  private let clock: ClockIdentity

  init(device: String) { clock = ClockIdentity(bootID: "boot", device: device) }

  /// Adds the next event of a session, some seconds after 2027-01-15.
  mutating func add(
    _ kind: Event.Kind, _ id: EventID, of session: EventID, at seconds: Int, batch: EventID? = nil
  ) {
    let instant = Instant(
      clock: clock, ticks: .seconds(seconds),
      recordedAt: Moment(nanosecondsSince1970: 1_800_000_000_000_000_000) + .seconds(seconds))
    let data = kind.payload(inBatch: batch).data
    ExportedEvent(id, of: session, kind.name, version: kind.version, data, instant)
      .write(to: &lines)
  }

  var bytes: [UInt8] { closed(lines) }
}
