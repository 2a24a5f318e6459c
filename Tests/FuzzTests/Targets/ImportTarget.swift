@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// The import of an export.
///
/// Two bits of the first byte choose whether the digests and the last line are corrected, so that
/// the import gets past their verification, and whether incomplete sessions are imported.
enum ImportTarget: FuzzTarget {
  static let name = "import"

  static func test(_ bytes: [UInt8]) throws {
    let hasDigests = bytes.first.map { $0 & 1 == 1 } ?? false
    let text = hasDigests ? withDigests(bytes.dropFirst()) : Array(bytes.dropFirst())
    let isMarking = bytes.first.map { $0 & 2 == 2 } ?? false
    let path = FuzzLog.path(name)
    FuzzLog.put([], at: path)
    let report: ImportReport
    do {
      report = try importLines(text, path, marking: isMarking)
    } catch is ImportError {
      let log = try Logbook(LogFile(path), for: .reading)
      try check(try log.newestPosition == 0, "a refused import has appended events")
      return
    }
    let appended = report.newEvents + report.incomplete.count
    // The export equals the import, and importing it again changes nothing.
    let log = try Logbook(LogFile(path), for: .appending)
    var exported: [UInt8] = []
    try log.export { exported += $0 }
    try check(
      exported.count(of: "\n") == appended + 1 || appended == 0,
      "\(appended) events are exported as \(exported.count(of: "\n")) lines")
    let again = try importLines(exported, path)
    try check(again.newEvents == 0, "\(again.newEvents) events are new the second time")
    try check(again.knownEvents == appended, "\(again.knownEvents) are known")
    let tables = try Tables(of: log)
    try log.rebuild()
    try check(try Tables(of: log) == tables, "the tables differ from those of a rebuild")
    for command in commands { _ = try FuzzLog.run(command, log: path) }
  }

  private static let commands = ["list --all --json", "show 1 --json", "lap --session 1"]

  private static func importLines(
    _ text: [UInt8], _ path: String, marking isMarking: Bool = false
  ) throws -> ImportReport {
    var marks: UInt64 = 0
    let mark = SalvageMark(
      clock: ClockIdentity(bootID: "boot", device: "device"), ticks: 1,
      recordedAt: Moment(nanosecondsSince1970: 1), source: "import"
    ) {
      marks += 1
      return EventID(high: 0xFEED, low: marks)
    }
    let log = try Logbook(LogFile(path), for: .appending)
    var rest: [UInt8]? = text
    return try log.importEvents(marking: isMarking ? mark : nil) {
      defer { rest = nil }
      return rest
    }
  }

  private static func withDigests(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    var count = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = Array(line) + [UInt8(ascii: "\n")]
      let event = text.withUnsafeBufferPointer { buffer -> ExportedEvent? in
        var reader = JSONReader(buffer)
        return try? reader.exportedEvent()
      }
      guard var event else {
        lines += text
        continue
      }
      event.record.digest = event.expectedDigest
      event.write(to: &lines)
      count += 1
    }
    let checksum = Checksum()
    lines.withUnsafeBufferPointer { checksum.add($0) }
    ClosingLine(events: count, checksum: checksum.finish()).write(to: &lines)
    return lines
  }

  private struct Tables: Equatable {
    private var rows: [String] = []

    init(of log: Logbook) throws {
      for table in ["sessions", "anchors", "laps", "timestamps"] {
        guard let statement = try log.connection?.prepare("SELECT * FROM \(table) ORDER BY 1, 2")
        else { continue }
        while try statement.step() {
          rows.append((0..<statement.columnCount).map { statement.text($0) }.joined(separator: "|"))
        }
      }
    }
  }
}

extension [UInt8] {
  fileprivate func count(of character: Unicode.Scalar) -> Int {
    count { $0 == UInt8(ascii: character) }
  }
}
