import Timing

/// The entries and the rulings.
extension Race {
  /// An entry after all its changes.
  public struct Entry: Hashable, Sendable {
    /// The bib.
    public var bib: String
    /// The full name as stated.
    public var name: String?
    /// The first name.
    public var first: String?
    /// The last name.
    public var last: String?
    /// The team.
    public var team: String?
    /// The category.
    public var category: String?
    /// The wave; nil: that of the race's own start.
    public var wave: String?
    /// The chips, as they are compared.
    public var chips: [String] = []

    /// The name as shown: the full one, else its parts; nil without one.
    public var fullName: String? {
      if let name { return name }
      let parts = [first, last].compactMap(\.self).filter { !$0.isEmpty }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
  }

  mutating func updateEntry(_ bib: String) {
    var entry: Entry?
    var chipsVersion = 0
    for version in entryEvents[bib] ?? [] {
      switch session.raceEvent(version)?.event {
      case .entered(let change):
        var changed = entry ?? Entry(bib: bib)
        changed.apply(change)
        if change.chips != .unchanged { chipsVersion = version }
        entry = changed
      case .withdrawn: entry = nil
      case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared, nil:
        break
      }
    }
    let number = number(of: .bib(bib))
    let (before, after) = (runners[number].entry?.chips ?? [], entry?.chips ?? [])
    runners[number].entry = entry
    for chip in before where !after.contains(chip) {
      let chip = self.number(ofChip: chip)
      chips[chip].setOwner(bib, nil)
      placeCrossings(ofChip: chip)
    }
    for chip in after {
      let chip = self.number(ofChip: chip)
      chips[chip].setOwner(bib, chipsVersion)
      placeCrossings(ofChip: chip)
    }
  }

  mutating func updateRulings(_ bib: String) {
    let number = number(of: .bib(bib))
    var runner = runners[number]
    runner.status = nil
    runner.penaltyTime = .zero
    runner.penaltyLaps = 0
    for version in rulingEvents[bib] ?? [] {
      guard case .ruled(let ruling)? = session.raceEvent(version)?.event else { continue }
      switch ruling.decision {
      case .status(let status): runner.status = status == .ok ? nil : status
      case .time(let span): runner.penaltyTime += span
      case .laps(let laps): runner.penaltyLaps += laps
      }
    }
    runners[number] = runner
  }
}

extension Race.Entry {
  mutating func apply(_ change: RaceEvent.Entry) {
    name = change.name.applied(to: name)
    first = change.first.applied(to: first)
    last = change.last.applied(to: last)
    team = change.team.applied(to: team)
    category = change.category.applied(to: category)
    wave = change.wave.applied(to: wave)
    chips = (change.chips.applied(to: chips) ?? []).map(RaceEvent.comparable(chip:))
  }
}
