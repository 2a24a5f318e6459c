import EventLog
import Host
import Logbook
import Racing
import Timing
import Text

struct EventText {
  let times: StopwatchLabel
  let localTime: LocalTime

  /// Returns position, session and version, moment, kind and details of an event on one line, with
  /// columns wide enough for most logs; harmless.
  func line(_ logged: LoggedEvent, target: String?) -> String {
    let parts = [
      "\(logged.position)".padded(to: -6), number(of: logged).padded(to: 8), moment(of: logged),
      Harmless.text(logged.kind).padded(to: 11), detail(of: logged, target: target),
    ]
    var line = parts.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Returns a derived event on one line: it has no position.
  func line(_ change: PlacesChanged) -> String {
    [
      "".padded(to: -6), number(of: change.cause).padded(to: 8), moment(of: change.cause),
      "(places)".padded(to: 11), change.text,
    ].joined(separator: "  ")
  }

  /// Returns session and version: `12@7` is event 7 of session 12.
  func number(of logged: LoggedEvent) -> String { "\(logged.session)@\(logged.event.version)" }

  func moment(of logged: LoggedEvent) -> String {
    localTime.text(of: logged.event.at, milliseconds: true)
  }

  /// Returns the details of an event, and the basis of its time if it was not measured; harmless.
  func detail(of logged: LoggedEvent, target: String?) -> String {
    var parts = parts(of: logged)
    if let target { parts.insert(target, at: 0) }
    if logged.event.basis != .measured { parts.append("(\(logged.event.basis.rawValue))") }
    return parts.joined(separator: " ")
  }

  private func parts(of logged: LoggedEvent) -> [String] {
    switch logged.event.kind {
    case .started(let start):
      [start.name].compactMap { $0?.quoted } + start.tags.map { "#" + Harmless.text($0) }
        + PlanChange(setting: start.plan).parts(times)
    case .lapped(let label, let segment):
      [label?.quoted, segment.map { "segment \($0)" }].compactMap { $0 }
    case .timestamped(let text), .named(let text): [text.quoted]
    case .tagged(let tags), .untagged(let tags): tags.map { "#" + Harmless.text($0) }
    case .identified(let people): people.map(\.full.quoted)
    case .planned(let change): change.parts(times)
    case .amended(_, let amendment): parts(of: amendment)
    case .race(let event): event.parts(times)
    case .unknown: [Harmless.text(logged.data)]
    case .reverted(_, let isBatch): isBatch ? ["and its batch"] : []
    case .stopped, .resumed, .removed, .discarded: []
    }
  }
}

extension EventText {
  private func parts(of amendment: Event.Amendment) -> [String] {
    let move: String? =
      switch amendment.move {
      case nil: nil
      case .by(let span): times.text(ofDifference: span)
      case .at(let moment): "to " + localTime.text(of: moment, milliseconds: true)
      case .ago(let span): "to \(times.text(of: span)) before this event"
      }
    let label: String? =
      switch amendment.label {
      case .unchanged: nil
      case .lifted: "no label"
      case .set(let label): label.quoted
      }
    return [move, label].compactMap { $0 }
  }
}

extension PlanChange {
  /// The changed rules, named as the options of `plan`.
  fileprivate func parts(_ times: StopwatchLabel) -> [String] {
    [
      laps.text("laps") { "\($0)" }, limit.text("limit", times.text(of:)),
      minimumLap.text("min-lap", times.text(of:)), course.text("course", \.quoted),
      segments.text("segments") { $0.map(Harmless.text).joined(separator: ",") },
      race.text("race", \.textWithRules),
    ].compactMap { $0 }
  }
}

extension PlanChange.Rule {
  fileprivate func text(_ name: String, _ text: (Value) -> String) -> String? {
    switch self {
    case .unchanged: nil
    case .lifted: "\(name) none"
    case .set(let value): "\(name) \(text(value))"
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
  func parts(_ times: StopwatchLabel) -> [String] {
    switch self {
    case .entered(let entry): entry.parts
    case .withdrawn(let bib): [Harmless.text(bib)]
    case .waveStarted(let wave, let race):
      [wave.quoted, race?.textWithRules].compactMap(\.self)
    case .wavePlanned(let wave, let race): [wave.quoted, race.textWithRules]
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
  func parts(_ times: StopwatchLabel) -> [String] {
    let decision: String =
      switch self.decision {
      case .status(let status): status.rawValue
      case .time(let span): times.text(ofDifference: span)
      case .laps(let laps): "\(laps > 0 ? "-" : "+")\(SplitList.header(count: abs(laps)))"
      }
    return ["bib \(Harmless.text(bib))", decision] + (reason.map { [$0.quoted] } ?? [])
  }
}

extension String {
  /// The text made harmless and in quotes.
  var quoted: String { "\"\(Harmless.text(self))\"" }

  /// The text padded with spaces to a number of columns; on the left, if the width is negative.
  func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - DisplayWidth.of(self)))
    return width < 0 ? spaces + self : self + spaces
  }
}
