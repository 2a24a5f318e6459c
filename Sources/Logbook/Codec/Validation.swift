import EventLog
import Text
import Timing

/// What an event may say, asked of all that is to be appended, and of what comes from elsewhere: so
/// a log holds nothing that another one would refuse.
extension Event.Kind {
  /// What is wrong with what it says; nil if nothing is.
  var unsoundness: String? {
    switch self {
    case .started(let start):
      start.name.flatMap(\.labelFault).map { "the name \($0)" }
        ?? tagsUnsoundness(start.tags)
        ?? PlanChange(setting: start.plan).unsoundness
    case .lapped(let label): label.flatMap(\.labelFault).map { "the label \($0)" }
    case .timestamped(let label), .amended(_, .label(let label)):
      label.labelFault.map { "the label \($0)" }
    case .named(let name): name.labelFault.map { "the name \($0)" }
    case .tagged(let tags), .untagged(let tags): tagsUnsoundness(tags)
    case .identified(let people):
      people.count > EventBounds.mostItems
        ? "it names more than \(EventBounds.mostItems) people"
        : people.lazy.compactMap(\.unsoundness).first
    case .planned(let change): change.unsoundness
    case .unknown(let name): name.labelFault.map { "the kind \($0)" }
    case .stopped, .resumed, .amended, .removed, .reverted, .discarded: nil
    }
  }

  private func tagsUnsoundness(_ tags: [String]) -> String? {
    tags.count > EventBounds.mostItems
      ? "it has more than \(EventBounds.mostItems) tags"
      : tags.lazy.compactMap(\.labelFault).first.map { "a tag \($0)" }
  }
}

extension Person {
  /// What is wrong with one of the names; nil if nothing is.
  ///
  /// First and last name may be empty.
  fileprivate var unsoundness: String? {
    full.labelFault.map { "the name \($0)" }
      ?? first.lengthFault.map { "the first name \($0)" }
      ?? last.lengthFault.map { "the last name \($0)" }
  }
}

extension PlanChange {
  /// What is wrong with a rule; nil if nothing is.
  fileprivate var unsoundness: String? {
    if case .set(let laps) = laps, laps < 1 { return "the planned laps are less than one" }
    if case .set(let limit) = limit, limit <= .zero { return "the limit is not above zero" }
    if case .set(let span) = minimumLap, span < .zero { return "the shortest lap is below zero" }
    return nil
  }
}
