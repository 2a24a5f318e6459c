import EventLog
import Text
import Timing

extension RaceEvent {
  /// The name of the kind in the log.
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

  /// The names of all kinds of a race.
  static let names: Set<String> = [
    "entered", "withdrawn", "wave_started", "wave_planned", "crossed", "assigned", "linked",
    "ruled", "ordered", "joined", "clocks_compared",
  ]

  /// Reads the payload of a kind.
  ///
  /// - Returns: the event; nil if the payload lacks a field that the kind needs.
  /// - Throws: `JSONReader.Malformed`.
  init?(name: String, json: String) throws(JSONReader.Malformed) {
    let payload = try JSONReader.read(json) { reader throws(JSONReader.Malformed) in
      var payload = RacePayload()
      try reader.object { name, reader throws(JSONReader.Malformed) in
        try payload.read(name, &reader)
      }
      return payload
    }
    guard let event = RaceEvent(name: name, payload) else { return nil }
    self = event
  }

  private init?(name: String, _ payload: RacePayload) {
    let event: RaceEvent? =
      switch name {
      case "entered": payload.entry.map { .entered($0) }
      case "withdrawn": payload.bib.value.map { .withdrawn(bib: $0) }
      case "wave_started": payload.wave.value.map { .waveStarted(wave: $0, race: payload.race) }
      case "wave_planned":
        payload.wave.value.flatMap { wave in
          payload.race.map { .wavePlanned(wave: wave, race: $0) }
        }
      case "crossed":
        .crossed(
          Crossing(
            bib: payload.bib.value, chip: payload.chip, point: payload.point,
            reader: payload.reader))
      case "assigned":
        payload.bib == .unchanged
          ? nil : payload.target.map { .assigned($0, bib: payload.bib.value) }
      case "linked":
        payload.chip.flatMap { chip in
          payload.bib.value.map { .linked(chip: chip, bib: $0) }
        }
      case "ruled": payload.ruling.map { .ruled($0) }
      case "ordered": payload.targets.map { .ordered($0) }
      case "joined":
        payload.raceID.flatMap { race in
          payload.point.map { .joined(race: race, point: $0, priority: payload.priority ?? 0) }
        }
      case "clocks_compared": payload.comparison.map { .clocksCompared($0) }
      default: nil
      }
    guard let event else { return nil }
    self = event
  }

  /// Writes the fields of the payload.
  func write(to json: inout JSONWriter) {
    switch self {
    case .entered(let entry): entry.write(to: &json)
    case .withdrawn(let bib): json.field("bib", bib)
    case .waveStarted(let wave, let race):
      json.field("wave", wave)
      if let race {
        json.key("race")
        race.write(to: &json)
      }
    case .wavePlanned(let wave, let race):
      json.field("wave", wave)
      json.key("race")
      race.write(to: &json)
    case .crossed(let crossing):
      if let bib = crossing.bib { json.field("bib", bib) }
      if let chip = crossing.chip { json.field("chip", chip) }
      if let point = crossing.point { json.field("point", point) }
      if let reader = crossing.reader { json.field("reader", reader) }
    case .assigned(let target, let bib):
      json.field("target", target)
      json.field("bib", bib)
    case .linked(let chip, let bib):
      json.field("chip", chip)
      json.field("bib", bib)
    case .ruled(let ruling): ruling.write(to: &json)
    case .ordered(let targets): json.field("targets", targets.map(\.description))
    case .joined(let race, let point, let priority):
      json.field("race", race)
      json.field("point", point)
      json.field("priority", priority)
    case .clocksCompared(let comparison): comparison.write(to: &json)
    }
  }
}

/// The fields of the payloads of all kinds of a race.
private struct RacePayload {
  var bib: PlanChange.Rule<String> = .unchanged
  var name: PlanChange.Rule<String> = .unchanged
  var first: PlanChange.Rule<String> = .unchanged
  var last: PlanChange.Rule<String> = .unchanged
  var team: PlanChange.Rule<String> = .unchanged
  var category: PlanChange.Rule<String> = .unchanged
  var wave: PlanChange.Rule<String> = .unchanged
  var chips: PlanChange.Rule<[String]> = .unchanged
  var chip: String?
  var point: String?
  var reader: String?
  var reason: String?
  var status: String?
  var penalty: Duration?
  var penaltyLaps: Int?
  var priority: Int?
  var target: EventID?
  var targets: [EventID]?
  /// The format of `wave_started` and `wave_planned`.
  var race: RaceFormat?
  /// The race of `joined`.
  var raceID: EventID?
  var reference: String?
  /// The times of `clocks_compared`, by field.
  var times: [String: Duration] = [:]

  var comparison: ClockComparison? {
    guard let reference, let sent = times["sent_ticks_ns"],
      let referenceReceived = times["reference_received_ns"],
      let referenceSent = times["reference_sent_ns"], let received = times["received_ticks_ns"]
    else { return nil }
    return ClockComparison(
      reference: reference, sent: sent, referenceReceived: referenceReceived,
      referenceSent: referenceSent, received: received)
  }

  var entry: RaceEvent.Entry? {
    guard let bib = bib.value else { return nil }
    var entry = RaceEvent.Entry(bib: bib)
    entry.name = name
    entry.first = first
    entry.last = last
    entry.team = team
    entry.category = category
    entry.wave = wave
    entry.chips = chips
    return entry
  }

  var ruling: RaceEvent.Ruling? {
    guard let bib = bib.value else { return nil }
    var decisions: [RaceEvent.Ruling.Decision] = []
    if let status {
      guard let status = RaceEvent.Ruling.Status(rawValue: status) else { return nil }
      decisions.append(.status(status))
    }
    if let penalty { decisions.append(.time(penalty)) }
    if let penaltyLaps { decisions.append(.laps(penaltyLaps)) }
    guard decisions.count == 1 else { return nil }
    return RaceEvent.Ruling(bib: bib, decisions[0], reason: reason)
  }

  mutating func read(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "bib": bib = try reader.text()
    case "wave": wave = try reader.text()
    case "name": self.name = try reader.text()
    case "first": first = try reader.text()
    case "last": last = try reader.text()
    case "team": team = try reader.text()
    case "category": category = try reader.text()
    case "chips": chips = reader.takeNull() ? .lifted : .set(try reader.strings())
    default:
      // A null is the same as a missing field.
      if !reader.takeNull() { try readValue(of: name, &reader) }
    }
  }

  private mutating func readValue(
    of name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "chip": chip = try reader.string()
    case "point": point = try reader.string()
    case "reader": self.reader = try reader.string()
    case "reference": reference = try reader.string()
    case "sent_ticks_ns", "reference_received_ns", "reference_sent_ns", "received_ticks_ns":
      times[name] = .nanoseconds(try reader.integer())
    case "reason": reason = try reader.string()
    case "status": status = try reader.string()
    case "priority": priority = Int(try reader.integer())
    case "target": target = EventID(try reader.string())
    case "targets":
      let ids = try reader.strings().map { EventID($0) }
      guard ids.allSatisfy({ $0 != nil }) else { throw reader.malformed }
      targets = ids.compactMap(\.self)
    case "penalty_ns": penalty = .nanoseconds(try reader.integer())
    case "penalty_laps": penaltyLaps = Int(try reader.integer())
    case "race":
      if reader.isAtString {
        raceID = EventID(try reader.string())
      } else {
        race = try RaceFormat(from: &reader)
      }
    default: try reader.skip()
    }
  }
}

extension JSONReader {
  /// Reads null or a text: it is cleared or set.
  fileprivate mutating func text() throws(Malformed) -> PlanChange.Rule<String> {
    takeNull() ? .lifted : .set(try string())
  }
}

extension RaceEvent.Entry {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("bib", bib)
    name.write("name", to: &json)
    first.write("first", to: &json)
    last.write("last", to: &json)
    team.write("team", to: &json)
    category.write("category", to: &json)
    wave.write("wave", to: &json)
    chips.write("chips", to: &json)
  }
}

extension ClockComparison {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("reference", reference)
    json.field("sent_ticks_ns", sent)
    json.field("reference_received_ns", referenceReceived)
    json.field("reference_sent_ns", referenceSent)
    json.field("received_ticks_ns", received)
  }
}

extension RaceEvent.Ruling {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("bib", bib)
    switch decision {
    case .status(let status): json.field("status", status.rawValue)
    case .time(let span): json.field("penalty_ns", span)
    case .laps(let laps): json.field("penalty_laps", laps)
    }
    if let reason { json.field("reason", reason) }
  }
}
