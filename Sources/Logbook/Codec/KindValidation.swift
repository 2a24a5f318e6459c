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

/// Validation of an event's content, as of other kinds.
extension RaceEvent {
  /// The most crossings that one `ordered` puts in order.
  static let mostTargets = 1000

  /// The reason why the content is invalid; nil if it is valid.
  var validationError: String? {
    switch self {
    case .entered(let entry): entry.validationError
    case .withdrawn(let bib): Entry.fault(ofBib: bib)
    case .waveStarted(let wave, let race):
      wave.labelFault.map { "the wave \($0)" } ?? race?.validationError
    case .wavePlanned(let wave, let race):
      wave.labelFault.map { "the wave \($0)" } ?? race.validationError
    case .crossed(let crossing):
      crossing.bib.flatMap(Entry.fault(ofBib:))
        ?? crossing.chip?.labelFault.map { "the chip \($0)" }
        ?? crossing.point?.labelFault.map { "the point \($0)" }
        ?? crossing.reader?.labelFault.map { "the reader \($0)" }
        ?? (crossing.bib != nil && crossing.chip != nil
          ? "it names a bib and a chip" : nil)
    case .assigned(_, let bib): bib.flatMap(Entry.fault(ofBib:))
    case .linked(let chip, let bib):
      chip.labelFault.map { "the chip \($0)" } ?? Entry.fault(ofBib: bib)
    case .ruled(let ruling): ruling.validationError
    case .ordered(let targets):
      targets.count < 2 || targets.count > Self.mostTargets
        ? "it puts \(targets.count) crossings in order, not 2 to \(Self.mostTargets)"
        : Set(targets).count < targets.count ? "it names a crossing twice" : nil
    case .joined(_, let point, let priority):
      point.labelFault.map { "the point \($0)" }
        ?? (0...1000 ~= priority ? nil : "the priority is not 0 to 1000")
    case .clocksCompared(let comparison): comparison.validationError
    }
  }
}

extension RaceEvent.Entry {
  /// The reason why a text is no bib; nil if it is one.
  static func fault(ofBib bib: String) -> String? {
    do throws(BibError) {
      _ = try Bib.checked(bib)
      return nil
    } catch {
      return "the bib is not valid: \(error)"
    }
  }

  fileprivate var validationError: String? {
    if let fault = Self.fault(ofBib: bib) { return fault }
    let texts = [
      ("name", name), ("first name", first), ("last name", last), ("team", team),
      ("category", category), ("wave", wave),
    ]
    for (field, text) in texts {
      guard case .set(let text) = text else { continue }
      if let fault = text.labelFault { return "the \(field) \(fault)" }
      // Names are kept as they are; the others name groups of runners.
      if ["team", "category", "wave"].contains(field),
        text.unicodeScalars.contains(where: Harmless.isObeyed)
      {
        return "the \(field) has a control character"
      }
    }
    guard case .set(let chips) = chips else { return nil }
    if chips.count > Self.mostChips { return "it has more than \(Self.mostChips) chips" }
    return chips.lazy.compactMap(\.labelFault).first.map { "a chip \($0)" }
  }
}

extension ClockComparison {
  fileprivate var validationError: String? {
    if let fault = reference.labelFault { return "the reference \(fault)" }
    if received < sent { return "the answer was received before the question was sent" }
    return referenceSent < referenceReceived
      ? "the answer was sent before the question was received" : nil
  }
}

extension RaceEvent.Ruling {
  fileprivate var validationError: String? {
    if let fault = RaceEvent.Entry.fault(ofBib: bib) { return fault }
    if let reason, let fault = reason.labelFault { return "the reason \(fault)" }
    switch decision {
    case .status: return nil
    case .time(let span):
      if span == .zero { return "the penalty is zero" }
      return abs(span.nanoseconds / 1_000_000_000) > 3_600_000
        ? "the penalty is longer than 1,000 hours" : nil
    case .laps(let laps):
      return laps == 0 || laps.magnitude > 1_000_000 ? "the penalty is not 1 to 1000000 laps" : nil
    }
  }
}
