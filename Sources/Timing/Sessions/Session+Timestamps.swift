import Text

/// The pending changes of a session's timestamps.
struct UnsettledTimestamps: Hashable, Sendable {
  /// Whether the list must be recomputed.
  fileprivate(set) var areStale = false
  /// The list before an insertion or removal; nil without one.
  fileprivate(set) var before: [Timestamp]?
  /// The place from which running times may have changed.
  private(set) var first: Duration?

  /// Whether there are pending changes.
  var isAny: Bool { areStale || before != nil || first != nil }

  /// Notes that running times may have changed from a place on.
  mutating func note(_ place: Duration) {
    first = first.map { min($0, place) } ?? place
  }
}

extension Session {
  /// Adds a timestamp that came in order: timestamps may lie before one another; presses in order
  /// never lie before them.
  mutating func insert(_ timestamp: Timestamp) {
    if let last = timestamps.last, last.place > timestamp.place {
      timestamps.insert(
        timestamp, at: timestamps.partitioningIndex { $0.place > timestamp.place })
    } else {
      timestamps.append(timestamp)
    }
  }

  /// Inserts or removes a timestamp; its running time is computed later.
  ///
  /// A timestamp that a correction removed changes nothing.
  mutating func set(timestamp number: Int, _ stands: Bool) {
    guard let moment = moment(number) else { return }
    if moment.isStated { statedCount += stands ? 1 : -1 }
    if stands, moment.place.isBeyondTimeline { noteBeyondTimeline() }
    // Many are sorted at once.
    guard !isDeferring else {
      unsettled.areStale = true
      return
    }
    unsettled.before = unsettled.before ?? timestamps
    guard let timestamp = timestamp(number) else { return }
    if stands { unsettled.note(timestamp.place) }
    let index = timestamps.partitioningIndex {
      ($0.place, $0.event) >= (timestamp.place, timestamp.event)
    }
    if stands {
      timestamps.insert(timestamp, at: index)
    } else if index < timestamps.count, timestamps[index].event == timestamp.event {
      timestamps.remove(at: index)
    }
  }

  /// Whether the moment of a timestamp was stated.
  func isStated(timestamp number: Int) -> Bool {
    moment(number)?.isStated == true
  }

  /// Updates the list for current intervals.
  ///
  /// - Returns: the replaced timestamps.
  mutating func settleTimestamps() -> Replacement<Timestamp> {
    defer { unsettled = UnsettledTimestamps() }
    guard unsettled.isAny else { return Replacement() }
    let before = unsettled.before ?? timestamps
    if unsettled.areStale {
      timestamps = []
      for number in entries.indices where standing[number] {
        if let timestamp = timestamp(number) { timestamps.append(timestamp) }
      }
      timestamps.sort { ($0.place, $0.event) < ($1.place, $1.event) }
      unsettled.note(Places.range.lowerBound)
    }
    let replacement = Replacement(
      before: isDeferring ? [] : before, range: 0..<timestamps.count)
    guard let first = unsettled.first else { return replacement }
    let limit = summary.profile.plan.limit
    for index in timestamps.partitioningIndex(where: { $0.place >= first })..<timestamps.count {
      timestamps[index].runningTime =
        intervals.runningTime(at: timestamps[index].place, limit: limit)
    }
    return replacement
  }

  private func timestamp(_ number: Int) -> Timestamp? {
    guard entries.role(number) == .timestamp else { return nil }
    return moment(number).map { Timestamp(entries.event(number), $0) }
  }
}
