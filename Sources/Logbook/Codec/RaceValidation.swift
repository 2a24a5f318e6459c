import EventLog
import Text
import Timing

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
      return "the bib is \(error.description)"
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
