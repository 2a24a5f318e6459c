import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// The file of a log, with some of its bytes changed, or cut short.
enum PagesSubject: Subject {
  static let name = "pages"

  static func take(_ bytes: [UInt8]) throws {
    var taken = TakenBytes(bytes)
    var file = try whole.get()
    var commands: [String] = []
    for _ in 0..<3 { commands.append(self.commands[taken.index(below: self.commands.count)]) }
    if taken.byte() == 1 { file.removeLast(min(file.count, Int(taken.number() & 0xFFFF))) }
    for _ in 0..<64 where !taken.isEmpty && !file.isEmpty {
      let offset = Int(taken.byte()) << 16 | Int(taken.byte()) << 8 | Int(taken.byte())
      file[offset % file.count] ^= taken.byte()
    }
    let path = FuzzLog.path(name)
    FuzzLog.put(file, at: path)
    try compareExport(path)
    for command in commands { _ = try FuzzLog.run(command, log: path) }
  }

  /// An export that does not fail is that of the log before it was damaged, or of its beginning.
  private static func compareExport(_ path: String) throws {
    var exported: [UInt8] = []
    do {
      let log = try Logbook(LogFile(path), for: .reading)
      try log.export { exported += $0 }
    } catch is LogError { return } catch is OpeningError { return } catch is DatabaseError {
      return
    }
    let lines = exported.split(separator: UInt8(ascii: "\n")).dropLast()
    let known = try events.get().prefix(lines.count)
    let foreign = zip(lines, known).first { $0 != $1 }?.0
    try claim(
      foreign == nil && lines.count == known.count,
      "what never was is exported: \(String(decoding: foreign ?? [], as: UTF8.self))")
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
      ] {
        _ = try FuzzLog.run(command, log: path)
      }
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
