import Host
import EventLog
import Logbook
import Racing
import Text
import Timing

/// The laps of a session for people: entry, lap time, difference to the best, a bar, label, flags.
extension SessionScreen {
  private var open: (split: String, lap: String)? { details.openLap }

  /// Prints a line for each lap, and one without a number for the time after the last.
  func printLaps() {
    guard !details.laps.isEmpty else { return }
    let table = LapTable(details.laps, times)
    let rows = details.laps.map(table.row(of:))
    let hasBlocks = TerminalTraits.showsUTF8(context.world.variable)
    let bar = barColumns(table, rows)
    let hasLabels = details.laps.contains { note(of: $0) != nil }
    let texts = (bar > 0 ? 1 : 0) + (hasLabels ? 1 : 0) + 1
    let columns =
      Array(repeating: Column("", .right), count: 3)
      + Array(repeating: Column("", .left), count: texts)
    var grid = Grid(columns)
    for (lap, row) in zip(details.laps, rows) {
      let style: Style? = lap.number == nil ? .dim : row.isBest ? .green : nil
      grid.add(entry(row.number, row.split, table), style)
      grid.add(row.lap, style)
      if let against = details.against {
        grid.add(against.text(of: lap, times), against.difference(of: lap)?.tone.style)
      } else {
        grid.add(row.difference, style)
      }
      if bar > 0 { grid.add(row.bar(columns: bar, blocks: hasBlocks), style) }
      if hasLabels { grid.add(note(of: lap) ?? "") }
      grid.add(lap.remarks(row.flags), .yellow)
    }
    if let open {
      grid.add(entry("", open.split, table))
      grid.add(open.lap)
      for _ in 2..<columns.count { grid.add("") }
    }
    context.print(grid)
  }

  /// The number and the split: `1) 00:12.3`, aligned with those of the other laps.
  private func entry(_ number: String, _ split: String, _ table: LapTable) -> String {
    "\(number.rightAligned(in: table.numberWidth)) \(split.rightAligned(in: splitWidth(table)))"
  }

  private func splitWidth(_ table: LapTable) -> Int {
    max(table.splitWidth, open?.split.utf8.count ?? 0)
  }

  private func note(of lap: Lap) -> String? { lap.note(segment: details.segment(of: lap)) }

  /// The length of the longest bar: in a terminal, the remaining columns; 0 if these are too few.
  private func barColumns(_ table: LapTable, _ rows: [LapTable.Row]) -> Int {
    guard let width = context.terminalWidth else { return 24 }
    let entry = table.numberWidth + 1 + splitWidth(table)
    let time = (rows.map(\.lap) + [open?.lap ?? ""]).map(\.utf8.count).max() ?? 0
    // A long label is cut, so that it does not remove the bars.
    let labels = details.laps.map { DisplayWidth.of(note(of: $0) ?? "") }
    let label = min(24, labels.max() ?? 0)
    let flags = zip(details.laps, rows).map { $0.remarks($1.flags).utf8.count }.max() ?? 0
    let texts = [entry, time, time + 1, label, flags].filter { $0 > 0 }
    let left = width - texts.reduce(0) { $0 + $1 + 2 }
    return left < 8 ? 0 : min(left, 40)
  }
}

extension Lap {
  /// Some flags; for a lap without a number also `@` and its event, by which commands can name it.
  fileprivate func remarks(_ flags: [String]) -> String {
    (flags + (number == nil ? ["@\(event)"] : [])).joined(separator: " ")
  }
}

/// A lap in a table for people, with its times as they are shown, or the time after the last lap.
struct LapRow {
  var number: Int?
  var split: String
  var lap: String
  var difference: String?
  var label: String?
  var remarks: String?

  static let fields: [Field<Self>] = [
    Field("#", .right, \.number), Field("split", .right, \.split), Field("lap", .right, \.lap),
    Field("to best", .right, \.difference), Field("label", .left, \.label),
    Field("flags", .left, \.remarks),
  ]
}

extension SessionDetails {
  /// The laps as rows of a table, and the time after the last; call it for details as they are shown.
  var rows: [LapRow] {
    let times = report.times
    var rows = laps.map { lap in
      LapRow(
        number: lap.number, split: times.text(of: lap.split), lap: times.text(of: lap.lap),
        difference: alike.group(of: lap).map { times.text(ofDifference: lap.lap - $0.best) },
        label: lap.label, remarks: lap.remarks(lap.flags.names))
    }
    if let openLap { rows.append(LapRow(split: openLap.split, lap: openLap.lap)) }
    return rows
  }
}
