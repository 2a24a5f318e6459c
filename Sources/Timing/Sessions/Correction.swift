import Text

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
  mutating func update(
    _ number: Int, _ entries: Arrivals, _ statedPlaces: [Int: Duration]
  ) {
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
