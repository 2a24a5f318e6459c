import Text
public import Timing

/// A race, computed from the events of its session: the fold over entries, crossings and rulings.
///
/// Each crossing is kept with the runner whose it is; results are computed from them on request, see
/// ``standings(at:)``. A correction concerns only the crossings that it changes.
public struct Race: Sendable, Fold {
  /// The session: its clock, its plan, and what stands.
  public private(set) var session: Session
  private(set) var runners: [Runner] = []
  private var numbers: [Key: Int] = [:]
  /// The crossings by their numbers within the session.
  private var crossings: [Int: Placed] = [:]
  private var crossingsOfChip: [String: [Int]] = [:]
  private var entryEvents: [String: [Int]] = [:]
  private var rulingEvents: [String: [Int]] = [:]
  private var assignments: [EventID: [Int]] = [:]
  private var links: [String: [Int]] = [:]
  /// The bibs whose entries have a chip, each with the event that gave it.
  private var owners: [String: [String: Int]] = [:]
  private var waveEvents: [String: [Int]] = [:]
  private var orderEvents: [Int] = []

  /// Whose crossings are kept together.
  enum Key: Hashable {
    case bib(String)
    /// A chip that nobody has.
    case chip(String)
    /// Crossings that were named by nobody.
    case nobody
  }

  /// A crossing of a runner.
  struct Crossing: Hashable, Comparable {
    var place: Duration
    var version: Int
    var point: String?
    var flags: RaceFlags

    static func < (left: Crossing, right: Crossing) -> Bool {
      (left.place, left.version) < (right.place, right.version)
    }
  }

  /// Where a crossing is kept.
  private struct Placed {
    var runner: Int
    var crossing: Crossing
  }

  /// A bib, chip or nobody, with its crossings in the order of their places.
  struct Runner {
    var key: Key
    /// The entry; nil without one.
    var entry: Entry?
    var crossings: [Crossing] = []
    var status: RaceEvent.Ruling.Status?
    var penaltyTime = Duration.zero
    var penaltyLaps = 0
  }

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

  /// Creates a race without events.
  public init() {
    session = Session()
  }

  /// Applies the next event of the session.
  ///
  /// - Complexity: O(log n) and the crossings of the runners concerned.
  public mutating func apply(_ event: Event) {
    session.apply(event)
    let root = session.root(of: event.version)
    if case .race(let event) = session.event(version: root)?.kind { update(root, event) }
  }

  /// The entries that stand, in natural order of their bibs.
  public var entries: [Entry] {
    runners.compactMap(\.entry).sorted { $0.bib.precedesNaturally($1.bib) }
  }

  /// The runner with a bib, if it is entered.
  public func entry(_ bib: String) -> Entry? {
    numbers[.bib(bib)].flatMap { runners[$0].entry }
  }

  /// The status that a ruling gave to a runner; nil without one.
  func status(of bib: String) -> RaceEvent.Ruling.Status? {
    numbers[.bib(bib)].flatMap { runners[$0].status }
  }

  /// Updates what an event makes of the race, which it may have begun or ceased to do.
  private mutating func update(_ version: Int, _ event: RaceEvent) {
    switch event {
    case .crossed(let crossing):
      if let chip = crossing.chip.map(RaceEvent.comparable(chip:)), crossings[version] == nil {
        Self.note(version, in: &crossingsOfChip[chip, default: []])
      }
      place(version, crossing)
    case .entered(let entry):
      Self.note(version, in: &entryEvents[entry.bib, default: []])
      updateEntry(entry.bib)
    case .withdrawn(let bib):
      Self.note(version, in: &entryEvents[bib, default: []])
      updateEntry(bib)
    case .ruled(let ruling):
      Self.note(version, in: &rulingEvents[ruling.bib, default: []])
      updateRulings(ruling.bib)
    case .assigned(let target, _):
      Self.note(version, in: &assignments[target, default: []])
      if let crossing = session.event(target) { place(crossing.version) }
    case .linked(let chip, _):
      let chip = RaceEvent.comparable(chip: chip)
      Self.note(version, in: &links[chip, default: []])
      placeCrossings(ofChip: chip)
    case .waveStarted(let wave, _), .wavePlanned(let wave, _):
      Self.note(version, in: &waveEvents[wave, default: []])
    case .ordered: Self.note(version, in: &orderEvents)
    // The streams of other devices are not folded here.
    case .joined: break
    }
  }

  /// Adds the number of an event to a sorted list, which may contain it.
  ///
  /// It is static: a method of the race would copy the list first.
  private static func note(_ version: Int, in list: inout [Int]) {
    if let last = list.last, last >= version {
      if !list.contains(version) {
        list.append(version)
        list.sort()
      }
    } else {
      list.append(version)
    }
  }

  // MARK: Crossings

  private mutating func place(_ version: Int) {
    guard case .race(.crossed(let crossing)) = session.event(version: version)?.kind else { return }
    place(version, crossing)
  }

  /// Keeps a crossing with the runner whose it is now, if it stands.
  private mutating func place(_ version: Int, _ crossing: RaceEvent.Crossing) {
    if let placed = crossings.removeValue(forKey: version) {
      runners[placed.runner].crossings.remove(placed.crossing)
    }
    guard let standing = session.raceEvent(version) else { return }
    var flags: RaceFlags = []
    if standing.isStated { flags.insert(.stated) }
    if standing.isAmended { flags.insert(.amended) }
    let key: Key
    if let assignment = assignment(of: standing.id) {
      key = assignment.bib.map { .bib($0) } ?? .nobody
      flags.insert(.amended)
    } else if let bib = crossing.bib {
      key = .bib(bib)
    } else if let chip = crossing.chip.map(RaceEvent.comparable(chip:)) {
      key = owner(ofChip: chip, at: standing.place).map { .bib($0) } ?? .chip(chip)
    } else {
      key = .nobody
    }
    let runner = number(of: key)
    let kept = Crossing(
      place: standing.place, version: version, point: crossing.point, flags: flags)
    runners[runner].crossings.insertInOrder(kept)
    crossings[version] = Placed(runner: runner, crossing: kept)
  }

  private mutating func placeCrossings(ofChip chip: String) {
    for version in crossingsOfChip[chip] ?? [] { place(version) }
  }

  /// The latest standing assignment of a crossing.
  private func assignment(of crossing: EventID) -> (bib: String?, version: Int)? {
    for version in (assignments[crossing] ?? []).reversed() {
      if case .assigned(_, let bib)? = session.raceEvent(version)?.event { return (bib, version) }
    }
    return nil
  }

  /// The bib that has a chip at a place: by the latest link up to there, else by an entry.
  private func owner(ofChip chip: String, at place: Duration) -> String? {
    var latest: (place: Duration, version: Int, bib: String)?
    for version in links[chip] ?? [] {
      guard let link = session.raceEvent(version), case .linked(_, let bib) = link.event,
        link.place <= place
      else { continue }
      if let latest, (link.place, version) < (latest.place, latest.version) { continue }
      latest = (link.place, version, bib)
    }
    if let latest { return latest.bib }
    return owners[chip]?.max { $0.value < $1.value }?.key
  }

  private mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    runners.append(Runner(key: key))
    numbers[key] = runners.count - 1
    return runners.count - 1
  }

  // MARK: Entries and rulings

  private mutating func updateEntry(_ bib: String) {
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
      case .waveStarted, .wavePlanned, .crossed, .assigned, .linked, .ruled, .ordered, .joined, nil:
        break
      }
    }
    let number = number(of: .bib(bib))
    let before = Set(runners[number].entry?.chips ?? [])
    let after = Set(entry?.chips ?? [])
    runners[number].entry = entry
    for chip in before.subtracting(after) { owners[chip]?[bib] = nil }
    for chip in after { owners[chip, default: [:]][bib] = chipsVersion }
    for chip in before.union(after) { placeCrossings(ofChip: chip) }
  }

  private mutating func updateRulings(_ bib: String) {
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

  // MARK: Waves

  /// The gun and the format of a wave.
  struct Wave {
    var name: String?
    /// The place of its gun; nil before it.
    var gun: Duration?
    var format: RaceFormat
  }

  /// Returns a wave; nil if the session is no race.
  func wave(_ name: String?) -> Wave? {
    guard let format = session.summary.profile.plan.race else { return nil }
    guard let name else { return Wave(name: nil, gun: session.startPlace, format: format) }
    var wave = Wave(name: name, gun: nil, format: format)
    for version in waveEvents[name] ?? [] {
      guard let standing = session.raceEvent(version) else { continue }
      switch standing.event {
      case .waveStarted(_, let own):
        // The first gun counts.
        if wave.gun == nil { wave.gun = standing.place }
        if let own { wave.format = own }
      case .wavePlanned(_, let own): wave.format = own
      case .entered, .withdrawn, .crossed, .assigned, .linked, .ruled, .ordered, .joined: break
      }
    }
    return wave
  }

  /// The lists of crossings at equal times that were put in order, the latest last.
  var orders: [[Int]] {
    orderEvents.compactMap { version in
      guard case .ordered(let targets)? = session.raceEvent(version)?.event else { return nil }
      return targets.compactMap { session.event($0)?.version }
    }
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

extension [Race.Crossing] {
  fileprivate mutating func insertInOrder(_ crossing: Race.Crossing) {
    if let last, crossing < last {
      insert(crossing, at: index(notBefore: crossing))
    } else {
      append(crossing)
    }
  }

  fileprivate mutating func remove(_ crossing: Race.Crossing) {
    let index = index(notBefore: crossing)
    if index < count, self[index] == crossing { remove(at: index) }
  }

  private func index(notBefore crossing: Race.Crossing) -> Int {
    partitioningIndex { $0 >= crossing }
  }
}
