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

extension Race {
  /// Returns the effect of an event on the entry of its bib; nil for other events than entries.
  ///
  /// - Complexity: O(k) in the events of the bib.
  package func entryChange(by version: Int) -> EntryChange? {
    guard case .entered(let change)? = session.raceEvent(version)?.event else { return nil }
    guard let before = entryHistory(change.bib, before: version).entry else { return .entered }
    var after = before
    after.apply(change)
    let fields = EntryChange.Field.allCases.filter { $0.differs(in: before, after) }
    return fields.isEmpty ? .unchanged : .changed(fields)
  }

  /// Returns the entry that a bib had until it was withdrawn; nil if it was not withdrawn, or is
  /// entered again.
  ///
  /// - Complexity: O(k) in the events of the bib.
  package func withdrawnEntry(_ bib: String, before version: Int = .max) -> Entry? {
    let history = entryHistory(bib, before: version)
    return history.entry == nil ? history.withdrawn : nil
  }

  /// Returns the fields of a withdrawn entry that a later entry of its bib does not set; none for
  /// other events, and where the bib was not withdrawn before.
  ///
  /// - Complexity: O(k) in the events of the bib.
  package func fieldsLost(by version: Int) -> [EntryChange.Field] {
    guard case .entered(let change)? = session.raceEvent(version)?.event,
      let former = withdrawnEntry(change.bib, before: version)
    else { return [] }
    var new = Entry(bib: change.bib)
    new.apply(change)
    let empty = Entry(bib: change.bib)
    return EntryChange.Field.allCases.filter {
      $0.differs(in: former, empty) && !$0.differs(in: new, empty)
    }
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
