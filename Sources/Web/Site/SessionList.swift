import EventLog
import Live
import Logbook
import Racing
import Text
import Timing

/// The sessions that are shown, newest first.
extension BoardSite {
  /// Answers the list of sessions, with the fields of `list --json`.
  func sessions(_ request: WebRequest) throws -> WebResponse {
    try request.allow(["all", "limit", "since", "tag", "phase"])
    let now = try feed.clock.now()
    var filter = SessionFilter(includesDiscarded: request["all"] != nil)
    filter.tags = request["tag"].map { [$0] } ?? []
    if let text = request["phase"] {
      filter.phase = Phase(rawValue: text)
      if filter.phase == nil { throw WebRefusal.usage("No such phase.") }
    }
    if let text = request["since"] {
      let clock = settings.localClock()
      filter.since = try? Moment(bound: text, isEnd: false, now: now.recordedAt, clock: clock)
      if filter.since == nil {
        throw WebRefusal.usage("since is a day, a time or a span, as of 'laptimer list'.")
      }
    }
    guard let limit = Int(request["limit"] ?? "100"), (1...1000).contains(limit) else {
      throw WebRefusal.usage("limit is a number from 1 to 1000.")
    }
    var json = JSONWriter()
    try json.array { list throws in
      try forEachServed(filter, at: now, most: limit) { entry in
        // As on the command line: only pages have short times.
        var times = settings.times
        times.isShort = false
        let report = try feed.log.report(of: entry, at: now, times, comparesLaps: true)
        list.object { $0.fields(SessionReport.fields, of: report) }
      }
    }
    return WebResponse(body: json.bytes)
  }

  /// Returns the page of the list.
  func listPage(_ request: WebRequest) throws -> WebResponse {
    try request.allow([])
    let now = try feed.clock.now()
    var rows: [Pages.Row] = []
    try forEachServed(.all, at: now, most: 100) { entry in
      let snapshot = entry.summary.snapshot(at: now)
      let finish = try feed.finishes.finish(of: entry, at: now)
      let profile = entry.summary.profile
      let detail = profile.plan.race?.text ?? profile.plan.course ?? snapshot.header
      let (phase, time) = (snapshot.phaseText(finish), snapshot.timeText(finish, settings.times))
      rows.append((entry.number, profile.name ?? "Session \(entry.number)", phase, time, detail))
    }
    return Pages.list(rows)
  }

  /// Calls a function for each session that is shown, newest first.
  func forEachServed(
    _ filter: SessionFilter, at now: Reading, most: Int, _ body: (SessionEntry) throws -> Void
  ) throws {
    try feed.log.openIfPresent()
    var count = 0
    try feed.log.forEachSession(matching: filter, at: now, until: { count == most }) { entry in
      // A session of a point is part of its race.
      let isPoint = entry.summary.profile.timingPoint != nil
      guard !isPoint, try settings.isServed(entry, now) else { return }
      count += 1
      try body(entry)
    }
  }
}
