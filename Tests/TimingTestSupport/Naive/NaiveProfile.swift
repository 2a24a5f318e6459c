package import Timing

extension NaiveSession {
  /// The profile by the standing events, in the order of arrival.
  package var profile: Profile {
    var result = Profile()
    for index in events.indices where isStanding[index] {
      switch events[index].kind {
      case .started(let start):
        if let name = start.name { result.name = name }
        for tag in start.tags where !result.tags.contains(tag) && result.tags.count < 256 {
          result.tags.append(tag)
        }
        if let laps = start.plan.laps { result.plan.laps = laps }
        if let limit = start.plan.limit { result.plan.limit = limit }
        if let minimum = start.plan.minimumLap { result.plan.minimumLap = minimum }
        if let course = start.plan.course { result.plan.course = course }
        if let segments = start.plan.segments { result.plan.segments = segments }
        if let race = start.plan.race { result.plan.race = race }
      case .named(let name): result.name = name
      case .tagged(let tags):
        for tag in tags where !result.tags.contains(tag) && result.tags.count < 256 {
          result.tags.append(tag)
        }
      case .untagged(let tags): result.tags = result.tags.filter { !tags.contains($0) }
      case .identified(let people): result.people = people
      case .planned(let change):
        result.plan.laps = applying(change.laps, to: result.plan.laps)
        result.plan.limit = applying(change.limit, to: result.plan.limit)
        result.plan.minimumLap = applying(change.minimumLap, to: result.plan.minimumLap)
        result.plan.course = applying(change.course, to: result.plan.course)
        result.plan.segments = applying(change.segments, to: result.plan.segments)
        result.plan.race = applying(change.race, to: result.plan.race)
      case .discarded: result.isDiscarded = true
      default: break
      }
    }
    return result
  }

  private func applying<Value>(_ rule: PlanChange.Rule<Value>, to value: Value?) -> Value? {
    switch rule {
    case .unchanged: value
    case .lifted: nil
    case .set(let new): new
    }
  }
}
