import SQLite
package import Text

/// An event in an export: all fields that are not local to one log, in exactly one format.
///
/// A line of an export is a JSON object without spaces, with these keys in this order: `id`, `uid`
/// (of its session), `kind`, `kind_version`, `at`, `basis`, `recorded_at`, `ticks_ns`, `boot_id`,
/// `device`, `offset_ns`, `source`, `data`, `digest`. The events of a session are in their order,
/// from the first on. In a salvage there is an `OmissionLine` in the place of missing events, and
/// one after all events for each session whose last events are missing.
package struct ExportedEvent: Hashable {
  /// The event; its numbers and the number of its clock, which are local to a log, are 0.
  package var record: Record
  /// The identity of its session.
  package var uid: EventID
  /// The clock of its reading.
  package var clock: ClockIdentity
}

extension ExportedEvent {
  /// Reads a line of an export without its end, and verifies nothing but its format; nil if it has
  /// another one.
  package init?(exportedLine line: String) {
    let event = Array((line + "\n").utf8).withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      return try? reader.exportedEvent()
    }
    guard let event else { return nil }
    self = event
  }

  package var expectedDigest: [UInt8] { Digest.of(record, session: uid, clock: clock) }

  /// The reason why the event is invalid, whatever its kind; nil if it is valid.
  var invalidity: String? {
    if let reason = record.kind.labelFault { return "the kind \(reason)" }
    if let reason = record.source.labelFault { return "the source \(reason)" }
    if let reason = record.data.payloadLengthFault { return reason }
    if record.kindVersion < 1 { return "the kind's version is less than one" }
    if clock.bootID.utf8.count > 1024 || clock.device.utf8.count > 1024 {
      return "the clock's name is longer than 1,024 bytes"
    }
    return nil
  }

  /// Appends the line, including its end.
  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"id":""#)
    record.id.append(to: &bytes)
    bytes.append(#"","uid":""#)
    uid.append(to: &bytes)
    bytes.append(#"","kind":"#)
    bytes.append(jsonString: record.kind.utf8Span.span)
    bytes.append(#","kind_version":"#)
    bytes.append(decimal: Int64(record.kindVersion))
    bytes.append(#","at":""#)
    record.at.appendRFC3339(to: &bytes)
    bytes.append(#"","basis":""#)
    bytes.append(record.basis.rawValue)
    bytes.append(#"","recorded_at":""#)
    record.recordedAt.appendRFC3339(to: &bytes)
    bytes.append(#"","ticks_ns":"#)
    bytes.append(decimal: record.ticks)
    bytes.append(#","boot_id":"#)
    bytes.append(jsonString: clock.bootID.utf8Span.span)
    bytes.append(#","device":"#)
    bytes.append(jsonString: clock.device.utf8Span.span)
    bytes.append(#","offset_ns":"#)
    bytes.append(decimal: clock.offset)
    bytes.append(#","source":"#)
    bytes.append(jsonString: record.source.utf8Span.span)
    bytes.append(#","data":"#)
    bytes.append(record.data)
    bytes.append(#","digest":""#)
    bytes.append(hexadecimal: record.digest)
    bytes.append("\"}\n")
  }
}

/// The last line of an export.
///
/// It states the number of events before it, and a checksum, BLAKE2b of 32 bytes, over all bytes
/// before it.
struct ClosingLine: Hashable {
  var events: Int
  var checksum: [UInt8]

  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"events":"#)
    bytes.append(decimal: Int64(events))
    bytes.append(#","checksum":""#)
    bytes.append(hexadecimal: checksum)
    bytes.append("\"}\n")
  }
}

/// A line with the number of missing events of a session.
///
/// Directly before an event of the session, it counts the events missing before that one. After all
/// events, it counts the events missing after the session's last one. Only a salvage writes such
/// lines.
struct OmissionLine: Hashable {
  var events: Int
  var uid: EventID

  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"left_out":"#)
    bytes.append(decimal: Int64(events))
    bytes.append(#","uid":""#)
    uid.append(to: &bytes)
    bytes.append("\"}\n")
  }
}

extension [UInt8] {
  mutating func append(hexadecimal bytes: [UInt8]) {
    for byte in bytes { append(hexadecimal: byte) }
  }
}

/// Reads the lines of an export, which have exactly one format.
///
/// The caller writes each line again to check that it is in this format to the last byte.
extension JSONReader {
  mutating func exportedEvent() throws(Malformed) -> ExportedEvent {
    try literal(#"{"id":""#)
    let id = try uuid()
    try literal(#"","uid":""#)
    let uid = try uuid()
    try literal(#"","kind":"#)
    let kind = try string()
    try literal(#","kind_version":"#)
    let kindVersion = Int(try integer())
    try literal(#","at":""#)
    let at = try moment()
    try literal(#"","basis":"#)
    let basis = try basis()
    try literal(#","recorded_at":""#)
    let recordedAt = try moment()
    try literal(#"","ticks_ns":"#)
    let ticks = try integer()
    try literal(#","boot_id":"#)
    let bootID = try string()
    try literal(#","device":"#)
    let device = try string()
    try literal(#","offset_ns":"#)
    let offset = try integer()
    try literal(#","source":"#)
    let source = try string()
    try literal(#","data":"#)
    let data = try objectText()
    try literal(#","digest":""#)
    let digest = try hexadecimal(count: Digest.length)
    try literal("\"}\n")
    return ExportedEvent(
      record: Record(
        position: 0, session: 0, version: 0, id: id, kind: kind, kindVersion: kindVersion, at: at,
        basis: basis, recordedAt: recordedAt, ticks: ticks, clock: ClockID(rawValue: 0),
        source: source, data: data, digest: digest),
      uid: uid, clock: ClockIdentity(bootID: bootID, device: device, offset: offset))
  }

  mutating func omissionLine() throws(Malformed) -> OmissionLine {
    try literal(#"{"left_out":"#)
    let start = index
    let events = Int(try integer())
    guard Numbering.range.contains(events) else { throw Malformed(offset: start) }
    try literal(#","uid":""#)
    let uid = try uuid()
    try literal("\"}\n")
    return OmissionLine(events: events, uid: uid)
  }

  mutating func closingLine() throws(Malformed) -> ClosingLine {
    try literal(#"{"events":"#)
    let events = Int(try integer())
    try literal(#","checksum":""#)
    let checksum = try hexadecimal(count: Digest.length)
    try literal("\"}\n")
    return ClosingLine(events: events, checksum: checksum)
  }

  private mutating func basis() throws(Malformed) -> Basis {
    let start = index
    guard let basis = Basis(rawValue: try string()) else { throw Malformed(offset: start) }
    return basis
  }

  private mutating func moment() throws(Malformed) -> Moment {
    let text = try take(30)
    do {
      return try Moment(rfc3339: String(decoding: text, as: UTF8.self))
    } catch {
      throw malformed
    }
  }

  /// Reads the text of an object, unchanged.
  private mutating func objectText() throws(Malformed) -> String {
    guard next == UInt8(ascii: "{") else { throw malformed }
    let start = index
    try skip()
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func uuid() throws(Malformed) -> EventID {
    let start = index
    guard let id = EventID(utf8: UnsafeBufferPointer(rebasing: try take(36))) else {
      throw Malformed(offset: start)
    }
    return id
  }

  private mutating func hexadecimal(count: Int) throws(Malformed) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(try digitValue() << 4 | digitValue()) }
    return bytes
  }

  private mutating func digitValue() throws(Malformed) -> UInt8 {
    guard let value = EventID.value(ofHexadecimal: next) else { throw malformed }
    index += 1
    return UInt8(value)
  }

  private mutating func take(_ count: Int) throws(Malformed) -> Slice<UnsafeBufferPointer<UInt8>> {
    guard bytes.count - index >= count else { throw malformed }
    defer { index += count }
    return bytes[index..<index + count]
  }
}
