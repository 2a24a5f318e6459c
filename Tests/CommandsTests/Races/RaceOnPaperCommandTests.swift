import Foundation
import Testing
import TimingTestSupport

/// Compares races that are recorded as lines with stated times to a naive scorer, which reads only
/// the times on paper.
struct RaceOnPaperCommandTests {
  /// The number of random races; `LAPTIMER_COMMAND_RACES` sets another one.
  private static let count =
    Int(ProcessInfo.processInfo.environment["LAPTIMER_COMMAND_RACES"] ?? "") ?? 20

  @Test func `the standings of recorded lines equal those of the naive scorer`() throws {
    var seed = Seed()
    for number in 0..<Self.count {
      let paper = RaceOnPaper(&seed)
      let shell = Shell()
      let lines = Self.lines(paper)
      #expect(shell("record", input: lines).exit == 0, "\(seed), race \(number)")
      let expected = paper.waves.indices.map(paper.score)
      // Once the time is as late as the last crossing, and with the race as it is now.
      let printed = try Self.standings(shell, paper)
      guard printed != expected else { continue }
      Issue.record(
        """
        \(seed), race \(number): \(lines)
        is  \(printed)
        not \(expected)
        """)
      return
    }
  }

  /// The lines for `record`: the race begins an hour before now.
  private static func lines(_ paper: RaceOnPaper) -> String {
    func at(_ time: Int) -> String {
      let seconds = time / 1000
      let rest = "\(1000 + time % 1000)".dropFirst()
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "--at 2027-01-15T07:\(two(seconds / 60)):\(two(seconds % 60)).\(rest)Z"
    }
    let rules =
      "lapped=\(paper.waves[0].allRideOn ? "continue" : "finish")"
      + (paper.dropsRereads ? ", dead_time=40%" : "")
    var lines = [
      "start Crit --race \"\(paper.waves[0].finish.text)\" --rules \"\(rules)\" \(at(0))"
    ]
    for rider in paper.riders {
      lines.append(
        "enter \(rider.bib)" + (paper.waves[rider.wave].name.map { " --wave \($0)" } ?? ""))
    }
    for wave in paper.waves {
      guard let name = wave.name,
        paper.riders.contains(where: { paper.waves[$0.wave].name == name })
      else { continue }
      lines.append(
        "wave \(name) --race \"\(wave.finish.text)\" --rules \"\(rules)\" \(at(wave.gun))")
    }
    lines += paper.crossings.map { "cross \($0.bib) \(at($0.time))" }
    for rider in paper.riders {
      if let ruling = rider.ruling { lines.append("rule \(rider.bib) \(ruling.rawValue)") }
    }
    if let stop = paper.stop { lines.append("stop \(at(stop))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func standings(
    _ shell: Shell, _ paper: RaceOnPaper
  ) throws -> [[RaceOnPaper.Line]] {
    let answer = shell("standings --json")
    let json = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
    let object = try #require(json as? [String: Any])
    let names = paper.waves.map { $0.name ?? "" }
    var lists = paper.waves.map { _ in [RaceOnPaper.Line]() }
    if let waves = object["waves"] as? [[String: Any]] {
      for wave in waves {
        let number = try #require(names.firstIndex(of: wave["wave"] as? String ?? ""))
        lists[number] = try lines(wave["standings"])
      }
    } else {
      // All riders are in one wave.
      let list = try lines(object["standings"])
      if let bib = list.first?.bib, let rider = paper.riders.first(where: { $0.bib == bib }) {
        lists[rider.wave] = list
      }
    }
    return lists
  }

  private static func lines(_ rows: Any?) throws -> [RaceOnPaper.Line] {
    try #require(rows as? [[String: Any]]).map { row in
      func milliseconds(_ field: String) -> Int? { (row[field] as? Int).map { $0 / 1_000_000 } }
      return RaceOnPaper.Line(
        place: row["position"] as? Int, bib: Int(row["bib"] as? String ?? "") ?? 0,
        status: row["status"] as? String ?? "", laps: row["laps"] as? Int ?? 0,
        time: milliseconds("time_ns"), gap: milliseconds("gap_ns"),
        lapsDown: row["gap_laps"] as? Int ?? 0)
    }
  }
}
