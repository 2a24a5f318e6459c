package import Timing

extension NaiveSession {
  /// What is said of the session, by the standing events in the order of arrival.
  package var profile: Profile {
    var said = Profile()
    let stands = standing(of: events.count)
    for index in events.indices where stands[index] {
      switch events[index].kind {
      case .started(let start):
        if let name = start.name { said.name = name }
        for tag in start.tags where !said.tags.contains(tag) && said.tags.count < 256 {
          said.tags.append(tag)
        }
        if let laps = start.plan.laps { said.plan.laps = laps }
        if let limit = start.plan.limit { said.plan.limit = limit }
        if let minimum = start.plan.minimumLap { said.plan.minimumLap = minimum }
        if let course = start.plan.course { said.plan.course = course }
        if let segments = start.plan.segments { said.plan.segments = segments }
        if let race = start.plan.race { said.plan.race = race }
      case .named(let name): said.name = name
      case .tagged(let tags):
        for tag in tags where !said.tags.contains(tag) && said.tags.count < 256 {
          said.tags.append(tag)
        }
      case .untagged(let tags): said.tags = said.tags.filter { !tags.contains($0) }
      case .identified(let people): said.people = people
      case .planned(let change):
        said.plan.laps = become(change.laps, of: said.plan.laps)
        said.plan.limit = become(change.limit, of: said.plan.limit)
        said.plan.minimumLap = become(change.minimumLap, of: said.plan.minimumLap)
        said.plan.course = become(change.course, of: said.plan.course)
        said.plan.segments = become(change.segments, of: said.plan.segments)
        said.plan.race = become(change.race, of: said.plan.race)
      case .discarded: said.isDiscarded = true
      default: break
      }
    }
    return said
  }

  private func become<Value>(_ rule: PlanChange.Rule<Value>, of value: Value?) -> Value? {
    switch rule {
    case .unchanged: value
    case .lifted: nil
    case .set(let new): new
    }
  }
}
