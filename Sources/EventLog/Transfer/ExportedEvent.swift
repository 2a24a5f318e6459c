package import Text

/// An event in an export: all fields that are not local to one log, in exactly one format.
///
/// A line of an export is a JSON object without spaces, with these keys in this order: `id`, `uid`
/// (of its session), `kind`, `kind_version`, `at`, `basis`, `recorded_at`, `ticks_ns`, `boot_id`,
/// `device`, `offset_ns`, `source`, `data`, `digest`. The events of a session are in their order,
/// from the first on. In a salvage there is an `OmissionLine` in the place of missing events, and
/// one after all events for each session whose last events are missing.
package struct ExportedEvent: Hashable {
  package var id: EventID
  package var uid: EventID
  package var kind: String
  package var kindVersion: Int
  package var at: Moment
  package var basis: Basis
  package var recordedAt: Moment
  package var ticks: Int64
  package var clock: ClockIdentity
  package var source: String
  package var data: String
  package var digest: [UInt8]

  package init(
    id: EventID, uid: EventID, kind: String, kindVersion: Int, at: Moment, basis: Basis,
    recordedAt: Moment, ticks: Int64, clock: ClockIdentity, source: String, data: String,
    digest: [UInt8]
  ) {
    self.id = id
    self.uid = uid
    self.kind = kind
    self.kindVersion = kindVersion
    self.at = at
    self.basis = basis
    self.recordedAt = recordedAt
    self.ticks = ticks
    self.clock = clock
    self.source = source
    self.data = data
    self.digest = digest
  }
}

extension ExportedEvent {
  init(_ record: Record, uid: EventID, clock: ClockIdentity) {
    self.init(
      id: record.id, uid: uid, kind: record.kind, kindVersion: record.kindVersion, at: record.at,
      basis: record.basis, recordedAt: record.recordedAt, ticks: record.ticks, clock: clock,
      source: record.source, data: record.data, digest: record.digest)
  }

  /// Returns the event with its numbers in a log, without its digest.
  func record(
    position: Int = 0, session: Int = 0, version: Int = 0, clock: ClockID = ClockID(rawValue: 0)
  ) -> Record {
    Record(
      position: position, session: session, version: version, id: id, kind: kind,
      kindVersion: kindVersion, at: at, basis: basis, recordedAt: recordedAt, ticks: ticks,
      clock: clock, source: source, data: data)
  }

  /// The digest computed from its fields.
  package var expectedDigest: [UInt8] { Digest.of(record(), session: uid, clock: clock) }

  /// The reason why the event is invalid, whatever its kind; nil if it is valid.
  var invalidity: String? {
    if let reason = kind.labelFault { return "the kind \(reason)" }
    if let reason = source.labelFault { return "the source \(reason)" }
    if data.utf8.count > EventBounds.mostBytes { return "the payload is longer than 1 MiB" }
    if kindVersion < 1 { return "the kind's version is less than one" }
    if clock.bootID.utf8.count > 1024 || clock.device.utf8.count > 1024 {
      return "the clock's name is longer than 1,024 bytes"
    }
    return nil
  }

  /// Appends the line, including its end.
  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"id":""#)
    id.append(to: &bytes)
    bytes.append(#"","uid":""#)
    uid.append(to: &bytes)
    bytes.append(#"","kind":"#)
    bytes.append(jsonString: kind.utf8Span.span)
    bytes.append(#","kind_version":"#)
    bytes.append(decimal: Int64(kindVersion))
    bytes.append(#","at":""#)
    at.appendRFC3339(to: &bytes)
    bytes.append(#"","basis":""#)
    bytes.append(basis.rawValue)
    bytes.append(#"","recorded_at":""#)
    recordedAt.appendRFC3339(to: &bytes)
    bytes.append(#"","ticks_ns":"#)
    bytes.append(decimal: ticks)
    bytes.append(#","boot_id":"#)
    bytes.append(jsonString: clock.bootID.utf8Span.span)
    bytes.append(#","device":"#)
    bytes.append(jsonString: clock.device.utf8Span.span)
    bytes.append(#","offset_ns":"#)
    bytes.append(decimal: clock.offset)
    bytes.append(#","source":"#)
    bytes.append(jsonString: source.utf8Span.span)
    bytes.append(#","data":"#)
    bytes.append(data)
    bytes.append(#","digest":""#)
    bytes.append(hexadecimal: digest)
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

extension [UInt8] {
  fileprivate mutating func append(hexadecimal bytes: [UInt8]) {
    for byte in bytes { append(hexadecimal: byte) }
  }
}
