import Timing
import Text

/// A session whole, as `show` has it for people.
struct SessionScreen {
  let details: SessionDetails
  let times: StopwatchLabel
  let localTime: LocalTime
  /// The columns of the terminal, to which lines are cut; nil: lines stay whole.
  let width: Int?
  let isColored: Bool
  /// Whether bars are drawn of Unicode's blocks.
  let hasBlocks: Bool

  /// Appends the screen.
  func write(to output: inout [UInt8]) {
    append(title, .bold, to: &output)
    for line in head { append(line, to: &output) }
    append("", to: &output)
    append(snapshot.header, to: &output)
    LapList(
      details: details, times: times, width: width, isColored: isColored, hasBlocks: hasBlocks
    )
    .write(to: &output)
    if let statistics = details.statistics {
      append("", to: &output)
      for line in lines(of: statistics) { append(line, to: &output) }
    }
    guard !details.timestamps.isEmpty else { return }
    let count = details.timestamps.count
    append("", to: &output)
    append(count == 1 ? "1 timestamp" : "\(count) timestamps", to: &output)
    var grid = Grid([Column("", .right), Column("", .left), Column("", .left)])
    for timestamp in details.timestamps {
      grid.add { $0.append(timestamp.runningTime.map(times.text(of:)) ?? "-") }
      grid.add { $0.append(Harmless.text(timestamp.label)) }
      grid.add { $0.append(snapshot.ageText(of: timestamp.at)) }
    }
    grid.writeRows(width: width, isColored: isColored, to: &output)
  }

  private var snapshot: Snapshot { details.snapshot }

  private var title: String {
    let name = snapshot.summary.profile.name.map { " \"\(Harmless.text($0))\"" }
    return "Session \(details.number)" + (name ?? "")
  }

  /// What the session does, and by which rules.
  private var head: [String] {
    let profile = snapshot.summary.profile
    var lines = ["\(snapshot.phase.rawValue)  \(snapshot.timeText(times))"]
    if let start = snapshot.summary.startedAt {
      lines.append(
        snapshot.startsLater
          ? "starts \(localTime.text(of: start))"
          : "started \(localTime.text(of: start)), \(snapshot.ageText(of: start))")
    }
    if !profile.people.isEmpty {
      lines.append(
        "people: " + profile.people.map { Harmless.text($0.full) }.joined(separator: ", "))
    }
    if !profile.tags.isEmpty {
      lines.append("tags: " + profile.tags.map { Harmless.text($0) }.joined(separator: ", "))
    }
    let rules = profile.plan.rules(times)
    if !rules.isEmpty { lines.append("plan: " + rules.joined(separator: ", ")) }
    if snapshot.quality != .exact { lines.append("clock: \(snapshot.quality.rawValue)") }
    return lines
  }

  private func lines(of statistics: Statistics) -> [String] {
    [
      "best    \(times.text(of: statistics.best))  (lap \(statistics.bestLap))",
      "worst   \(times.text(of: statistics.worst))",
      "mean    \(times.text(of: statistics.mean))",
      "median  \(times.text(of: statistics.median))",
      "stddev  \(times.text(of: statistics.standardDeviation))",
    ]
  }

  private func append(_ line: String, _ style: Style? = nil, to output: inout [UInt8]) {
    let line = width.map { DisplayWidth.cut(line, to: $0) } ?? line
    output.append(style?.applied(to: line, if: isColored) ?? line)
    output.append(UInt8(ascii: "\n"))
  }
}

extension Plan {
  /// The rules that are set, in words.
  func rules(_ times: StopwatchLabel) -> [String] {
    var rules: [String] = []
    if let laps { rules.append(SplitList.header(count: laps)) }
    if let limit { rules.append("limit \(times.text(of: limit))") }
    if let minimumLap { rules.append("laps from \(times.text(of: minimumLap))") }
    return rules
  }
}
