@testable import EventLog
@testable import Logbook
import Text
@testable import SQLite

/// A log with any rows that SQLite accepts.
enum RowsTarget: FuzzTarget {
  static let name = "rows"

  static func test(_ bytes: [UInt8]) throws {
    var input = FuzzedData(bytes)
    let path = FuzzLog.path(name)
    FuzzLog.put(try empty.get(), at: path)
    let isWild = input.byte() & 1 == 1
    let isStale = input.byte() & 1 == 1
    let chosen = (0..<4).map { _ in commands[input.index(below: commands.count)] }
    do {
      let log = try Logbook(LogFile(path), for: .appending)
      guard let connection = log.connection else { return }
      if isWild {
        let triggers = "DROP TRIGGER events_are_appended; DROP TRIGGER clocks_are_not_changed"
        try connection.execute(triggers)
      }
      try write(&input, connection, isWild: isWild)
      if !isStale { try log.remakeTables(in: connection, verifying: !isWild) }
      if isWild { try overwrite(&input, connection) }
    } catch let error as LogError {
      try check(isWild, "a valid log is refused: \(error)")
    } catch is DatabaseError {
      // SQLite refused a row.
    }
    if !isWild, !isStale {
      let report = try FuzzLog.run("check --json", log: path)
      try check(report.exit == 0, "a valid log is reported as damaged: \(report.output)")
    }
    for command in chosen { _ = try FuzzLog.run(command, log: path) }
  }

  private static let commands = [
    "status --json", "show 1 --json", "show 1", "list --all --json", "list --all", "lap", "stop",
    "undo", "redo", "resume", "start --also --json", "lap --at 2027-01-15T08:00:00Z",
    "amend 1 --by -1s --json", "remove 1", "plan --laps 1", "plan --limit 1s --session 1", "tag a",
    "show 1 --at-event 2 --json", "show 1 --at-time 10 --json", "status 1", "discard 1",
    "check --json", "rebuild", "export", "export 1", "export --salvage",
  ]

  private static let empty = Result {
    try FuzzLog.log("empty") { path in
      let connection = try Logbook(LogFile(path), for: .appending).create()
      for clock in 1...4 {
        try connection.execute("INSERT INTO clocks VALUES (\(clock), 'boot-\(clock)', 'device', 0)")
      }
    }
  }

  /// Writes events in order and with correct digests; wild events may violate both.
  private static func write(_ input: inout FuzzedData, _ log: Connection, isWild: Bool) throws {
    var versions: [Int: Int] = [:]
    var ids: [EventID] = []
    var uids: [Int: EventID] = [:]
    for position in 1...24 where !input.isEmpty {
      let session = versions.isEmpty ? 1 : 1 + input.index(below: min(versions.count + 1, 3))
      versions[session, default: 0] += 1
      let id = EventID(high: 1, low: UInt64(position))
      ids.append(id)
      uids[session] = uids[session] ?? id
      var record = event(&input, id, versions[session] ?? 1, ids)
      record.position = position
      record.session = session
      let clock = ClockIdentity(bootID: "boot-\(record.clock.rawValue)", device: "device")
      record.digest = Digest.of(record, session: uids[session] ?? id, clock: clock)
      if isWild { spoil(&record, &input) }
      try log.insert(record)
    }
  }

  private static func event(
    _ input: inout FuzzedData, _ id: EventID, _ version: Int, _ ids: [EventID]
  ) -> Record {
    let recordedAt = Moment(nanosecondsSince1970: input.number())
    let clock = ClockID(rawValue: Int64(1 + input.index(below: 4)))
    let ticks = input.number()
    let bases = Basis.allCases
    let basis = bases[input.index(below: bases.count)]
    let at = input.byte() & 1 == 0 ? recordedAt : Moment(nanosecondsSince1970: input.number())
    let name =
      version == 1 ? "started" : PayloadTarget.kinds[input.index(below: PayloadTarget.kinds.count)]
    return Record(
      position: 0, session: 0, version: version, id: id, kind: name, kindVersion: 1, at: at,
      basis: basis, recordedAt: recordedAt, ticks: ticks, clock: clock, source: "fuzz",
      data: data(of: name, &input, ids))
  }

  private static func data(of kind: String, _ input: inout FuzzedData, _ ids: [EventID]) -> String {
    var json = JSONWriter()
    json.object {
      switch kind {
      case "started", "planned":
        if input.byte() & 1 == 1 { $0.field("laps", max(1, input.number() & .max)) }
        if input.byte() & 1 == 1 { $0.field("limit_ns", max(1, input.number() & .max)) }
        if input.byte() & 1 == 1 { $0.field("min_lap_ns", input.number() & .max) }
      case "lapped", "timestamped": $0.field("label", "l" + input.text())
      case "named": $0.field("name", "n" + input.text())
      case "tagged", "untagged": $0.field("tags", ["t" + input.text(), "t"])
      case "identified": $0.array("people") { _ in }
      case "removed", "reverted": $0.field("target", ids[input.index(below: ids.count)])
      case "amended":
        $0.field("target", ids[input.index(below: ids.count)])
        switch input.index(below: 3) {
        case 0: $0.field("by_ns", input.number())
        case 1: $0.field("at", Moment(nanosecondsSince1970: input.number()))
        default: $0.field("label", "m" + input.text())
        }
      default: break
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Sets a value of an event to an invalid one.
  private static func spoil(_ record: inout Record, _ input: inout FuzzedData) {
    switch input.index(below: 10) {
    case 0: record.position = Int(input.number())
    case 1: record.session = Int(input.number())
    case 2: record.version = Int(input.number())
    case 3: record.kind = input.text()
    case 4: record.kindVersion = Int(input.number())
    case 5: record.data = input.text()
    case 6: record.source = input.text()
    case 7: record.clock = ClockID(rawValue: input.number())
    default: break
    }
  }

  private static func overwrite(_ input: inout FuzzedData, _ connection: Connection) throws {
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    for _ in 0..<3 where !input.isEmpty {
      let table = ["sessions", "laps", "timestamps", "anchors", "clocks"][input.index(below: 5)]
      let columns = try connection.prepare("SELECT name FROM pragma_table_info('\(table)')")
      var names: [String] = []
      while try columns.step() { names.append(columns.text(0)) }
      let name = names[input.index(below: names.count)]
      let update = try connection.prepare("UPDATE \(table) SET \"\(name)\" = ?")
      if input.byte() & 1 == 0 {
        try update.bind(input.number()).run()
      } else {
        try update.bind(input.text()).run()
      }
    }
  }
}
