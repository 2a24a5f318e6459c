import Timing
import Text

/// An event as it travels between logs: all of it that is not local to one, in one form only.
///
/// A line of an export is a JSON object without spaces, its keys always these, in this order: `id`,
/// `uid` (of its session), `kind`, `kind_version`, `at`, `basis`, `recorded_at`, `ticks_ns`,
/// `boot_id`, `device`, `offset_ns`, `source`, `data`, `digest`. Events of a session come in their
/// order, from the first on; in a salvage an `OmissionLine` stands where some are missing,
/// and behind all of them one for each session of which the last ones are.
struct ExportedEvent: Hashable {
  var id: EventID
  var uid: EventID
  var kind: String
  var kindVersion: Int
  var at: Moment
  var basis: Basis
  var recordedAt: Moment
  var ticks: Int64
  var clock: ClockIdentity
  var source: String
  var data: String
  var digest: [UInt8]
}

extension ExportedEvent {
  init(_ logged: LoggedEvent, uid: EventID, clock: ClockIdentity) {
    self.init(
      id: logged.event.id, uid: uid, kind: logged.kind, kindVersion: logged.kindVersion,
      at: logged.event.at, basis: logged.event.basis, recordedAt: logged.event.reading.recordedAt,
      ticks: logged.event.reading.ticks.nanoseconds, clock: clock, source: logged.source,
      data: logged.data, digest: logged.digest)
  }

  /// Appends the line, with its end.
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

/// The last line of an export: how many events there are before it, and a checksum, BLAKE2b of 32
/// bytes, over all bytes before it.
struct ClosingLine: Hashable {
  var events: Int
  var checksum: [UInt8]

  /// Appends the line, with its end.
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
