import Timing

@testable import Racing

struct PlaceExplanationFault: CustomStringConvertible {
  let description: String

  /// Explains all places of a race; nil if all numbers add up.
  init?(in events: [Event]) {
    var race = Race()
    for event in events { race.apply(event) }
    guard let reading = events.last?.reading, let standings = race.standings(at: reading) else {
      return nil
    }
    for wave in standings.waves {
      for (index, row) in wave.rows.enumerated() {
        guard let explanation = race.placeExplanation(of: row.bib, at: reading) else {
          description = "no explanation of \(row.bib)"
          return
        }
        let fault =
          explanation.crossingFault ?? explanation.totalFault ?? explanation.finishFault
          ?? explanation.neighborFault ?? Self.rowFault(explanation, index, wave.rows)
        if let fault {
          description = "\(row.bib): \(fault)\n\(explanation)"
          return
        }
      }
    }
    return nil
  }

  private static func rowFault(
    _ explanation: PlaceExplanation, _ index: Int, _ rows: [Standings.Row]
  ) -> String? {
    // The filter of a list may change the gaps.
    let shown = explanation.row
    var row = rows[index]
    (row.gap, row.interval, row.gapLaps) = (shown.gap, shown.interval, shown.gapLaps)
    if row != shown { return "another row" }
    if explanation.ahead?.row.bib != (index > 0 ? rows[index - 1].bib : nil) { return "ahead" }
    if explanation.behind?.row.bib != (index + 1 < rows.count ? rows[index + 1].bib : nil) {
      return "behind"
    }
    return nil
  }
}

extension PlaceExplanation {
  /// A split or a lap that is not the difference of its places.
  fileprivate var crossingFault: String? {
    var before = start
    for crossing in crossings {
      if let origin, crossing.place - origin != crossing.passage.split { return "split" }
      if crossing.isStart, crossing.place != start { return "start" }
      guard crossing.counts else { continue }
      if case .backyard(let loop) = format.finish, let gun {
        before = gun.place + loop * (crossing.passage.number - 1)
      }
      if let before, crossing.place - before != crossing.passage.lap { return "lap" }
      before = crossing.place
      if crossing.claim == nil { return "claim" }
    }
    if crossings.filter(\.counts).map(\.passage) != row.passages { return "passages" }
    if crossings.count(where: \.isStart) > 1 { return "two starts" }
    return nil
  }

  fileprivate var totalFault: String? {
    let counted = crossings.filter(\.counts)
    guard let total else { return row.time == nil ? nil : "no total" }
    if let laps = total.laps {
      let sum = counted[laps.lowerBound - 1...laps.upperBound - 1].map(\.passage.lap)
        .reduce(.zero, +)
      if sum != total.base { return "best laps" }
    } else if counted.last?.passage.split != total.base {
      return "base"
    }
    let penalties = rulings.map { ruling -> Duration in
      if case .time(let span) = ruling.ruling.decision { span } else { .zero }
    }
    if penalties.reduce(.zero, +) != total.penalty { return "penalty" }
    if format.round == nil, total.rounded != total.time { return "rounded" }
    if let shown = row.time, shown != total.rounded { return "not rounded" }
    if (total.bunched ?? total.base) > total.base { return "bunch" }
    let lost = rulings.map { ruling -> Int in
      if case .laps(let laps) = ruling.ruling.decision { laps } else { 0 }
    }
    if max(0, (counted.last?.passage.number ?? 0) - lost.reduce(0, +)) != row.laps { return "laps" }
    return nil
  }

  /// A finish that another crossing decided.
  fileprivate var finishFault: String? {
    guard let deciding = finish?.deciding, format.lapped == .finish else { return nil }
    let counted = crossings.filter(\.counts)
    // Earlier laps may end at the same place as the deciding one.
    let isDeciding =
      counted.last?.place == deciding.place && counted.last?.passage.number == deciding.lap
    if counted.dropLast().contains(where: {
      isDeciding ? $0.place > deciding.place : $0.place >= deciding.place
    }) {
      return "a lap after the finish"
    }
    if let limit = finish?.limit, let newLap = finish?.newLap, newLap.place < limit {
      return "a new lap before the limit"
    }
    return nil
  }

  /// A neighbor with a wrong gap.
  fileprivate var neighborFault: String? {
    if let ahead, let fault = fault(ahead.separation, ahead.row, ahead.time, row, total?.time) {
      return "ahead: \(fault)"
    }
    if let behind, let fault = fault(behind.separation, row, total?.time, behind.row, behind.time) {
      return "behind: \(fault)"
    }
    return nil
  }

  private func fault(
    _ separation: Separation, _ left: Standings.Row, _ leftTime: Duration?,
    _ right: Standings.Row, _ rightTime: Duration?
  ) -> String? {
    // Of those with a best lap, only its time ranks.
    let isByTime = format.isByBestLaps && left.time != nil
    let isEqual = (isByTime || left.laps == right.laps) && leftTime == rightTime
    switch separation {
    case .laps(let laps): return laps > 0 && left.laps - right.laps == laps ? nil : "laps"
    case .time(let span?):
      guard let leftTime, let rightTime else { return "time" }
      return span > .zero && rightTime - leftTime == span ? nil : "time"
    case .time(nil): return leftTime != nil && rightTime == nil ? nil : "no time"
    case .bestLap(let span?):
      guard let one = left.best, let other = right.best else { return "best lap" }
      return span > .zero && other - one == span ? nil : "best lap"
    case .exactTime(let span?), .moment(let span?): return span > .zero && isEqual ? nil : "moment"
    case .recorded: return isEqual ? nil : "recorded"
    case .none: return left.position == right.position ? nil : "not shared"
    case .order, .orderOfOthers:
      return left.flags.union(right.flags).contains(.photoFinish) ? nil : "order"
    case .bib: return left.bib.precedesNaturally(right.bib) ? nil : "bib"
    case .status, .classification, .elimination, .winner, .bestLaps, .bestLap(nil),
      .exactTime(nil), .moment(nil):
      return nil
    }
  }
}
