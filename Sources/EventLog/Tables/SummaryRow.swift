import Timing

/// A session's row in the table `sessions`, in the order of its columns.
struct SummaryRow {
  private let summary: Summary
  private let session: Int
  private let uid: EventID

  init(_ summary: Summary, session: Int, uid: EventID) {
    self.summary = summary
    self.session = session
    self.uid = uid
  }

  /// What people ask for: as of the newest event, so that no clock is needed to tell it.
  func bindPublicColumns(_ binder: inout Binder) throws(DatabaseError) {
    let place = summary.timeline?.newest.place ?? .zero
    let profile = summary.profile
    let isRunning = [.running, .countdown].contains(summary.stopwatch.phase(at: place))
    try binder.bind(session)
    try binder.bind(uid.description)
    try binder.bind(profile.name)
    try binder.bind(summary.phase(atPlace: place).rawValue)
    try binder.bind(summary.startedAt)
    try binder.bind(summary.runningSince)
    try binder.bind(isRunning ? nil : summary.runningTime(atPlace: place) ?? .zero)
    try binder.bind(summary.limitAt)
    try binder.bind(summary.lapCount)
    try binder.bind(summary.best)
    try binder.bind(profile.tags.storedJSON)
    try binder.bind(profile.people.storedJSON)
    try binder.bind(summary.version)
    try binder.bind(summary.quality.rawValue)
    try binder.bind(profile.plan.laps)
    try binder.bind(profile.plan.limit)
    try binder.bind(profile.plan.minimumLap)
  }

  /// What the stopwatch goes on from.
  func bindStopwatch(_ binder: inout Binder) throws(DatabaseError) {
    let stopwatch = summary.stopwatch
    try binder.bind(stopwatch.start?.place)
    try binder.bind(stopwatch.start?.isAhead == true ? 1 : 0)
    try binder.bind(stopwatch.runningSince)
    try binder.bind(stopwatch.elapsed)
    try binder.bind(stopwatch.stoppedAt)
    try binder.bind(stopwatch.finish?.place)
    try binder.bind(stopwatch.finish?.runningTime)
    try binder.bind(stopwatch.finish.map { $0.isLimit ? 1 : 0 })
    try binder.bind(summary.lastLap)
    try binder.bind(stopwatch.lastSplit)
    try binder.bind(stopwatch.latest)
    try binder.bind(summary.latestTimestamp)
    try binder.bind(summary.readingQuality.rawValue)
    try binder.bind(summary.hasStated ? 1 : 0)
  }

  /// Where the timeline goes on from.
  func bindTimeline(_ binder: inout Binder) throws(DatabaseError) {
    guard let timeline = summary.timeline else { return }
    try bind(timeline.newest, &binder)
    try binder.bind(timeline.newest.isSound ? 1 : 0)
    try bind(timeline.newestSound, &binder)
  }

  private func bind(_ anchor: Anchor, _ binder: inout Binder) throws(DatabaseError) {
    try binder.bind(anchor.reading.clock.rawValue)
    try binder.bind(anchor.reading.recordedAt)
    try binder.bind(anchor.reading.ticks)
    try binder.bind(anchor.place)
  }
}
