// Compares laptimer with minimal programs that do the same, one line for each subject:
//   swift run -c release benchmarks [SUBJECT…] [EVENTS]
// Subjects are those of `Topic.all`, `curve`, `corrections`, `races`, `race-numbers`, `race-curve`
// and `race-loads`; EVENTS is the size of a large log. Measures the live screen of a release build:
//   swift run -c release benchmarks watch .build/release/laptimer

import EventLog
import Logbook
import Glibc
import Text
import SQLite

do {
  try measure(Array(CommandLine.arguments.dropFirst()))
} catch {
  let line = Array("Error: \(error)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(1)
}

func measure(_ words: [String]) throws {
  if words.count == 2, words[0] == "--fold" {
    _ = try Replay.fold(Logbook(LogFile(words[1]), for: .reading))
    return
  }
  if words.count == 2, words[0] == "watch" { return print(try liveScreen(words[1])) }
  let names = words.filter { Int($0) == nil }
  let bench = try Bench(events: words.compactMap { Int($0) }.first ?? 1_000_000)
  let tables = [
    "curve": drawCurves, "corrections": measureCorrections, "races": measureRaces,
    "race-curve": drawRaceCurve, "race-loads": measureRaceLoads, "race-numbers": measureRaceNumbers,
  ]
  let unknown = names.filter { name in
    tables[name] == nil && !Topic.all.contains { $0.name == name }
  }
  guard unknown.isEmpty else {
    throw Child.Failure(description: "unknown subject: \(unknown.joined(separator: ", "))")
  }
  print(Machine.text + "\n")
  if names.count == 1, let table = tables[names[0]] { return try table(bench) }
  print(Figure.header)
  for subject in Topic.all where names.isEmpty || names.contains(subject.name) {
    for figure in try subject.run(bench) { print(figure.line) }
  }
}
