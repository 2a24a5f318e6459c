import Timing

/// The laps of a session for people: entry, lap time, difference to the best, a bar, label, flags.
struct LapList {
  let state: SessionState
  let times: StopwatchLabel
  /// The columns of the terminal, to which lines are cut; nil: lines stay whole.
  let width: Int?
  let isColored: Bool
  /// Whether bars are drawn of Unicode's blocks.
  let hasBlocks: Bool

  /// Appends a line for each lap; none where there is none.
  func write(to output: inout [UInt8]) {
    guard !state.laps.isEmpty else { return }
    let bar = barColumns
    let hasLabels = state.laps.contains { $0.label != nil }
    var columns = [Column("", .right), Column("", .right), Column("", .right)]
    if bar > 0 { columns.append(Column("", .left)) }
    if hasLabels { columns.append(Column("", .left)) }
    columns.append(Column("", .left))
    var grid = Grid(columns)
    for lap in state.laps {
      let isBest = lap.number != nil && lap.number == state.statistics?.bestLap
      let style: Style? = lap.number == nil ? .dim : isBest ? .green : nil
      grid.add(style: style) { $0.append(lap.entry(times)) }
      grid.add(style: style) { $0.append(times.text(of: lap.lap)) }
      grid.add(style: style) { $0.append(isBest ? "best" : difference(of: lap)) }
      if bar > 0 { grid.add(style: style) { $0.append(self.bar(of: lap, columns: bar)) } }
      if hasLabels { grid.add { $0.append(lap.label.map(Harmless.text) ?? "") } }
      grid.add(style: .yellow) { $0.append(lap.flags.names.joined(separator: " ")) }
    }
    grid.writeRows(width: width, isColored: isColored, to: &output)
  }

  /// The difference to the best lap; nothing for a lap that does not count.
  private func difference(of lap: Lap) -> String {
    guard lap.number != nil, let best = state.statistics?.best else { return "" }
    return times.text(ofDifference: lap.lap - best)
  }

  /// The bar of a lap: the longest lap's has the full length.
  private func bar(of lap: Lap, columns: Int) -> String {
    let longest = state.laps.map(\.lap).max() ?? .zero
    guard longest > .zero else { return "" }
    return Bar.text(max(.zero, lap.lap) / longest, columns: columns, blocks: hasBlocks)
  }

  /// How long the longest bar is: in a terminal what the times leave of half a screen and more;
  /// too little is none.
  private var barColumns: Int {
    guard let width else { return 24 }
    let text = times.text(of: state.laps.map(\.split).max() ?? .zero).utf8.count
    let left = width - (text * 3 + 4 + 6)
    return left < 12 ? 0 : min(left / 2, 40)
  }
}

extension Lap {
  /// `1) 00:12.3`, or `-) 00:12.3` for a lap that does not count.
  func entry(_ times: StopwatchLabel) -> String {
    guard let number else { return "-) \(times.text(of: split))" }
    return SplitList.entry(number: number, split: split, label: times)
  }
}

extension Grid {
  /// Appends all rows without a header.
  func writeRows(width: Int?, isColored: Bool, to output: inout [UInt8]) {
    for row in 0..<rowCount {
      var line = TableLine(width: width, isColoured: isColored)
      for column in columns.indices {
        let cell = cell(row: row, column: column)
        line.add(
          text(row: row, column: column), width: cell.width, style: cell.style, in: column,
          of: self)
      }
      line.end(to: &output)
    }
  }
}
