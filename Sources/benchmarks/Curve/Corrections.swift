import Glibc

/// Prints the cost of corrections in sessions of growing size, without corrections and with one in
/// every second event; the target for a correction is 300 ms at 100,000 events.
func measureCorrections(_ bench: Bench) throws {
  let laptimer = try bench.programs().laptimer
  let sizes = [10, 1000, 10_000, 100_000].filter { $0 <= bench.events }
  for isCorrected in [false, true] {
    let logs = try sizes.map {
      try CorrectedLog(bench.scratch, laptimer, events: $0, isCorrected: isCorrected)
    }
    let what = isCorrected ? "events, half of them corrections" : "events, no corrections"
    print("| \(what) | " + sizes.map(\.spaced).joined(separator: " | ") + " |")
    print("|---|" + sizes.map { _ in "---:|" }.joined())
    for command in CorrectionCommand.all {
      let duel = try Duel(rounds: 11, logs.map { log in { try command.seconds(laptimer, log) } })
      print(
        "| `\(command.name)` | " + duel.times.map(\.median.time).joined(separator: " | ") + " |")
    }
    print("")
  }
  guard let size = sizes.last else { return }
  let logs = try [true, false].map {
    try CorrectedLog(bench.scratch, laptimer, events: size, isCorrected: $0)
  }
  for command in CorrectionCommand.all where command.readsAll {
    let duel = try Duel(rounds: 11, logs.map { log in { try command.seconds(laptimer, log) } })
    let ratio = duel.ratio(0, to: 1).hundredths
    print("`\(command.name)`, \(size.spaced) events: half corrections to none \(ratio), target ≤ 2")
  }
}

/// A log of one session, and its export.
private struct CorrectedLog {
  let path: String
  let export: String
  /// The log into which it is imported.
  let copy: String

  init(_ scratch: Scratch, _ laptimer: String, events: Int, isCorrected: Bool) throws {
    let name = "\(scratch.folder)/\(isCorrected ? "corrected" : "plain")\(events)"
    path = name + ".db"
    export = name + ".jsonl"
    copy = name + "-copy.db"
    let words = name + ".txt"
    try write(Self.commands(events, isCorrected: isCorrected).joined(separator: "\n"), to: words)
    for suffix in ["", "-wal", "-shm", "-bell"] { unlink(path + suffix) }
    try Child.run([laptimer, "record", "--db", path], Child.Streams(input: words))
    let file = creat(export, 0o600)
    defer { close(file) }
    try Child.run([laptimer, "export", "--db", path], Child.Streams(output: file))
  }

  /// Commands for a number of events; those of one pipe have the same moment, so none moves a lap.
  private static func commands(_ events: Int, isCorrected: Bool) -> [String] {
    var commands = ["start", "lap"]
    var laps = 1
    while commands.count < events {
      commands.append("lap")
      laps += 1
      guard isCorrected, commands.count < events else { continue }
      switch commands.count / 2 % 3 {
      case 0:
        commands.append("undo")
        laps -= 1
      case 1: commands.append("amend \(laps) --label bend")
      default: commands.append("amend 1 --label first")
      }
    }
    return commands
  }
}

/// A measured command, and one that reverts it.
private struct CorrectionCommand {
  let name: String
  /// Whether it reads all events.
  var readsAll = false
  let words: (CorrectedLog) -> [String]
  var after: [String] = []

  static var all: [CorrectionCommand] {
    [
      CorrectionCommand(name: "undo", words: { _ in ["undo"] }, after: ["redo"]),
      CorrectionCommand(
        name: "amend 1 --label", words: { _ in ["amend", "1", "--label", "x"] }, after: ["undo"]),
      // Behind all other laps.
      CorrectionCommand(
        name: "amend 1 --by", words: { _ in ["amend", "1", "--by", "1ns"] }, after: ["undo"]),
      CorrectionCommand(
        name: "amend start --by", words: { _ in ["amend", "start", "--by", "-1ms"] },
        after: ["undo"]),
      CorrectionCommand(name: "remove 1", words: { _ in ["remove", "1"] }, after: ["undo"]),
      CorrectionCommand(name: "check", readsAll: true, words: { _ in ["check"] }),
      CorrectionCommand(name: "import", readsAll: true, words: { ["import", $0.export] }),
    ]
  }

  func seconds(_ laptimer: String, _ log: CorrectedLog) throws -> Double {
    let isImport = name == "import"
    if isImport { for suffix in ["", "-wal", "-shm", "-bell"] { unlink(log.copy + suffix) } }
    let place = ["--db", isImport ? log.copy : log.path]
    let seconds = try Child.run([laptimer] + words(log) + place).seconds
    if !after.isEmpty { try Child.run([laptimer] + after + place) }
    return seconds
  }
}
