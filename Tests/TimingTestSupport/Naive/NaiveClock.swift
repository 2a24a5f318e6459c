import Text
package import Timing

/// What the standing events make of a session's clock: when it ran, when it finished, what its
/// laps are.
package struct NaiveClock {
  /// A time in which the clock runs; without an end while it does.
  struct Interval {
    var opening: Int
    var from: Duration
    var to: Duration?

    func contains(_ place: Duration) -> Bool { from <= place && to.map { place <= $0 } ?? true }
  }

  package let session: NaiveSession
  /// Where the events lie after their corrections.
  let places: [Duration]
  /// When they were, by the wall clock.
  let moments: [Moment]
  /// What is said of the session besides.
  package let profile: Profile
  /// How well its times are known, that of now aside.
  package let quality: ClockQuality
  /// The event that started the clock, the first in its place if there are several.
  let start: Int?
  /// The largest place of the standing presses.
  let last: Duration?
  private(set) var intervals: [Interval] = []
  /// Where the plan is complete.
  package private(set) var finish: Duration?
  /// All laps, in the order of their places.
  package private(set) var laps: [Lap] = []

  package init(_ session: NaiveSession) {
    self.session = session
    profile = session.profile
    quality = session.quality
    last = session.lastPress(before: session.events.count)
    let stands = session.standing(of: session.events.count)
    let corrected = session.events.indices.map { session.corrected($0, stands) }
    let places = corrected.map(\.place)
    self.places = places
    moments = corrected.map(\.at)
    let turns = session.events.indices
      .filter { stands[$0] && session.events[$0].kind.isPress }
      .sorted { (places[$0], $0) < (places[$1], $1) }
    start = turns.first { if case .started = session.events[$0].kind { true } else { false } }
    for turn in turns {
      switch session.events[turn].kind {
      case .started where turn == start, .resumed where !isOpen && !intervals.isEmpty:
        intervals.append(Interval(opening: turn, from: places[turn]))
      case .stopped where isOpen: intervals[intervals.count - 1].to = places[turn]
      default: break
      }
    }
    judge()
  }

  /// Whether the clock was not stopped since it was last started or resumed.
  var isOpen: Bool { intervals.last.map { $0.to == nil } ?? false }

  /// Where the clock was started.
  var startPlace: Duration? { start.map { places[$0] } }

  /// The place from which on the running time is that of the limit.
  private var limitPlace: Duration? {
    guard let limit = profile.plan.limit else { return nil }
    var sum = Duration.zero
    for interval in intervals {
      let place = interval.from + (limit - sum)
      guard let end = interval.to, end < place else { return place }
      sum += end - interval.from
    }
    return nil
  }

  private mutating func judge() {
    let limit = limitPlace
    var counted = 0
    var split = Duration.zero
    var passed = 0
    for lap in session.correctedLaps {
      if finish == nil, let limit, lap.place > limit { finish = limit }
      var flags = session.clockFlags(of: lap)
      var number: Int?
      var segment: Int?
      let ran = self.ran(until: lap.place)
      if finish != nil {
        flags.insert(.afterFinish)
      } else if !intervals.contains(where: { $0.contains(lap.place) }) {
        flags.insert(.notRunning)
      } else if let shortest = profile.plan.minimumLap, ran - split < shortest {
        flags.insert(.short)
      } else {
        counted += 1
        number = counted
        segment = nextSegment(of: lap, after: passed)
        passed = segment ?? passed
      }
      laps.append(
        Lap(
          event: session.events[lap.index].version, number: number, split: ran, lap: ran - split,
          at: lap.at, label: lap.label, segment: segment, flags: flags, place: lap.place))
      if number != nil { split = ran }
      if let most = profile.plan.laps, let number, number >= most { finish = lap.place }
      if segment != nil && segment == profile.plan.segments?.count { finish = lap.place }
    }
    if finish == nil { finish = limit }
  }

  /// How long the clock ran until then, the finish seen.
  func ran(until place: Duration) -> Duration {
    intervals.reduce(.zero) { sum, interval in
      let end = min(interval.to ?? place, place, finish ?? place)
      return sum + max(.zero, end - interval.from)
    }
  }

  /// The segment that a lap completes: the one that it states or that its label names, if that is
  /// still ahead, else the next one.
  private func nextSegment(of lap: NaiveMoment, after passed: Int) -> Int? {
    guard let segments = profile.plan.segments else { return nil }
    let ahead = segments.indices.map { $0 + 1 }.filter { $0 > passed }
    if case .lapped(_, let stated?) = session.events[lap.index].kind, ahead.contains(stated) {
      return stated
    }
    if let label = lap.label, let named = ahead.first(where: { segments[$0 - 1] == label }) {
      return named
    }
    return ahead.first
  }

  /// Whether a lap may be taken then.
  func allowsLap(at place: Duration) -> Bool {
    if let finish, finish <= place { return true }
    return intervals.contains { $0.contains(place) }
  }
}

extension NaiveSession {
  /// What the clocks and the corrections say about a lap.
  func clockFlags(of lap: NaiveMoment) -> LapFlags {
    var flags: LapFlags =
      switch timeline.qualities[lap.index] {
      case .exact: []
      case .stated: .stated
      case .stepped: .stepped
      case .bridged: .bridged
      case .unknown: .unknown
      }
    if waited[lap.index] { flags.insert(.waited) }
    if late[lap.index] { flags.insert(.late) }
    if lap.isStated { flags.insert(.stated) }
    if lap.isAmended { flags.insert(.amended) }
    return flags
  }
}
