import Text

extension Event {
  /// The event as the subject or the object of a clause: `the stop`, `the crossing of 17`; harmless.
  package var noun: String {
    switch kind {
    case .started: "the start"
    case .stopped: "the stop"
    case .resumed: "the resume"
    case .lapped: "the lap"
    case .timestamped(let label): "the timestamp \"\(Harmless.text(label))\""
    case .named(let name): "the name \"\(Harmless.text(name))\""
    case .tagged(let tags): Self.noun("the tag", tags)
    case .untagged(let tags): "the removal of " + Self.noun("the tag", tags)
    case .identified(let people):
      people.isEmpty ? "the removal of the person" : Self.noun("the person", people.map(\.full))
    case .planned: "the change of the rules"
    case .amended: "the amendment"
    case .removed: "the removal"
    case .discarded: "the discarding"
    case .race(let event): event.noun
    case .reverted: "event \(version) (reverted)"
    case .unknown(let name): "event \(version) (\(Harmless.text(name)))"
    }
  }

  private static func noun(_ word: String, _ names: [String]) -> String {
    "\(word)\(names.count == 1 ? "" : "s") "
      + names.map { "\"\(Harmless.text($0))\"" }.joined(separator: ", ")
  }
}

extension RaceEvent {
  fileprivate var noun: String {
    switch self {
    case .entered(let entry): "the entry of \(Harmless.text(entry.bib))"
    case .withdrawn(let bib): "the withdrawal of \(Harmless.text(bib))"
    case .waveStarted(let wave, _): "the start of wave \(Harmless.text(wave))"
    case .wavePlanned(let wave, _): "the format of wave \(Harmless.text(wave))"
    case .crossed(let crossing):
      (crossing.bib ?? crossing.chip).map { "the crossing of \(Harmless.text($0))" }
        ?? "the crossing without a bib"
    case .assigned(_, let bib): "the assignment to \(bib.map(Harmless.text) ?? "nobody")"
    case .linked(let chip, _): "the link of chip \(Harmless.text(chip))"
    case .ruled(let ruling): "the ruling on \(Harmless.text(ruling.bib))"
    case .ordered(let targets): "the order of \(targets.count) crossings"
    case .joined: "the start"
    case .clocksCompared: "the comparison of clocks"
    }
  }
}
