import Timing
import Text

/// How much an event may say.
public enum EventBounds {
  /// How many tags it puts on a session or takes off, and how many people it names, at most.
  public static let mostItems = 100
  /// How many bytes its payload has at most.
  public static let mostBytes = 1 << 20
}

/// What an event may say, asked of all that is to be appended, and of what comes from elsewhere: so
/// a log holds nothing that another one would refuse.
extension Event.Kind {
  /// What is wrong with what it says; nil if nothing is.
  var unsoundness: String? {
    switch self {
    case .started(let start):
      start.name.flatMap(\.unsoundness).map { "the name \($0)" }
        ?? tagsUnsoundness(start.tags)
        ?? PlanChange(setting: start.plan).unsoundness
    case .lapped(let label): label.flatMap(\.unsoundness).map { "the label \($0)" }
    case .timestamped(let label), .amended(_, .label(let label)):
      label.unsoundness.map { "the label \($0)" }
    case .named(let name): name.unsoundness.map { "the name \($0)" }
    case .tagged(let tags), .untagged(let tags): tagsUnsoundness(tags)
    case .identified(let people):
      people.count > EventBounds.mostItems
        ? "it names more than \(EventBounds.mostItems) people"
        : people.lazy.compactMap(\.unsoundness).first
    case .planned(let change): change.unsoundness
    case .unknown(let name): name.unsoundness.map { "the kind \($0)" }
    case .stopped, .resumed, .amended, .removed, .reverted, .discarded: nil
    }
  }

  private func tagsUnsoundness(_ tags: [String]) -> String? {
    tags.count > EventBounds.mostItems
      ? "it has more than \(EventBounds.mostItems) tags"
      : tags.lazy.compactMap(\.unsoundness).first.map { "a tag \($0)" }
  }
}

extension Person {
  /// What is wrong with one of the names; nil if nothing is.
  ///
  /// First and last name may be empty.
  fileprivate var unsoundness: String? {
    full.unsoundness.map { "the name \($0)" }
      ?? first.excess.map { "the first name \($0)" } ?? last.excess.map { "the last name \($0)" }
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

extension String {
  /// What is wrong with a name, a label or a tag; nil if nothing is.
  var unsoundness: String? {
    isEmpty ? "is empty" : excess
  }

  /// What is wrong with its length; nil if nothing is.
  fileprivate var excess: String? {
    utf8.count > Label.mostBytes ? "is longer than 1,024 bytes" : nil
  }
}

extension ExportedEvent {
  /// What is wrong with what is said of the event besides its payload; nil if nothing is.
  var unsoundness: String? {
    if let reason = kind.unsoundness { return "the kind \(reason)" }
    if let reason = source.unsoundness { return "the source \(reason)" }
    if data.utf8.count > EventBounds.mostBytes { return "the payload is longer than 1 MiB" }
    if kindVersion < 1 { return "the kind's version is less than one" }
    if clock.bootID.utf8.count > 1024 || clock.device.utf8.count > 1024 {
      return "the clock's name is longer than 1,024 bytes"
    }
    return nil
  }

  /// What its digest has to be.
  var seal: [UInt8] {
    let reading = Reading(
      clock: ClockID(rawValue: 0), ticks: .nanoseconds(ticks), recordedAt: recordedAt)
    let event = Event(
      id: id, version: 0, kind: .unknown(name: ""), at: at, basis: basis, reading: reading)
    let logged = LoggedEvent(
      position: 0, session: 0, event: event, kind: kind, kindVersion: kindVersion, source: source,
      data: data, digest: [])
    return Digest.of(logged, session: uid, clock: clock)
  }
}
