package import Text
package import Timing

/// A second implementation of `Session`, with which tests compare the first.
///
/// It computes everything from all events by the definition, without incremental state and without
/// regard to cost.
package struct NaiveSession {
  /// All events, in the order of arrival.
  package let events: [Event]
  let timeline: NaiveTimeline
  /// The indices of the events that each `reverted`, `amended` or `removed` names.
  let targets: [Int?]
  var isStanding: [Bool] = []
  /// The place of each event at its arrival.
  private(set) var places: [Duration] = []
  /// Whether each event has the place of a press that arrived before it.
  private(set) var waited: [Bool] = []
  /// Whether each event states a time before a press that arrived before it.
  private(set) var late: [Bool] = []

  package init(_ events: [Event]) {
    self.events = events
    timeline = NaiveTimeline(events.map(\.time))
    var targets: [Int?] = []
    for index in events.indices {
      switch events[index].kind {
      case .reverted(let id, _): targets.append(events[..<index].lastIndex { $0.id == id })
      case .amended(let id, _), .removed(let id):
        let target = events[..<index].lastIndex { $0.id == id }
        targets.append(
          target.flatMap { Self.canCorrect(events[index].kind, events[$0].kind) ? $0 : nil })
      default: targets.append(nil)
      }
    }
    self.targets = targets
    isStanding = standing(of: events.count)
    for placement in events.indices { place(placement) }
  }

  private mutating func place(_ placement: Int) {
    let event = events[placement]
    let eventPlace = timeline.place(of: event.time, placement: placement)
    let last = event.kind.isPress ? lastPress(before: placement) : nil
    let isBefore = last.map { eventPlace < $0 } ?? false
    waited.append(isBefore && event.basis == .measured)
    late.append(isBefore && event.basis != .measured)
    places.append(waited[placement] ? last ?? eventPlace : eventPlace)
  }

  /// Returns whether each of the first events is standing, without those that another session takes
  /// back.
  func standing(of count: Int, without taken: Set<EventID> = []) -> [Bool] {
    var isStanding = events[..<count].map { !taken.contains($0.id) }
    for index in (0..<count).reversed() where isStanding[index] {
      guard case .reverted(_, let isBatch) = events[index].kind, let target = targets[index]
      else { continue }
      isStanding[target] = false
      if isBatch { for member in batch(of: target) { isStanding[member] = false } }
    }
    return isStanding
  }

  /// The events directly after one that name it as the first of their batch, without reversals.
  func batch(of first: Int) -> [Int] {
    var batch: [Int] = []
    for index in first + 1..<max(first + 1, events.count) {
      if events[index].batch != events[first].id { break }
      if case .reverted = events[index].kind { break }
      batch.append(index)
    }
    return batch
  }

  /// The largest place of the standing presses before an event arrives.
  func lastPress(before placement: Int) -> Duration? {
    let isStanding = standing(of: placement)
    var last: Duration?
    for index in 0..<placement where isStanding[index] && events[index].kind.isPress {
      let press = corrected(index, isStanding)
      if press.isRemoved { continue }
      last = max(last ?? press.place, press.place)
    }
    return last
  }
}

extension Event.Kind {
  var isPress: Bool {
    switch self {
    case .started, .stopped, .resumed, .lapped: true
    default: false
    }
  }
}

extension NaiveSession {
  /// The worst quality of all readings and of the standing events.
  var quality: ClockQuality {
    var worst = timeline.qualities.max() ?? .exact
    for index in events.indices where isStanding[index] {
      switch events[index].kind {
      case .started, .stopped, .resumed, .timestamped, .lapped:
        let moment = corrected(index)
        if moment.isStated && !moment.isRemoved { worst = max(worst, .stated) }
      default: break
      }
    }
    return worst
  }

  /// The standing events of a race that are not removed, in the order of arrival.
  package var raceEvents: [NaiveRaceEvent] {
    events.indices.compactMap { index in
      guard isStanding[index], case .race(let event) = events[index].kind else { return nil }
      let moment = corrected(index)
      if moment.isRemoved { return nil }
      return NaiveRaceEvent(
        version: index + 1, id: events[index].id, event: event, place: moment.place)
    }
  }

  package var newestPlace: Duration { timeline.places.last ?? .zero }

  /// The places of the start that counts and of the stop that stopped the clock.
  package var raceClock: (start: Duration?, stop: Duration?) {
    let intervals = clock.intervals
    return (intervals.first?.from, intervals.last?.to)
  }

  /// The event that started the clock, which is the start with the earliest place, and the periods
  /// in which it ran.
  var clock: (start: Int?, intervals: [NaiveClock.Interval]) {
    let presses = events.indices.filter { isStanding[$0] && events[$0].kind.isPress }
      .map { (index: $0, place: corrected($0).place) }
      .sorted { ($0.place, $0.index) < ($1.place, $1.index) }
    var (start, intervals): (Int?, [NaiveClock.Interval]) = (nil, [])
    for (index, place) in presses {
      let isOpen = intervals.last.map { $0.to == nil } ?? false
      switch events[index].kind {
      case .started where start == nil:
        start = index
        intervals.append(.init(from: place))
      case .resumed where !isOpen && start != nil: intervals.append(.init(from: place))
      case .stopped where isOpen: intervals[intervals.count - 1].to = place
      default: break
      }
    }
    return (start, intervals)
  }
}

/// A standing event of a race that is not removed.
package struct NaiveRaceEvent {
  /// Its number within the session, from 1.
  package var version: Int
  package var id: EventID
  package var event: RaceEvent
  package var place: Duration
}

/// The place, the time and the label of an event after corrections.
struct CorrectedEvent {
  let index: Int
  var place: Duration
  var at: Moment
  var label: String?
  var isAmended = false
  var isStated = false
  var isRemoved = false
}

extension NaiveSession {
  func corrected(_ index: Int, _ isStanding: [Bool]? = nil) -> CorrectedEvent {
    let isStanding = isStanding ?? self.isStanding
    var moment = CorrectedEvent(
      index: index, place: places[index], at: events[index].at,
      isStated: events[index].basis != .measured)
    if case .lapped(let label, _) = events[index].kind { moment.label = label }
    if case .timestamped(let label) = events[index].kind { moment.label = label }
    var place = moment.place
    for later in isStanding.indices where isStanding[later] && targets[later] == index {
      switch events[later].kind {
      case .removed: moment.isRemoved = true
      case .amended(_, let amendment):
        moment.isAmended = true
        moment.label = amendment.label.naivelyApplied(to: moment.label)
        switch amendment.move {
        case nil: break
        case .by(let span):
          place += span
          moment.at = moment.at + span
        case .at(let stated):
          place = timeline.place(ofStated: stated, placement: later)
          moment.at = stated
          moment.isStated = true
        case .ago(let span):
          place = NaiveTimeline.clamped(timeline.places[later] - span)
          moment.at = events[later].reading.recordedAt - span
          moment.isStated = true
        }
      default: break
      }
    }
    moment.place = NaiveTimeline.clamped(place)
    return moment
  }

  /// The standing laps that are not removed, ordered by place.
  var correctedLaps: [CorrectedEvent] {
    events.indices.compactMap { index in
      guard isStanding[index], case .lapped = events[index].kind else { return nil }
      let lap = corrected(index)
      return lap.isRemoved ? nil : lap
    }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
  }

  static func canCorrect(_ correction: Event.Kind, _ target: Event.Kind) -> Bool {
    var canMove = false
    if case .amended(_, let amendment) = correction { canMove = amendment.scope == .anyMoment }
    let isRemoval = if case .removed = correction { true } else { false }
    return switch target {
    case .lapped: true
    case .timestamped, .race(.crossed), .race(.waveStarted), .race(.linked): isRemoval || canMove
    case .started, .stopped, .resumed: canMove
    case .race(.ruled): isRemoval
    default: false
    }
  }

  /// The profile by the standing events, in the order of arrival.
  package var profile: Profile {
    var result = Profile()
    func add(_ tags: [String]) {
      for tag in tags where !result.tags.contains(tag) && result.tags.count < 256 {
        result.tags.append(tag)
      }
    }
    for index in events.indices where isStanding[index] {
      switch events[index].kind {
      case .started(let start):
        if let name = start.name { result.name = name }
        add(start.tags)
        if let laps = start.plan.laps { result.plan.laps = laps }
        if let limit = start.plan.limit { result.plan.limit = limit }
        if let minimum = start.plan.minimumLap { result.plan.minimumLap = minimum }
        if let course = start.plan.course { result.plan.course = course }
        if let segments = start.plan.segments { result.plan.segments = segments }
        if let race = start.plan.race { result.plan.race = race }
      case .named(let name): result.name = name
      case .tagged(let tags): add(tags)
      case .untagged(let tags): result.tags = result.tags.filter { !tags.contains($0) }
      case .identified(let people): result.people = people
      case .planned(let change):
        let plan = result.plan
        result.plan.laps = change.laps.naivelyApplied(to: plan.laps)
        result.plan.limit = change.limit.naivelyApplied(to: plan.limit)
        result.plan.minimumLap = change.minimumLap.naivelyApplied(to: plan.minimumLap)
        result.plan.course = change.course.naivelyApplied(to: plan.course)
        result.plan.segments = change.segments.naivelyApplied(to: plan.segments)
        result.plan.race = change.race.naivelyApplied(to: plan.race)
      case .discarded: result.isDiscarded = true
      default: break
      }
    }
    return result
  }
}

extension PlanChange.Rule {
  /// The value after the change of a rule.
  package func naivelyApplied(to value: Value?) -> Value? {
    switch self {
    case .unchanged: value
    case .lifted: nil
    case .set(let new): new
    }
  }
}
