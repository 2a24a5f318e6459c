import Text
package import Timing

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
    /// The number of the event that changed it last.
    package var event = 0
    /// The number of the event that gave it its chips.
    var chipsEvent = 0

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

  /// Computes an entry from all events of its bib.
  ///
  /// - Complexity: O(k) in the events of the bib, and in the crossings of its chips if these changed.
  mutating func updateEntry(_ bib: String) {
    let entry = entry(bib, before: .max)
    let number = number(of: .bib(bib))
    let (before, after) = (runners[number].entry?.chips ?? [], entry?.chips ?? [])
    noteChange(of: number)
    (runners[number].entry, runners[number].entryChange) = (entry, changes)
    let (bib, version) = (entry?.bib ?? bib.canonical, entry?.chipsEvent ?? 0)
    let hasOtherForm = runners[number].key.bib?.utf8.elementsEqual(bib.utf8) == false
    if hasOtherForm {
      runners[number].key = .bib(bib)
      commonChange = changes
    }
    if !hasOtherForm, before == after,
      after.allSatisfy({ chips[self.number(ofChip: $0)].grant(to: bib) == version })
    {
      return
    }
    chipChange = changes
    for chip in before where !after.contains(chip) {
      let chip = self.number(ofChip: chip)
      chips[chip].setOwner(bib, nil)
      placeCrossings(ofChip: chip)
    }
    for chip in after {
      let chip = self.number(ofChip: chip)
      chips[chip].setOwner(bib, version)
      placeCrossings(ofChip: chip)
    }
  }

  /// Returns the entry of a bib before an event; nil if it was not entered, or was withdrawn.
  ///
  /// - Complexity: O(k) in the events of the bib.
  func entry(_ bib: String, before end: Int) -> Entry? {
    var entry: Entry?
    for version in session.raceIndex.entries[bib] ?? [] where version < end {
      switch session.raceEvent(version)?.event {
      case .entered(let change):
        // An entry keeps the first Unicode form of its bib.
        entry = entry ?? Entry(bib: change.bib)
        entry?.apply(change)
        entry?.event = version
        if change.chips != .unchanged { entry?.chipsEvent = version }
      case .withdrawn: entry = nil
      case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined,
        .clocksCompared, nil:
        break
      }
    }
    return entry
  }

  package struct Wave: Hashable, Sendable {
    package var name: String?
    /// The place of its gun; nil before it.
    package var gun: Duration?
    package var format: RaceFormat

    package init(name: String?, gun: Duration?, format: RaceFormat) {
      (self.name, self.gun, self.format) = (name, gun, format)
    }

    /// The place from which its runners are judged: not before the start of the race.
    func gun(after start: Duration?) -> Duration? {
      gun.flatMap { gun in start.map { max(gun, $0) } }
    }

    /// The place from which the splits of runners without an own clock count: that of the gun, else
    /// of the start, else of the first event, which time does not move.
    func origin(after start: Duration?) -> Duration { gun(after: start) ?? start ?? .zero }
  }

  /// Returns a wave; nil if the session is no race, or if its format, which another program may
  /// have written, is invalid.
  func wave(_ name: String?) -> Wave? {
    guard let format = session.summary.profile.plan.race, format.validationError == nil else {
      return nil
    }
    guard let name else { return Wave(name: nil, gun: session.summary.startPlace, format: format) }
    return Wave(
      name: name, gun: session.start(ofWave: name)?.place,
      format: session.ownFormat(ofWave: name) ?? format)
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
    let named = session.raceIndex.waves
      .filter { $0.value.contains { session.raceEvent($0) != nil } }.keys
    return Set(runners.compactMap { $0.entry?.wave }).union(named)
      .sorted { $0.precedesNaturally($1) }
  }
}

extension Race.Entry {
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

extension Race {
  /// Returns the names of the fields that an event changed in the entry of its bib; nil if the bib
  /// was not entered before.
  ///
  /// - Complexity: O(k) in the events of the bib.
  package func changedFields(by version: Int) -> [String]? {
    guard case .entered(let change)? = session.raceEvent(version)?.event,
      let before = entry(change.bib, before: version)
    else { return nil }
    var after = before
    after.apply(change)
    let fields = [
      ("name", before.name != after.name), ("first name", before.first != after.first),
      ("last name", before.last != after.last), ("team", before.team != after.team),
      ("category", before.category != after.category), ("wave", before.wave != after.wave),
      ("chips", before.chips != after.chips),
    ]
    return fields.filter(\.1).map(\.0)
  }

  /// Whether an event stands and entered a bib that was not entered before.
  ///
  /// - Complexity: O(k) in the events of the bib.
  package func isNewEntry(_ version: Int) -> Bool {
    session.raceEvent(version) != nil && changedFields(by: version) == nil
  }
}
