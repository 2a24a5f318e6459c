import EventLog
import Text
import Timing

extension RaceEvent {
  var name: String {
    switch self {
    case .entered: "entered"
    case .withdrawn: "withdrawn"
    case .waveStarted: "wave_started"
    case .wavePlanned: "wave_planned"
    case .crossed: "crossed"
    case .assigned: "assigned"
    case .linked: "linked"
    case .ruled: "ruled"
    case .ordered: "ordered"
    case .joined: "joined"
    case .clocksCompared: "clocks_compared"
    }
  }

  /// An event of each kind, whose fields are then read.
  static var blanks: [RaceEvent] {
    let comparison = ClockComparison(
      reference: "", sent: .zero, referenceReceived: .zero, referenceSent: .zero, received: .zero)
    return [
      .entered(Entry(bib: "")), .withdrawn(bib: ""), .waveStarted(wave: "", race: nil),
      .wavePlanned(wave: "", race: .blank), .crossed(Crossing()), .assigned(.zero, bib: nil),
      .linked(chip: "", bib: ""), .ruled(Ruling(bib: "", .laps(0))), .ordered([]),
      .joined(race: .zero, point: "", priority: 0), .clocksCompared(comparison),
    ]
  }

  /// The most crossings that one `ordered` puts in order.
  private static let mostTargets = 1000

  mutating func code(_ fields: inout FieldCoder) {
    switch self {
    case .entered(var entry):
      entry.code(&fields)
      self = .entered(entry)
    case .withdrawn(var bib):
      fields.required("bib", &bib, Entry.fault(ofBib:))
      self = .withdrawn(bib: bib)
    case .waveStarted(var wave, var race):
      fields.required("wave", &wave, labelFault("the wave"))
      fields.optional("race", &race)
      self = .waveStarted(wave: wave, race: race)
    case .wavePlanned(var wave, var race):
      fields.required("wave", &wave, labelFault("the wave"))
      fields.required("race", &race)
      self = .wavePlanned(wave: wave, race: race)
    case .crossed(var crossing):
      crossing.code(&fields)
      self = .crossed(crossing)
    case .assigned(var target, var bib):
      fields.required("target", &target)
      fields.nullable("bib", &bib, Entry.fault(ofBib:))
      self = .assigned(target, bib: bib)
    case .linked(var chip, var bib):
      fields.required("chip", &chip, labelFault("the chip"))
      fields.required("bib", &bib, Entry.fault(ofBib:))
      self = .linked(chip: chip, bib: bib)
    case .ruled(var ruling):
      ruling.code(&fields)
      self = .ruled(ruling)
    case .ordered(var targets):
      fields.required("targets", &targets) {
        !(2...Self.mostTargets ~= $0.count)
          ? "it puts \($0.count) crossings in order, not 2 to \(Self.mostTargets)"
          : Set($0).count < $0.count ? "it names a crossing twice" : nil
      }
      self = .ordered(targets)
    case .joined(var race, var point, let priority):
      fields.required("race", &race)
      fields.required("point", &point, labelFault("the point"))
      var rank: Int? = priority
      fields.optional("priority", &rank) {
        0...1000 ~= $0 ? nil : "the priority is not 0 to 1000"
      }
      self = .joined(race: race, point: point, priority: rank ?? 0)
    case .clocksCompared(var comparison):
      comparison.code(&fields)
      self = .clocksCompared(comparison)
    }
  }
}

extension RaceEvent.Crossing {
  fileprivate mutating func code(_ fields: inout FieldCoder) {
    fields.optional("bib", &bib, RaceEvent.Entry.fault(ofBib:))
    fields.optional("chip", &chip, labelFault("the chip"))
    fields.optional("point", &point, labelFault("the point"))
    fields.optional("reader", &reader, labelFault("the reader"))
    fields.check(bib != nil && chip != nil ? "it names a bib and a chip" : nil)
  }
}

extension RaceEvent.Entry {
  fileprivate static func fault(ofBib bib: String) -> String? {
    do throws(BibError) {
      _ = try Bib.checked(bib)
      return nil
    } catch {
      return "the bib is not valid: \(error)"
    }
  }

  fileprivate mutating func code(_ fields: inout FieldCoder) {
    /// Names are kept as they are; the others name groups of runners.
    func groupFault(_ noun: String) -> (String) -> String? {
      { text in
        labelFault(noun)(text)
          ?? (text.unicodeScalars.contains(where: Harmless.isObeyed)
            ? "\(noun) has a control character" : nil)
      }
    }
    fields.required("bib", &bib, Self.fault(ofBib:))
    fields.rule("name", &name, labelFault("the name"))
    fields.rule("first", &first, labelFault("the first name"))
    fields.rule("last", &last, labelFault("the last name"))
    fields.rule("team", &team, groupFault("the team"))
    fields.rule("category", &category, groupFault("the category"))
    fields.rule("wave", &wave, groupFault("the wave"))
    fields.rule("chips", &chips) { chips in
      chips.count > Self.mostChips
        ? "it has more than \(Self.mostChips) chips"
        : chips.lazy.compactMap(labelFault("a chip")).first
    }
  }
}

extension ClockComparison {
  fileprivate mutating func code(_ fields: inout FieldCoder) {
    fields.required("reference", &reference, labelFault("the reference"))
    fields.required("sent_ticks_ns", &sent)
    fields.required("reference_received_ns", &referenceReceived)
    fields.required("reference_sent_ns", &referenceSent)
    fields.required("received_ticks_ns", &received)
    fields.check(
      received < sent ? "the answer was received before the question was sent" : nil)
    fields.check(
      referenceSent < referenceReceived
        ? "the answer was sent before the question was received" : nil)
  }
}

extension RaceEvent.Ruling.Status: FieldValue {}

extension RaceEvent.Ruling {
  fileprivate mutating func code(_ fields: inout FieldCoder) {
    fields.required("bib", &bib, RaceEvent.Entry.fault(ofBib:))
    var (status, time, laps): (Status?, Duration?, Int?)
    switch decision {
    case .status(let ruled): status = ruled
    case .time(let span): time = span
    case .laps(let number): laps = number
    }
    fields.optional("status", &status)
    fields.optional("penalty_ns", &time) { span in
      span == .zero
        ? "the penalty is zero"
        : abs(span.nanoseconds / 1_000_000_000) > 3_600_000
          ? "the penalty is longer than 1,000 hours" : nil
    }
    fields.optional("penalty_laps", &laps) {
      $0 == 0 || $0.magnitude > 1_000_000 ? "the penalty is not 1 to 1000000 laps" : nil
    }
    fields.optional("reason", &reason, labelFault("the reason"))
    // Another program may have appended any number; texts negate it.
    let decisions: [Decision] = [
      status.map { .status($0) }, time.map { .time($0) }, laps.map { .laps(max(-.max, $0)) },
    ].compactMap(\.self)
    if decisions.count == 1 { decision = decisions[0] } else { fields.lack() }
  }
}
