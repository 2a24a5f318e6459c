import Text
import Timing

@testable import EventLog
@testable import Logbook

/// An export with events that no command writes.
struct HandmadeExport {
  private var lines: [UInt8] = []
  private var count = 0
  private let clock: ClockIdentity

  init(device: String) {
    clock = ClockIdentity(bootID: "boot", device: device)
  }

  /// Adds the next event of a session, some seconds after 2027-01-15.
  mutating func add(
    _ kind: Event.Kind, _ id: EventID, of session: EventID, at seconds: Int, batch: EventID? = nil
  ) {
    let moment = Moment(nanosecondsSince1970: 1_800_000_000_000_000_000) + .seconds(seconds)
    var record = Record(
      position: 0, session: 0, version: 0, id: id, kind: kind.name,
      kindVersion: kind.version, at: moment, basis: .measured,
      recordedAt: moment, ticks: Int64(seconds) * 1_000_000_000, clock: ClockID(rawValue: 0),
      source: "test", data: kind.payload(inBatch: batch).data)
    record.digest = Digest.of(record, session: session, clock: clock)
    ExportedEvent(record: record, uid: session, clock: clock).write(to: &lines)
    count += 1
  }

  /// The bytes of the export.
  var bytes: [UInt8] {
    let checksum = Checksum()
    lines.withUnsafeBufferPointer { checksum.add($0) }
    var bytes = lines
    ClosingLine(events: count, checksum: checksum.finish()).write(to: &bytes)
    return bytes
  }
}
