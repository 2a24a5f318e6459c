import Timing
import Text
import SQLite

/// A session's row in the table `sessions`, in the order in which `SummaryExtent` numbers columns.
struct SummaryRow {
  private let summary: Summary
  private let session: Int
  private let uid: EventID

  init(_ summary: Summary, session: Int, uid: EventID) {
    self.summary = summary
    self.session = session
    self.uid = uid
  }

  /// What every event may change.
  ///
  /// What people ask for is as of the newest event, so that no clock is needed to tell it.
  func bindCounts(_ binder: inout Binder) throws(DatabaseError) {
    let stopwatch = summary.stopwatch
    let place = summary.timeline?.newest.place ?? .zero
    let isRunning = [.running, .countdown].contains(stopwatch.phase(at: place))
    try binder.bind(session)
    try binder.bind(isRunning ? nil : summary.runningTime(atPlace: place) ?? .zero)
    try binder.bind(summary.lapCount)
    try binder.bind(summary.best)
    try binder.bind(summary.version)
    try binder.bind(summary.quality.rawValue)
    try binder.bind(stopwatch.finish?.place)
    try binder.bind(stopwatch.finish?.runningTime)
    try binder.bind(stopwatch.finish.map { $0.isLimit ? 1 : 0 })
    try binder.bind(summary.lastLap)
    try binder.bind(stopwatch.lastSplit)
    try binder.bind(stopwatch.latest)
    try binder.bind(summary.latestTimestamp)
    try binder.bind(summary.readingQuality.rawValue)
    try binder.bind(summary.hasStated ? 1 : 0)
    try bindTimeline(&binder)
  }

  /// What its clock does, and by which rules.
  func bindState(_ binder: inout Binder) throws(DatabaseError) {
    let stopwatch = summary.stopwatch
    let profile = summary.profile
    try binder.bind(summary.storedPhase.rawValue)
    try binder.bind(summary.startedAt)
    try binder.bind(summary.runningSince)
    try binder.bind(summary.limitAt)
    try binder.bind(profile.tags.storedJSON)
    try binder.bind(profile.people.storedJSON)
    try binder.bind(profile.plan.laps)
    try binder.bind(profile.plan.limit)
    try binder.bind(profile.plan.minimumLap)
    try binder.bind(stopwatch.start?.place)
    try binder.bind(stopwatch.start?.isAhead == true ? 1 : 0)
    try binder.bind(stopwatch.runningSince)
    try binder.bind(stopwatch.elapsed)
    try binder.bind(stopwatch.stoppedAt)
  }

  func bindName(_ binder: inout Binder) throws(DatabaseError) {
    try binder.bind(summary.profile.name)
  }

  func bindUID(_ binder: inout Binder) throws(DatabaseError) {
    try binder.bind(uid.description)
  }

  /// Where the timeline goes on from.
  private func bindTimeline(_ binder: inout Binder) throws(DatabaseError) {
    let timeline = summary.timeline
    try bind(timeline?.newest, &binder)
    try binder.bind(timeline.map { $0.newest.isSound ? 1 : 0 })
    try bind(timeline?.newestSound, &binder)
  }

  private func bind(_ anchor: Anchor?, _ binder: inout Binder) throws(DatabaseError) {
    try binder.bind(anchor?.reading.clock.rawValue)
    try binder.bind(anchor?.reading.recordedAt)
    try binder.bind(anchor?.reading.ticks)
    try binder.bind(anchor?.place)
  }
}
