import Timing

extension RankOrder {
  /// The rule that ranks a runner before the next one in the list, but for photo finishes.
  ///
  /// - Parameters:
  ///   - left: the one ahead.
  ///   - right: the one behind.
  /// - Returns: the first rule by which they differ.
  func separation(
    _ left: RankedRunner, _ right: RankedRunner
  ) -> PlaceExplanation.Separation {
    if left.rank != right.rank { return .status }
    if left.isUnclassified != right.isUnclassified { return .classification }
    if isElimination, left.laps != right.laps { return .laps(left.laps - right.laps) }
    if left.group != right.group {
      return isElimination ? .elimination : isBackyard ? .winner : .bestLaps
    }
    let isByTime = isByBestLaps && left.group == 0
    if !isByTime, left.laps != right.laps { return .laps(left.laps - right.laps) }
    if !isBackyard, left.time != right.time { return .time(Self.difference(left.time, right.time)) }
    if share(left, right) || isBackyard { return .none }
    if ties == .bestLap, left.best != right.best {
      return .bestLap(Self.difference(left.best, right.best))
    }
    if ties == .line, left.start != right.start {
      return .start(Self.difference(left.start, right.start))
    }
    return .bib
  }

  private static func difference(_ left: Duration?, _ right: Duration?) -> Duration? {
    left.flatMap { left in right.map { $0 - left } }
  }
}
