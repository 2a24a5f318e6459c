import Timing

/// The effect of an event on the entry of its bib.
package enum EntryChange: Hashable, Sendable {
  /// The bib was not entered before.
  case entered
  /// Some fields have other values now.
  case changed([Field])
  /// All fields had their values before.
  case unchanged

  /// A field of an entry.
  package enum Field: Hashable, Sendable, CaseIterable {
    case name, first, last, team, category, wave, chips
  }
}

/// A chip that another runner had until an event gave it to its runner.
package struct FormerChip: Hashable, Sendable {
  /// The chip, as it is compared.
  package var chip: String
  /// The bib of the other runner.
  package var bib: String
  /// Whether a link gave it to the other runner: it then remains the other's from that moment on,
  /// whatever entries say.
  package var isLinked: Bool
}

extension Race {
  /// Returns the effect of an event on the entry of its bib; nil for other events than entries.
  ///
  /// - Parameter version: the number of the event within the race's own session.
  /// - Returns: the effect.
  /// - Complexity: O(k) in the events of the bib.
  package func entryChange(by version: Int) -> EntryChange? {
    guard case .entered(let change)? = session.raceEvent(version)?.event else { return nil }
    guard let before = entry(change.bib, before: version) else { return .entered }
    var after = before
    after.apply(change)
    let fields = EntryChange.Field.allCases.filter { $0.differs(in: before, after) }
    return fields.isEmpty ? .unchanged : .changed(fields)
  }

  /// Returns the chips that other runners had until an event gave them to its runner.
  ///
  /// - Parameter version: the number of an entry or a link within the race's own session.
  /// - Returns: the chips, in the order of the event.
  /// - Complexity: O(k) in the events of the bib, and of the chips.
  package func formerChips(before version: Int) -> [FormerChip] {
    guard let standing = session.raceEvent(version) else { return [] }
    switch standing.event {
    case .entered(let entry):
      guard case .set(let given) = entry.chips else { return [] }
      let before = Set(self.entry(entry.bib, before: version)?.chips ?? [])
      return given.map(RaceEvent.comparable(chip:)).filter { !before.contains($0) }
        .compactMap { formerChip($0, of: entry.bib, before: version, at: nil) }
    case .linked(let chip, let bib):
      let chip = RaceEvent.comparable(chip: chip)
      return [formerChip(chip, of: bib, before: version, at: standing.place)].compactMap(\.self)
    case .crossed, .withdrawn, .waveStarted, .wavePlanned, .assigned, .ruled, .ordered, .joined,
      .clocksCompared:
      return []
    }
  }

  private func formerChip(
    _ id: String, of bib: String, before version: Int, at place: Duration?
  ) -> FormerChip? {
    guard let chip = chipNumbers[id].map({ chips[$0] }) else { return nil }
    let link = chip.links.last { link in
      link.version < version && place.map { link.place <= $0 } ?? true
    }
    if let link {
      return link.bib == bib ? nil : FormerChip(chip: id, bib: link.bib, isLinked: true)
    }
    guard let owner = chip.owner(before: version), owner != bib else { return nil }
    return FormerChip(chip: id, bib: owner, isLinked: false)
  }

  /// Returns the number of crossings of a chip between the start of the race and a link, which nobody
  /// has; 0 for other events than links.
  ///
  /// - Parameter version: the number of the link within the race's own session.
  /// - Returns: the number.
  /// - Complexity: O(k) in the crossings of the chip.
  package func crossingsOfNobody(before version: Int) -> Int {
    guard let standing = session.raceEvent(version), case .linked(let chip, _) = standing.event,
      let start = session.startPlace,
      let runner = numbers[.chip(RaceEvent.comparable(chip: chip))]
    else { return 0 }
    return runners[runner].crossings.count { $0.place >= start && $0.place < standing.place }
  }

  /// Whether a bib was entered, and is withdrawn.
  ///
  /// - Complexity: O(k) in the events of the bib.
  package func isWithdrawn(_ bib: String) -> Bool {
    entry(bib) == nil
      && (entryEvents[bib] ?? []).contains { version in
        if case .withdrawn? = session.raceEvent(version)?.event { true } else { false }
      }
  }

  /// The names of the waves that entries name, and that were planned or started, in natural order.
  ///
  /// - Complexity: O(n) in the entries.
  package var waveNames: [String] {
    let names = Set(runners.compactMap { $0.entry?.wave }).union(namedWaves)
    return names.sorted { $0.precedesNaturally($1) }
  }
}

extension EntryChange.Field {
  fileprivate func differs(in before: Race.Entry, _ after: Race.Entry) -> Bool {
    switch self {
    case .name: before.name != after.name
    case .first: before.first != after.first
    case .last: before.last != after.last
    case .team: before.team != after.team
    case .category: before.category != after.category
    case .wave: before.wave != after.wave
    case .chips: before.chips != after.chips
    }
  }
}
