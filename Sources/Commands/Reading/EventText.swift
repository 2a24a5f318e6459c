import EventLog
import Host
import Logbook
import Racing
import Timing
import Text

struct EventText {
  let times: StopwatchLabel
  let localTime: LocalTime

  /// Returns position, session and version, moment, kind and details of an event.
  func columns(of logged: LoggedEvent, target: String?) -> [String] {
    var details = parts(of: logged)
    if let target { details.insert(target, at: 0) }
    if logged.event.basis != .measured { details.append("(\(logged.event.basis.rawValue))") }
    let text = Harmless.text(details.joined(separator: " "))
    return columns("\(logged.position)", logged, logged.kind, text)
  }

  /// Returns the columns of a derived event: it has no position.
  func columns(of change: PlacesChanged) -> [String] {
    columns("", change.cause, "(places)", change.text)
  }

  private func columns(
    _ position: String, _ logged: LoggedEvent, _ kind: String, _ details: String
  ) -> [String] {
    [
      position, "\(logged.session)@\(logged.event.version)",
      localTime.text(of: logged.event.at, milliseconds: true), kind, details,
    ]
  }

  /// Returns the columns of an event on one line, wide enough for most logs; harmless.
  func line(_ columns: [String]) -> String {
    let columns = columns.map(Harmless.text)
    let padded = [
      columns[0].rightAligned(in: 6), columns[1].leftAligned(in: 8), columns[2],
      columns[3].leftAligned(in: 11), columns[4],
    ]
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }

  private func parts(of logged: LoggedEvent) -> [String] {
    switch logged.event.kind {
    case .started(let start):
      [start.name].compactMap { $0?.quoted } + start.tags.map { "#" + $0 }
        + PlanChange(setting: start.plan).parts(times)
    case .lapped(let label, let segment):
      [label?.quoted, segment.map { "segment \($0)" }].compactMap(\.self)
    case .timestamped(let text), .named(let text): [text.quoted]
    case .tagged(let tags), .untagged(let tags): tags.map { "#" + $0 }
    case .identified(let people): people.map(\.full.quoted)
    case .planned(let change): change.parts(times)
    case .amended(_, let amendment): parts(of: amendment)
    case .race(let event): event.parts(times)
    case .unknown: [logged.data]
    case .reverted(_, let isBatch): isBatch ? ["and its batch"] : []
    case .stopped, .resumed, .removed, .discarded: []
    }
  }

  private func parts(of amendment: Event.Amendment) -> [String] {
    let move: String? =
      switch amendment.move {
      case nil: nil
      case .by(let span): times.text(ofDifference: span)
      case .at(let moment): "to " + localTime.text(of: moment, milliseconds: true)
      case .ago(let span): "to \(times.text(of: span)) before this event"
      }
    return [move, amendment.label.text(lifted: "no label", \.quoted)].compactMap(\.self)
  }
}

extension PlanChange {
  /// The changed rules, named as the options of `plan`.
  fileprivate func parts(_ times: StopwatchLabel) -> [String] {
    [
      laps.text("laps") { "\($0)" }, limit.text("limit", times.text(of:)),
      minimumLap.text("min-lap", times.text(of:)), course.text("course", \.quoted),
      segments.text("segments") { $0.joined(separator: ",") },
      race.text("race", \.textWithRules),
    ].compactMap(\.self)
  }
}

extension PlanChange.Rule {
  /// The value with a name, or that there is none; nil for a rule that is unchanged.
  fileprivate func text(_ name: String, _ text: (Value) -> String) -> String? {
    self.text(lifted: "\(name) none") { "\(name) \(text($0))" }
  }

  fileprivate func text(lifted: String, _ text: (Value) -> String) -> String? {
    switch self {
    case .unchanged: nil
    case .lifted: lifted
    case .set(let value): text(value)
    }
  }
}

extension RaceFormat {
  /// The format, and the rules that are not the default ones: `"5 laps" rules "ties=shared"`.
  fileprivate var textWithRules: String {
    text.quoted + (rulesText.isEmpty ? "" : " rules \(rulesText.quoted)")
  }
}

extension RaceEvent {
  /// The data of the event for people.
  fileprivate func parts(_ times: StopwatchLabel) -> [String] {
    switch self {
    case .entered(let entry): entry.parts
    case .withdrawn(let bib): [bib]
    case .waveStarted(let wave, let race):
      [wave.quoted, race?.textWithRules].compactMap(\.self)
    case .wavePlanned(let wave, let race): [wave.quoted, race.textWithRules]
    case .crossed(let crossing):
      [
        ("bib", crossing.bib), ("chip", crossing.chip), ("at", crossing.point),
        ("by", crossing.reader),
      ].compactMap { name, text in text.map { "\(name) \($0)" } }
    case .assigned(_, let bib): [bib.map { "bib \($0)" } ?? "nobody"]
    case .linked(let chip, let bib): ["chip \(chip)", "bib \(bib)"]
    case .ruled(let ruling):
      ["bib \(ruling.bib)", ruling.decision.text(times)] + (ruling.reason.map { [$0.quoted] } ?? [])
    // The crossings are named before the data.
    case .ordered: []
    case .joined(let race, let point, let priority):
      ["race \(race)", "at \(point)"] + (priority == 0 ? [] : ["priority \(priority)"])
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
    return ["bib \(bib)"]
      + texts.compactMap { name, rule in
        rule.text(lifted: "no \(name)") { "\(name) \($0.quoted)" }
      }
      + [chips.text(lifted: "no chips") { "chips \($0.joined(separator: " "))" }]
      .compactMap(\.self)
  }
}

extension RaceEvent.Ruling.Decision {
  fileprivate func text(_ times: StopwatchLabel) -> String {
    switch self {
    case .status(let status): status.rawValue
    case .time(let span): times.text(ofDifference: span)
    case .laps(let laps): "\(laps > 0 ? "-" : "+")\(SplitList.header(count: abs(laps)))"
    }
  }
}
