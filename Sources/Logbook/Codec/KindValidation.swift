import EventLog
import Text
import Timing

/// Validation of an event's content, for new and imported events: a log contains nothing that
/// another log would refuse.
extension Event.Kind {
  /// The reason why the content is invalid; nil if it is valid.
  var validationError: String? {
    switch self {
    case .started(let start):
      start.name.flatMap(\.labelFault).map { "the name \($0)" }
        ?? tagsFault(start.tags)
        ?? PlanChange(setting: start.plan).validationError
    case .lapped(let label, let segment):
      label.flatMap(\.labelFault).map { "the label \($0)" }
        ?? segment.flatMap {
          1...Plan.mostSegments ~= $0 ? nil : "there is no segment \($0)"
        }
    case .timestamped(let label): label.labelFault.map { "the label \($0)" }
    case .amended(_, let amendment): amendment.validationError
    case .named(let name): name.labelFault.map { "the name \($0)" }
    case .tagged(let tags), .untagged(let tags): tagsFault(tags)
    case .identified(let people):
      people.count > EventBounds.mostItems
        ? "it names more than \(EventBounds.mostItems) people"
        : people.lazy.compactMap(\.validationError).first
    case .planned(let change): change.validationError
    case .race(let event): event.validationError
    case .unknown(let name): name.labelFault.map { "the kind \($0)" }
    case .stopped, .resumed, .removed, .reverted, .discarded: nil
    }
  }

  private func tagsFault(_ tags: [String]) -> String? {
    tags.count > EventBounds.mostItems
      ? "it has more than \(EventBounds.mostItems) tags"
      : tags.lazy.compactMap(\.labelFault).first.map { "a tag \($0)" }
  }
}

extension Person {
  /// The reason why one of the names is invalid; nil if they are valid.
  ///
  /// The first and the last name may be empty.
  fileprivate var validationError: String? {
    full.labelFault.map { "the name \($0)" }
      ?? first.lengthFault.map { "the first name \($0)" }
      ?? last.lengthFault.map { "the last name \($0)" }
  }
}

extension Event.Amendment {
  /// The reason why it is invalid; nil if it is valid.
  fileprivate var validationError: String? {
    if case .set(let label) = label, let fault = label.labelFault { return "the label \(fault)" }
    if case .ago(let span) = move, span < .zero { return "the span before it is below zero" }
    return nil
  }
}

extension PlanChange {
  /// The reason why a rule is invalid; nil if the rules are valid.
  fileprivate var validationError: String? {
    if case .set(let laps) = laps, laps < 1 { return "the planned laps are less than one" }
    if case .set(let limit) = limit, limit <= .zero { return "the limit is not above zero" }
    if case .set(let span) = minimumLap, span < .zero { return "the shortest lap is below zero" }
    if case .set(let name) = course, let fault = name.labelFault { return "the course \(fault)" }
    if case .set(let names) = segments, let fault = Self.validationError(ofSegments: names) {
      return fault
    }
    if case .set(let format) = race { return format.validationError }
    return nil
  }

  private static func validationError(ofSegments names: [String]) -> String? {
    if names.isEmpty { return "the course has no segments" }
    if names.count > Plan.mostSegments {
      return "the course has more than \(Plan.mostSegments) segments"
    }
    return names.lazy.compactMap(\.labelFault).first.map { "a segment \($0)" }
  }
}
