import Timing

@testable import EventLog
@testable import Logbook
import Text
@testable import SQLite

/// A log whose rows hold anything that SQLite lets into them, as if someone had written them.
enum RowsSubject: Subject {
  static let name = "rows"

  static func take(_ bytes: [UInt8]) throws {
    var taken = TakenBytes(bytes)
    let path = FuzzLog.path(name)
    FuzzLog.put(try empty.get(), at: path)
    let isWild = taken.byte() & 1 == 1
    let isStale = taken.byte() & 1 == 1
    var commands: [String] = []
    for _ in 0..<4 { commands.append(self.commands[taken.index(below: self.commands.count)]) }
    do {
      let log = try Logbook(LogFile(path), for: .appending)
      guard let connection = log.connection else { return }
      if isWild { try openGates(connection) }
      try write(&taken, connection, isWild: isWild)
      if !isStale { try log.rebuild(verifying: !isWild) }
      if isWild { try scribble(&taken, connection) }
    } catch let error as LogError {
      try claim(isWild, "a sound log is refused: \(error)")
    } catch is DatabaseError {
      // Not a row that SQLite takes.
    }
    if !isWild, !isStale {
      let check = try FuzzLog.run("check --json", log: path)
      try claim(check.exit == 0, "a sound log is found damaged: \(check.output)")
    }
    for command in commands { _ = try FuzzLog.run(command, log: path) }
  }

  private static let commands = [
    "status --json", "show 1 --json", "show 1", "list --all --json", "list --all", "lap", "stop",
    "undo", "redo", "resume", "start --also --json", "lap --at 2027-01-15T08:00:00Z",
    "amend 1 --by -1s --json", "remove 1", "plan --laps 1", "plan --limit 1s --session 1", "tag a",
    "show 1 --at-event 2 --json", "show 1 --at-time 10 --json", "status 1", "discard 1",
    "check --json", "rebuild", "export", "export 1", "export --salvage",
  ]

  /// A log without events.
  private static let empty = Result {
    try FuzzLog.log("empty") { path in
      let log = try Logbook(LogFile(path), for: .appending)
      let connection = try log.create()
      for clock in 1...4 {
        try connection.execute("INSERT INTO clocks VALUES (\(clock), 'boot-\(clock)', 'device', 0)")
      }
    }
  }

  /// Lets rows in that are not the next ones.
  private static func openGates(_ connection: Connection) throws {
    for trigger in ["events_are_appended", "clocks_are_not_changed"] {
      try connection.execute("DROP TRIGGER \(trigger)")
    }
  }

  /// Writes events; they are in order and sealed unless they are to be wild.
  private static func write(
    _ taken: inout TakenBytes, _ connection: Connection, isWild: Bool
  ) throws {
    var versions: [Int: Int] = [:]
    var ids: [EventID] = []
    var uids: [Int: EventID] = [:]
    for position in 1...24 where !taken.isEmpty {
      let session = versions.isEmpty ? 1 : 1 + taken.index(below: min(versions.count + 1, 3))
      versions[session, default: 0] += 1
      let id = EventID(high: 1, low: UInt64(position))
      ids.append(id)
      uids[session] = uids[session] ?? id
      var record = event(&taken, id, versions[session] ?? 1, ids)
      record.position = position
      record.session = session
      let clock = ClockIdentity(
        bootID: "boot-\(record.clock.rawValue)", device: "device")
      record.digest = Digest.of(record, session: uids[session] ?? id, clock: clock)
      if isWild { spoil(&record, &taken) }
      try connection.insert(record)
    }
  }

  private static func event(
    _ taken: inout TakenBytes, _ id: EventID, _ version: Int, _ ids: [EventID]
  ) -> Record {
    let recordedAt = Moment(nanosecondsSince1970: taken.number())
    let clock = ClockID(rawValue: Int64(1 + taken.index(below: 4)))
    let ticks = taken.number()
    let bases = Basis.allCases
    let basis = bases[taken.index(below: bases.count)]
    let at = taken.byte() & 1 == 0 ? recordedAt : Moment(nanosecondsSince1970: taken.number())
    let name =
      version == 1
      ? "started" : PayloadSubject.kinds[taken.index(below: PayloadSubject.kinds.count)]
    return Record(
      position: 0, session: 0, version: version, id: id, kind: name, kindVersion: 1, at: at,
      basis: basis, recordedAt: recordedAt, ticks: ticks, clock: clock, source: "fuzz",
      data: data(of: name, &taken, ids))
  }

  /// A payload that its kind can have.
  private static func data(
    of kind: String, _ taken: inout TakenBytes, _ ids: [EventID]
  ) -> String {
    var json = JSONWriter()
    json.object {
      switch kind {
      case "started", "planned":
        if taken.byte() & 1 == 1 { $0.field("laps", max(1, taken.number() & .max)) }
        if taken.byte() & 1 == 1 { $0.field("limit_ns", max(1, taken.number() & .max)) }
        if taken.byte() & 1 == 1 { $0.field("min_lap_ns", taken.number() & .max) }
      case "lapped", "timestamped": $0.field("label", "l" + taken.text())
      case "named": $0.field("name", "n" + taken.text())
      case "tagged", "untagged": $0.field("tags", ["t" + taken.text(), "t"])
      case "identified": $0.array("people") { _ in }
      case "removed", "reverted": $0.field("target", ids[taken.index(below: ids.count)])
      case "amended":
        $0.field("target", ids[taken.index(below: ids.count)])
        switch taken.index(below: 3) {
        case 0: $0.field("by_ns", taken.number())
        case 1: $0.field("at", Moment(nanosecondsSince1970: taken.number()))
        default: $0.field("label", "m" + taken.text())
        }
      default: break
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Makes an event one that nobody would have appended.
  private static func spoil(_ record: inout Record, _ taken: inout TakenBytes) {
    switch taken.index(below: 10) {
    case 0: record.position = Int(taken.number())
    case 1: record.session = Int(taken.number())
    case 2: record.version = Int(taken.number())
    case 3: record.kind = taken.text()
    case 4: record.kindVersion = Int(taken.number())
    case 5: record.data = taken.text()
    case 6: record.source = taken.text()
    case 7: record.clock = ClockID(rawValue: taken.number())
    default: break
    }
  }

  /// Changes values of the tables that are kept of the log.
  private static func scribble(_ taken: inout TakenBytes, _ connection: Connection) throws {
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    for _ in 0..<3 where !taken.isEmpty {
      let table = ["sessions", "laps", "timestamps", "anchors", "clocks", "fold"][
        taken.index(below: 6)]
      let columns = try connection.prepare("SELECT name FROM pragma_table_info('\(table)')")
      var names: [String] = []
      while try columns.step() { names.append(columns.text(0)) }
      let name = names[taken.index(below: names.count)]
      let update = try connection.prepare("UPDATE \(table) SET \"\(name)\" = ?")
      if taken.byte() & 1 == 0 {
        try update.bind(taken.number()).run()
      } else {
        try update.bind(taken.text()).run()
      }
    }
  }
}
