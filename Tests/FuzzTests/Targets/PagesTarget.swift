@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The file of a log, truncated or with changed bytes.
enum PagesTarget: FuzzTarget {
  static let name = "pages"

  static func test(_ bytes: [UInt8]) throws {
    var input = FuzzedData(bytes)
    var file = try whole.get()
    let chosen = (0..<3).map { _ in commands[input.index(below: commands.count)] }
    if input.byte() == 1 { file.removeLast(min(file.count, Int(input.number() & 0xFFFF))) }
    for _ in 0..<64 where !input.isEmpty && !file.isEmpty {
      let offset = Int(input.byte()) << 16 | Int(input.byte()) << 8 | Int(input.byte())
      file[offset % file.count] ^= input.byte()
    }
    let path = FuzzLog.path(name)
    FuzzLog.put(file, at: path)
    try compareExport(path)
    for command in chosen { _ = try FuzzLog.run(command, log: path) }
  }

  /// Checks that an export fails or contains the first events of the undamaged log.
  private static func compareExport(_ path: String) throws {
    var exported: [UInt8] = []
    do {
      try Logbook(LogFile(path), for: .reading).export { exported += $0 }
    } catch is LogError { return } catch is OpeningError { return } catch is DatabaseError {
      return
    }
    let lines = exported.split(separator: UInt8(ascii: "\n")).dropLast()
    let known = try events.get().prefix(lines.count)
    let foreign = zip(lines, known).first { $0 != $1 }?.0
    try check(
      foreign == nil && lines.count == known.count,
      "an event that the log never had is exported: \(String(decoding: foreign ?? [], as: UTF8.self))"
    )
  }

  private static let commands = [
    "status --json", "show 1 --json", "show 2", "list --all --json", "show 1 --at-event 3 --json",
    "check", "export --salvage", "rebuild", "lap --session 1", "undo",
  ]

  private static let whole = Result {
    try FuzzLog.log("whole") { path in
      for command in [
        "start First --tag a --laps 3", "lap one", "lap two", "undo", "redo", "mark pit", "stop",
        "start Second --limit 1h --min-lap 5s", "lap", "amend 1 --label x --session 1", "stop",
        "start --countdown 10s",
      ] { _ = try FuzzLog.run(command, log: path) }
    }
  }

  private static let events = Result {
    let path = FuzzLog.path("known")
    FuzzLog.put(try whole.get(), at: path)
    var exported: [UInt8] = []
    try Logbook(LogFile(path), for: .reading).export { exported += $0 }
    return exported.split(separator: UInt8(ascii: "\n")).dropLast()
  }
}
