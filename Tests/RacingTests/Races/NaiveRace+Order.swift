import Racing
import Text
import Timing
import TimingTestSupport

extension NaiveRace {
  func finished(_ runners: [Runner], _ format: RaceFormat, isOver: Bool) -> [Row] {
    var rows:
      [(row: Row, keys: [Int64], isRanked: Bool, best: Int64, line: [UInt64], last: EventID?)] = []
    let bunched = bunched(runners, format)
    for runner in runners {
      let ruling = ruling(runner.bib)
      let laps = max(0, (runner.laps.last?.number ?? 0) - ruling.laps)
      var status = ruling.status
      if status == nil {
        if runner.isDone, runner.seen || runner.out != nil {
          status = "finished"
        } else if runner.isDone || isOver {
          status = runner.seen ? "dnf" : "dns"
        } else {
          status = "running"
        }
      }
      let times = runner.lapTimes
      let own = runner.laps.last.map { $0.place - runner.origin }
      var time = own.map { (bunched?[runner.bib] ?? $0) + ruling.time }
      var deciding = runner.laps.last?.crossing
      var group: Int64 = 0
      var byTimeOnly = false
      switch format.finish {
      case .bestLaps(let count, _):
        byTimeOnly = true
        var best: Duration?
        if times.count >= count {
          for first in 0...(times.count - count) {
            let sum = times[first..<first + count].reduce(.zero, +)
            if best.map({ sum < $0 }) ?? true {
              (best, deciding) = (sum, runner.laps[first + count - 1].crossing)
            }
          }
        }
        if let best { time = best + ruling.time } else { (group, byTimeOnly) = (1, false) }
      case .elimination: group = Int64(runner.out.map { Int.max - $0 } ?? 0)
      case .backyard: group = runner.wins ? 0 : 1
      default: break
      }
      // A lap by a ruling has no time, which best laps need.
      let hasResult =
        !runner.laps.isEmpty || !format.isByBestLaps && (runner.out != nil || laps > 0)
      let rank: Int64 =
        switch status {
        case "pulled": format.pulled == .unranked ? 2 : hasResult ? 0 : 1
        case "dnf": 3
        case "dsq": 4
        case "dns": 5
        default: hasResult ? 0 : 1
        }
      var keys = [rank, group, byTimeOnly ? 0 : Int64(-laps)]
      if !format.isBackyard { keys.append(time?.nanoseconds ?? .max) }
      if bunched != nil { keys.append(own?.nanoseconds ?? .max) }
      if case .elimination = format.finish { keys.swapAt(1, 2) }
      if format.isByBestLaps, group == 1 { time = nil }
      var doubt: Duration? = .zero
      if let last = runner.laps.last?.crossing {
        doubt = last.doubt
        if format.hasOwnClocks, let starter = runner.starter {
          doubt = starter.doubt.flatMap { one in last.doubt.map { one + $0 } }
          let isMoved = (starter.doubt ?? .zero) > .zero || (last.doubt ?? .zero) > .zero
          if starter.stream == last.stream, !isMoved { doubt = .zero }
        }
      }
      let row = Row(
        position: nil, bib: runner.bib, status: status ?? "", laps: laps, time: time, gap: nil,
        last: times.last, best: times.min(), splits: runner.laps.map { $0.place - runner.origin },
        doubles: runner.doubles, doubt: doubt, isPointMissed: runner.isPointMissed)
      rows.append(
        (
          row, keys, rank == 0, times.min()?.nanoseconds ?? .max,
          deciding.map { [UInt64(bitPattern: $0.place.nanoseconds) ^ 1 << 63] + $0.recorded }
            ?? [.max], deciding?.id
        ))
    }
    func isEqual(_ one: Int, _ two: Int) -> Bool {
      guard rows[one].keys == rows[two].keys else { return false }
      return format.isBackyard || format.ties != .bestLap || rows[one].best == rows[two].best
    }
    // Runners come in the order of their bibs, and the sort is stable.
    var order = rows.indices.sorted { one, two in
      if rows[one].keys != rows[two].keys {
        return rows[one].keys.lexicographicallyPrecedes(rows[two].keys)
      }
      if !format.isBackyard, format.ties == .bestLap, rows[one].best != rows[two].best {
        return rows[one].best < rows[two].best
      }
      if !format.isBackyard, format.ties == .line, rows[one].line != rows[two].line {
        return rows[one].line.lexicographicallyPrecedes(rows[two].line)
      }
      return one < two
    }
    if format.ties == .line {
      for event in events {
        guard case .ordered(let targets) = event.event else { continue }
        for index in order.indices {
          let tied = order.indices.filter {
            rows[order[$0]].keys == rows[order[index]].keys
              && rows[order[$0]].last.map(targets.contains) == true
          }
          guard tied.count > 1, tied.contains(index), tied[0] == index else { continue }
          let sorted = tied.map { order[$0] }.sorted {
            (targets.firstIndex { [last = rows[$0].last] in $0 == last } ?? 0)
              < (targets.firstIndex { [last = rows[$1].last] in $0 == last } ?? 0)
          }
          for (place, row) in zip(tied, sorted) { order[place] = row }
        }
      }
    }
    if let share = format.classified, let first = order.first, rows[first].isRanked {
      let least = rows[first].row.laps * share / 1000
      let ranked = order.filter { rows[$0].isRanked }
      for index in ranked where rows[index].row.laps < least { rows[index].isRanked = false }
      order =
        ranked.filter { rows[$0].isRanked } + ranked.filter { !rows[$0].isRanked }
        + order.dropFirst(ranked.count)
    }
    var result: [Row] = []
    let isShared = format.ties != .line || format.isBackyard
    for (offset, index) in order.enumerated() {
      var row = rows[index].row
      if rows[index].isRanked {
        row.position = offset + 1
        if isShared, offset > 0, isEqual(order[offset - 1], index) {
          row.position = result[offset - 1].position
        }
      }
      row.time = row.time.map { rounded($0, format) }
      result.append(row)
    }
    setGaps(&result, format)
    return result
  }

  /// The times of the bunches by bib, of the runners who have finished, before penalties; nil without
  /// the rule.
  func bunched(_ runners: [Runner], _ format: RaceFormat) -> [String: Duration]? {
    guard let gap = format.bunch, !format.isByBestLaps, !format.isBackyard else { return nil }
    let finished = runners.filter { $0.isDone && !$0.laps.isEmpty }.map { runner in
      let lap = runner.laps[runner.laps.count - 1]
      return (bib: runner.bib, laps: lap.number, time: lap.place - runner.origin)
    }
    func first(_ laps: Int, _ time: Duration) -> Duration {
      let ahead = finished.filter { $0.laps == laps && $0.time < time }.map(\.time).max()
      guard let ahead, time - ahead < gap else { return time }
      return first(laps, ahead)
    }
    return Dictionary(uniqueKeysWithValues: finished.map { ($0.bib, first($0.laps, $0.time)) })
  }

  func rounded(_ time: Duration, _ format: RaceFormat) -> Duration {
    switch format.round {
    case nil: return time
    case .up(let unit):
      let rest = modulo(time.nanoseconds, unit.nanoseconds)
      return rest == 0 ? time : time - .nanoseconds(rest) + unit
    case .down(let unit): return time - .nanoseconds(modulo(time.nanoseconds, unit.nanoseconds))
    }
  }

  func modulo(_ number: Int64, _ unit: Int64) -> Int64 { ((number % unit) + unit) % unit }

  func setGaps(_ rows: inout [Row], _ format: RaceFormat) {
    for index in rows.indices where rows[index].position != nil && !format.isByBestLaps {
      rows[index].gapLaps = max(0, rows[0].laps - rows[index].laps)
    }
    if format.isBackyard {
      // The loops alone rank: only a shared place has a gap.
      for index in rows.indices where rows[index].time != nil {
        if let position = rows[index].position, position == rows[0].position {
          rows[index].gap = .zero
        }
      }
      return
    }
    for index in rows.indices where rows[index].position != nil {
      guard format.isByBestLaps || rows[index].laps >= rows[0].laps, let time = rows[index].time,
        let first = rows[0].time, time >= first
      else { continue }
      rows[index].gap = time - first
    }
  }

  /// The natural order of bibs that consist of letters and digits without leading zeros.
  static func isBefore(_ one: String, _ two: String) -> Bool {
    if let a = Int(one), let b = Int(two), a != b { return a < b }
    return one.precedesNaturally(two)
  }
}
