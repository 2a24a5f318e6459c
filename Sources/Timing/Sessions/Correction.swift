package import Text

extension Session {
  /// Returns the newest standing event other than `reverted` that undo does not pass over, which it
  /// takes back; nil if there is none.
  ///
  /// A clock comparison is no press: undo and redo pass over it.
  ///
  /// - Complexity: O(k) in the events after it.
  func newestToUndo(passingOver isPassed: (EventID) throws -> Bool) rethrows -> Int? {
    try entries.indices.last {
      try entries.stands($0) && entries.role($0) != .reversal && !isComparison($0)
        && !isPassed(entries.ids[$0])
    }
  }

  /// Returns the events that an undo and a redo pass over: those standing after the newest one that
  /// an undo may take back.
  ///
  /// - Complexity: O(k) in these events.
  package func eventsPassedByUndo(
    where isPassed: (EventID) throws -> Bool
  ) rethrows -> Set<EventID> {
    var passed: Set<EventID> = []
    _ = try newestToUndo { id in
      guard try isPassed(id) else { return false }
      return passed.insert(id).inserted
    }
    return passed
  }

  /// Returns the newest undo that stands, unless an event other than `reverted` came after it that
  /// redo does not pass over: redo takes it back.
  ///
  /// - Complexity: O(k) in the events after it.
  func newestToRedo(passingOver passed: Set<EventID>) -> Int? {
    for number in entries.indices.reversed()
    where !isComparison(number) && !passed.contains(entries.ids[number]) {
      guard entries.role(number) == .reversal else { return nil }
      if entries.stands(number), let target = entries.corrected(number),
        entries.role(target) != .reversal
      {
        return number
      }
    }
    return nil
  }

  private func isComparison(_ number: Int) -> Bool {
    guard entries.role(number) == .nothing else { return false }
    return if case .race(.clocksCompared) = entries.kind(number) { true } else { false }
  }

  /// Returns the event with an id; nil if the session has none.
  package func event(_ id: EventID) -> Event? {
    entries.number(of: id).map { entries[$0] }
  }

  /// The events after the first one of a batch that a `reverted` takes back, by their numbers from
  /// 0, in order; empty if it takes back a single event.
  ///
  /// They directly follow the first one, name it as their batch, and are no `reverted`.
  func restOfBatch(revertedBy reversal: Int) -> Range<Int> {
    guard case .reverted(_, batch: true) = entries.kind(reversal),
      let first = entries.corrected(reversal)
    else { return 0..<0 }
    return restOfBatch(after: first)
  }

  private func restOfBatch(after first: Int) -> Range<Int> {
    let id = entries.ids[first]
    return (first + 1..<entries.count).prefix {
      entries[$0].batch == id && entries.role($0) != .reversal
    }
  }

  /// The events, in order, that a `reverted` of a batch takes back.
  package func batch(of first: Event) -> [Event] {
    [first] + restOfBatch(after: first.version - 1).map { entries[$0] }
  }

  /// Whether an event is one of the batch that it names, so that it is taken back with the first
  /// one.
  ///
  /// - Complexity: O(k) in the events of the batch.
  package func isInBatch(_ event: Event) -> Bool {
    guard let batch = event.batch, let first = entries.number(of: batch) else { return false }
    return restOfBatch(after: first).contains(event.version - 1)
  }

  /// The `reverted` that undo appends for an event.
  ///
  /// The entries of one command are taken back together, other events one by one.
  func reversal(of number: Int) -> Event.Kind {
    let event = entries[number]
    guard case .race(.entered) = event.kind, let batch = event.batch,
      let first = entries.number(of: batch), restOfBatch(after: first).contains(number)
    else { return .reverted(event.id) }
    return .reverted(batch, batch: true)
  }

  /// The events that an event corrects, takes back or restores, through any number of others, by
  /// their numbers within the session; the event itself if it does neither.
  ///
  /// - Complexity: O(k) in the length of the chain and the events of the batches.
  package func roots(of version: Int) -> [Int] {
    var number = version - 1
    var others: [Int] = []
    while let target = entries.corrected(number) {
      others += restOfBatch(revertedBy: number).map { (entries.corrected($0) ?? $0) + 1 }
      number = target
    }
    return [number + 1] + others
  }
}

/// The moment of an event after all its corrections.
struct CorrectedMoment: Hashable, Sendable {
  var place: Duration
  var at: Moment
  var isStated: Bool
  /// Whether the event was moved or relabeled.
  var isAmended: Bool
}

/// The combined standing amendments and removals of an event.
struct Correction: Hashable, Sendable {
  private var isRemoved = false
  private var isAmended = false

  private struct Statement: Hashable {
    var place: Duration
    var at: Moment
  }

  /// The stated place; nil: the place of its arrival.
  private var stated: Statement?
  /// The shift from that place.
  private var shift: Duration = .zero
  private var label = PlanChange.Rule<String>.unchanged

  /// Returns the moment of the corrected event, by its number; nil for a removed one.
  func moment(of number: Int, among entries: Arrivals) -> CorrectedMoment? {
    if isRemoved { return nil }
    let placement = entries.placement(number)
    return CorrectedMoment(
      place: ((stated?.place ?? placement.place) + shift).heldOnTimeline,
      at: at(from: entries.moment(number)),
      isStated: stated != nil || placement.flags.contains(.stated), isAmended: isAmended)
  }

  /// Few events are amended, and the sum of a moment and a duration needs a division.
  private func at(from moment: Moment) -> Moment {
    isAmended ? (stated?.at ?? moment) + shift : moment
  }

  /// Applies the amendments to an event whose place is known.
  func apply(to entry: inout Stopwatch.Entry) {
    if isAmended { entry.flags.insert(.amended) }
    if stated != nil { entry.flags.insert(.stated) }
    entry.label = label.applied(to: entry.label)
    entry.at = at(from: entry.at)
  }

  /// Adds an amendment or a removal; `recordedAt` is the wall clock at its reading.
  ///
  /// An amendment moves its target to a place if it states one.
  mutating func add(_ kind: Event.Kind, at recordedAt: Moment, to target: Duration?) {
    guard let correction = kind.correction else { return }
    guard let amendment = correction.amendment else {
      isRemoved = true
      return
    }
    isAmended = true
    if amendment.label != .unchanged { label = amendment.label }
    let at: Moment
    switch amendment.move {
    case nil: return
    case .by(let span):
      shift += span
      return
    case .at(let moment): at = moment
    case .ago(let span): at = recordedAt - span
    }
    guard let target else { return }
    stated = Statement(place: target, at: at)
    shift = .zero
  }
}

struct EventCorrections: Hashable, Sendable {
  /// The combination of those that stand.
  private(set) var sum = Correction()
  /// Their events in the order of arrival, by their numbers from 0, also those that do not stand.
  private(set) var numbers: [Int] = []

  /// Updates the combination after a correction has begun or ceased to stand.
  ///
  /// - Complexity: O(1) for a new one, else O(n) in the corrections of the event.
  mutating func update(_ number: Int, _ entries: Arrivals, _ statedPlaces: [Int: Duration]) {
    var changed = numbers[...]
    if numbers.last.map({ $0 < number }) ?? true {
      numbers.append(number)
      changed = [number]
    } else {
      sum = Correction()
    }
    for number in changed where entries.stands(number) {
      sum.add(
        entries.kind(number), at: entries.recordedAt(number),
        to: statedPlaces.isEmpty ? nil : statedPlaces[number])
    }
  }
}

extension Session {
  /// The corrections of an event, combined, by its number in the order of arrival, from 0.
  func correction(of number: Int) -> Correction {
    entries.corrections(number).map { corrections[$0].sum } ?? Correction()
  }

  /// The events that correct another one, also those that do not stand, by their numbers from 0.
  func corrections(of number: Int) -> [Int] {
    entries.corrections(number).map { corrections[$0].numbers } ?? []
  }

  /// The moment of an event as corrected, by its number in the order of arrival, from 0; nil for a
  /// removed one.
  func moment(_ number: Int) -> CorrectedMoment? {
    correction(of: number).moment(of: number, among: entries)
  }
}
