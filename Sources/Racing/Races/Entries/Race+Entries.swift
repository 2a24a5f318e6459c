package import Timing

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

    /// Creates an entry without a name.
    package init(bib: String) {
      self.bib = bib
    }

    /// The name as shown: the full one, else its parts; nil without one.
    public var fullName: String? {
      if let name { return name }
      let parts = [first, last].compactMap(\.self).filter { !$0.isEmpty }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
  }

  /// Updates an entry by an event of its bib, which may be a new one, or a correction of an old
  /// one.
  ///
  /// - Complexity: O(1) for a new event, and O(k) in the crossings of its chips; else O(k) in the
  ///   events of the bib.
  mutating func updateEntry(_ bib: String, by version: Int) {
    // Its effect is the last one, whether or not the entry has it already.
    let isNewest = entryEvents[bib]?.last == version && !(deferred?.entries.contains(bib) ?? false)
    guard isNewest, let event = session.raceEvent(version)?.event else {
      if deferred == nil { updateEntry(bib) } else { deferred?.entries.insert(bib) }
      return
    }
    let number = number(of: .bib(bib))
    switch event {
    case .entered(let change):
      var entry = runners[number].entry ?? Entry(bib: bib)
      entry.apply(change)
      setEntry(entry, ofRunner: number, bib, chips: change.chips == .unchanged ? nil : version)
    case .withdrawn: setEntry(nil, ofRunner: number, bib, chips: version)
    case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
      .clocksCompared:
      break
    }
  }

  /// Computes an entry from all events of its bib.
  mutating func updateEntry(_ bib: String) {
    let history = entryHistory(bib, before: .max)
    setEntry(
      history.entry, ofRunner: number(of: .bib(bib)), bib, chips: history.chipsVersion)
  }

  /// The entry of a bib before an event.
  struct EntryHistory {
    var entry: Entry?
    /// The last entry that was withdrawn.
    var withdrawn: Entry?
    /// The number of the event that gave the entry its chips.
    var chipsVersion = 0
  }

  /// Returns the entry of a bib before an event.
  ///
  /// - Complexity: O(k) in the events of the bib.
  func entryHistory(_ bib: String, before end: Int) -> EntryHistory {
    var history = EntryHistory()
    for version in entryEvents[bib] ?? [] where version < end {
      switch session.raceEvent(version)?.event {
      case .entered(let change):
        history.entry = history.entry ?? Entry(bib: bib)
        history.entry?.apply(change)
        if change.chips != .unchanged { history.chipsVersion = version }
      case .withdrawn:
        (history.withdrawn, history.entry) = (history.entry ?? history.withdrawn, nil)
      case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared, nil:
        break
      }
    }
    return history
  }

  /// Changes an entry.
  ///
  /// `chipsVersion` is the event that gave it its chips; nil if they are the same as before.
  private mutating func setEntry(
    _ entry: Entry?, ofRunner number: Int, _ bib: String, chips chipsVersion: Int?
  ) {
    let (before, after) = (runners[number].entry?.chips ?? [], entry?.chips ?? [])
    runners[number].entry = entry
    runners[number].change = changes
    // Of several Unicode forms of a bib, that of the entry is written.
    if let entry, !(runners[number].key.bib?.utf8.elementsEqual(entry.bib.utf8) ?? true) {
      runners[number].key = .bib(entry.bib)
      commonChange = changes
    }
    guard let chipsVersion else { return }
    let kept = Set(after)
    if !before.isEmpty || !after.isEmpty { chipChange = changes }
    for chip in before where !kept.contains(chip) {
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

  /// Updates the status and the penalties of a runner by a ruling, which may be a new one, or a
  /// corrected old one.
  ///
  /// - Complexity: O(1) for a new one, else O(k) in the rulings of the runner.
  mutating func updateRulings(_ bib: String, by version: Int) {
    let isNew = version == session.summary.version && !(deferred?.rulings.contains(bib) ?? false)
    guard isNew, case .ruled(let ruling)? = session.raceEvent(version)?.event else {
      if deferred == nil { updateRulings(bib) } else { deferred?.rulings.insert(bib) }
      return
    }
    let number = number(of: .bib(bib))
    runners[number].apply(ruling)
    runners[number].change = changes
  }

  /// Computes the status and the penalties of a runner from all rulings.
  mutating func updateRulings(_ bib: String) {
    let number = number(of: .bib(bib))
    var runner = runners[number]
    runner.change = changes
    runner.status = nil
    runner.penaltyTime = .zero
    runner.penaltyLaps = 0
    for version in rulingEvents[bib] ?? [] {
      guard case .ruled(let ruling)? = session.raceEvent(version)?.event else { continue }
      runner.apply(ruling)
    }
    runners[number] = runner
  }

  /// The numbers of the entered runners by the names of their waves; without any, no runner for the
  /// race's own start.
  var numbersByWave: [String?: [Int]] {
    var byWave: [String?: [Int]] = [:]
    for (number, runner) in runners.enumerated() {
      if let entry = runner.entry { byWave[entry.wave, default: []].append(number) }
    }
    return byWave.isEmpty ? [nil: []] : byWave
  }

  /// The bib of an entered runner.
  func bib(ofRunner number: Int) -> String { runners[number].entry?.bib ?? "" }

  /// The names of the waves that entries name, and that were planned or started, in natural order.
  ///
  /// - Complexity: O(n) in the entries.
  package var waveNames: [String] {
    let names = Set(runners.compactMap { $0.entry?.wave }).union(namedWaves)
    return names.sorted { $0.precedesNaturally($1) }
  }

  // MARK: Chips

  mutating func updateLink(ofChip chip: Int, _ version: Int) {
    var link: Chip.Link?
    if let standing = session.raceEvent(version), case .linked(_, let bib) = standing.event {
      link = Chip.Link(place: standing.place, version: version, bib: bib)
    }
    chipChange = changes
    guard let first = chips[chip].setLink(version, link) else { return }
    placeCrossings(ofChip: chip, from: first)
  }
}

extension Race.Runner {
  fileprivate mutating func apply(_ ruling: RaceEvent.Ruling) {
    switch ruling.decision {
    case .status(let status): self.status = status == .ok ? nil : status
    case .time(let span): penaltyTime += span
    case .laps(let laps): penaltyLaps += laps
    }
  }
}

extension Race.Entry {
  /// Applies an event of its bib.
  package mutating func apply(_ change: RaceEvent.Entry) {
    name = change.name.applied(to: name)
    first = change.first.applied(to: first)
    last = change.last.applied(to: last)
    team = change.team.applied(to: team)
    category = change.category.applied(to: category)
    wave = change.wave.applied(to: wave)
    chips = (change.chips.applied(to: chips) ?? []).map(RaceEvent.comparable(chip:))
  }
}
