// Compares laptimer with minimal programs that do the same, one line for each figure:
//   swift run -c release benchmarks [SUBJECT…] [EVENTS]
// Subjects are those of `Subject.all`; without any, the usual ones are measured. EVENTS is the size
// of a large log, and the most crossings of a race.

import Glibc

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  let line = Array("Error: \(error)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(1)
}

func run(_ words: [String]) throws {
  if words.count == 2, words[0] == "--fold" {
    _ = try Replay(words[1]).fold()
    return
  }
  let names = words.filter { Int($0) == nil }
  if let unknown = names.first(where: { name in !Subject.all.contains { $0.name == name } }) {
    throw Child.Failure(description: "unknown subject: \(unknown)")
  }
  let bench = try Bench(events: words.compactMap { Int($0) }.first ?? 1_000_000)
  print(try Machine.text() + "\n\n" + Figure.header)
  for subject in Subject.all where names.isEmpty ? subject.isUsual : names.contains(subject.name) {
    for figure in try subject.measure(bench) { print(figure.line) }
  }
}

/// A subject of measurement and its name.
private struct Subject {
  let name: String
  /// Whether it is measured without being named.
  var isUsual = true
  let measure: (Bench) throws -> [Figure]

  static var all: [Subject] {
    [
      Subject(name: "lap", measure: laps),
      Subject(name: "read", measure: reads),
      Subject(name: "append", measure: appends),
      Subject(name: "bulk", measure: bulk),
      Subject(name: "replay", measure: replay),
      Subject(name: "rebuild", measure: rebuild),
      Subject(name: "query", measure: queries),
      Subject(name: "follow", measure: following),
      Subject(name: "attempts", measure: attempts),
      Subject(name: "version", measure: version),
      Subject(name: "signals", measure: signals),
      Subject(name: "corrections", isUsual: false, measure: corrections),
      Subject(name: "curve", isUsual: false, measure: curve),
      Subject(name: "watch", isUsual: false, measure: liveScreen),
      Subject(name: "races", isUsual: false, measure: races),
      Subject(name: "race-curve", isUsual: false, measure: raceCurve),
      Subject(name: "race-numbers", isUsual: false, measure: raceNumbers),
    ]
  }
}
