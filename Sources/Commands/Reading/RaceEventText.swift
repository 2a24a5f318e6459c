import Racing
import Text
import Timing

extension RaceEvent {
  /// The data of the event for people.
  func parts(_ times: StopwatchLabel) -> [String] {
    switch self {
    case .entered(let entry): entry.parts
    case .withdrawn(let bib): [Harmless.text(bib)]
    case .waveStarted(let wave, let race):
      [wave.quoted, race?.text.quoted].compactMap(\.self)
    case .wavePlanned(let wave, let race): [wave.quoted, race.text.quoted]
    case .crossed(let crossing):
      [
        crossing.bib.map { "bib \(Harmless.text($0))" },
        crossing.chip.map { "chip \(Harmless.text($0))" },
        crossing.point.map { "at \(Harmless.text($0))" },
        crossing.reader.map { "by \(Harmless.text($0))" },
      ].compactMap(\.self)
    case .assigned(_, let bib): [bib.map { "bib \(Harmless.text($0))" } ?? "nobody"]
    case .linked(let chip, let bib):
      ["chip \(Harmless.text(chip))", "bib \(Harmless.text(bib))"]
    case .ruled(let ruling): ruling.parts(times)
    // The crossings are named before the data.
    case .ordered: []
    case .joined(let race, let point, let priority):
      ["race \(race)", "at \(Harmless.text(point))"]
        + (priority == 0 ? [] : ["priority \(priority)"])
    case .clocksCompared(let comparison):
      ["with \(comparison.reference.quoted)", "± \(comparison.doubt.unitText)"]
    }
  }
}

extension RaceEvent {
  /// The event in a sentence: `the crossing of 17`, `the ruling on 17`.
  var words: String {
    switch self {
    case .entered(let entry): "the entry of \(Harmless.text(entry.bib))"
    case .withdrawn(let bib): "the withdrawal of \(Harmless.text(bib))"
    case .waveStarted(let wave, _): "the start of wave \(Harmless.text(wave))"
    case .wavePlanned(let wave, _): "the format of wave \(Harmless.text(wave))"
    case .crossed(let crossing):
      "the crossing" + ((crossing.bib ?? crossing.chip).map { " of \(Harmless.text($0))" } ?? "")
    case .assigned(_, let bib):
      "the assignment to \(bib.map(Harmless.text) ?? "nobody")"
    case .linked(let chip, _): "the link of chip \(Harmless.text(chip))"
    case .ruled(let ruling): "the ruling on \(Harmless.text(ruling.bib))"
    case .ordered(let targets): "the order of \(targets.count) crossings"
    case .joined: "the start"
    case .clocksCompared: "the comparison of clocks"
    }
  }
}

extension RaceEvent.Entry {
  fileprivate var parts: [String] {
    let texts = [
      ("name", name), ("first name", first), ("last name", last), ("team", team),
      ("category", category), ("wave", wave),
    ]
    var parts = ["bib \(Harmless.text(bib))"]
    for (name, rule) in texts {
      switch rule {
      case .unchanged: break
      case .lifted: parts.append("no \(name)")
      case .set(let text): parts.append("\(name) \(text.quoted)")
      }
    }
    switch chips {
    case .unchanged: break
    case .lifted: parts.append("no chips")
    case .set(let chips): parts.append("chips " + chips.map(Harmless.text).joined(separator: " "))
    }
    return parts
  }
}

extension RaceEvent.Ruling {
  /// The ruling for people.
  func parts(_ times: StopwatchLabel) -> [String] {
    let decision: String =
      switch self.decision {
      case .status(let status): status.rawValue
      case .time(let span): times.text(ofDifference: span)
      case .laps(let laps): "\(laps > 0 ? "-" : "+")\(abs(laps)) \(abs(laps) == 1 ? "lap" : "laps")"
      }
    return ["bib \(Harmless.text(bib))", decision] + (reason.map { [$0.quoted] } ?? [])
  }
}
