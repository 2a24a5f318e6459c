// Compares laptimer with minimal programs that do the same, one line for each figure:
//   swift run -c release benchmarks [SUBJECT…] [EVENTS]
// Subjects are those of `run`; without any, the usual ones are measured. EVENTS is the size
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
  if words.first == "--readers" { return try Readers(words.dropFirst()).read() }
  // The subjects of measurement; the usual ones are measured without being named.
  let subjects: [(name: String, isUsual: Bool, measure: (Bench) throws -> [Figure])] = [
    ("lap", true, laps), ("read", true, reads), ("append", true, appends), ("bulk", true, bulk),
    ("replay", true, replay), ("rebuild", true, rebuild), ("query", true, queries),
    ("follow", true, following), ("attempts", true, attempts), ("version", true, version),
    ("signals", true, signals), ("corrections", false, corrections), ("curve", false, curve),
    ("races", false, races), ("race-numbers", false, raceNumbers),
    ("serve", false, serving), ("hub", false, hub),
  ]
  let names = words.filter { Int($0) == nil }
  if let unknown = names.first(where: { name in !subjects.contains { $0.name == name } }) {
    throw Child.Failure(description: "unknown subject: \(unknown)")
  }
  let bench = try Bench(events: words.compactMap { Int($0) }.first ?? 1_000_000)
  print(try Machine.text() + "\n\n" + Figure.header)
  for subject in subjects where names.isEmpty ? subject.isUsual : names.contains(subject.name) {
    for figure in try subject.measure(bench) { print(figure.line) }
  }
}
