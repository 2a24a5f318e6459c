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
