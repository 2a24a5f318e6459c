import Timing

/// An entry of the list on the screen.
enum LapOrTimestamp: Hashable {
  case lap(Lap)
  case timestamp(Timestamp)

  /// Its event, by the number within the session.
  var event: Int {
    switch self {
    case .lap(let lap): lap.event
    case .timestamp(let timestamp): timestamp.event
    }
  }

  var label: String? {
    switch self {
    case .lap(let lap): lap.label
    case .timestamp(let timestamp): timestamp.label
    }
  }
}

extension SessionBoard {
  /// Returns some of the laps and timestamps, the newest first.
  ///
  /// - Parameters:
  ///   - count: the largest number of entries.
  ///   - skipped: the number of newest entries that are left out.
  /// - Returns: the entries.
  func entries(_ count: Int, after skipped: Int = 0) -> [LapOrTimestamp] {
    var (laps, timestamps) = (session.laps[...], session.timestamps[...])
    var skipped = skipped
    var entries: [LapOrTimestamp] = []
    while entries.count < count {
      let entry: LapOrTimestamp
      switch (laps.last, timestamps.last) {
      case (let lap?, let timestamp?) where lap.place >= timestamp.place:
        (entry, laps) = (.lap(lap), laps.dropLast())
      case (_, let timestamp?): (entry, timestamps) = (.timestamp(timestamp), timestamps.dropLast())
      case (let lap?, nil): (entry, laps) = (.lap(lap), laps.dropLast())
      case (nil, nil): return entries
      }
      if skipped > 0 { skipped -= 1 } else { entries.append(entry) }
    }
    return entries
  }

  /// Returns the lap or timestamp of an event; nil if there is none.
  func entry(ofEvent event: Int) -> LapOrTimestamp? {
    if let lap = session.laps.last(where: { $0.event == event }) { return .lap(lap) }
    return session.timestamps.last { $0.event == event }.map { .timestamp($0) }
  }

  /// The label of a lap or timestamp; nil without one, and if it only repeats the name of the
  /// segment that the lap completes.
  func note(of entry: LapOrTimestamp) -> String? {
    guard case .lap(let lap) = entry,
      lap.label == session.summary.profile.plan.name(ofSegment: lap.segment)
    else { return entry.label }
    return nil
  }

  /// The events of the entries that can be chosen, in the order of the screen from the top: laps
  /// and timestamps, or the segments that were passed.
  var choices: [Int] {
    guard course != nil else { return entries(entryCount).map(\.event) }
    return session.laps.filter { $0.segment != nil }.map(\.event)
  }
}
