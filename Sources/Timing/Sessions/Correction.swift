import Text

/// The moment and the label of an event after all its corrections.
struct CorrectedMoment: Hashable, Sendable {
  var place: Duration
  var at: Moment
  var label: String?
  /// Whether the user stated its time.
  var isStated: Bool

  /// Whether it is after the reading of its event: a countdown.
  func isAhead(of reading: Duration) -> Bool { place > reading }
}

/// The combined standing amendments and removals of an event.
struct Correction: Hashable, Sendable {
  /// Whether the event was removed.
  private(set) var isRemoved = false
  /// Whether the event was moved or relabeled.
  private(set) var isAmended = false

  private struct Statement: Hashable {
    var place: Duration
    var at: Moment
  }

  /// The stated place; nil: the place of its arrival.
  private var stated: Statement?
  /// The shift from that place.
  private var shift: Duration = .zero
  private var label = PlanChange.Rule<String>.unchanged

  /// The moment and the label of the corrected event, by its number.
  func moment(of number: Int, among entries: Arrivals) -> CorrectedMoment {
    let placement = entries.placement(number)
    return CorrectedMoment(
      place: place(from: placement),
      at: (stated?.at ?? entries.moment(number)) + shift,
      label: label.applied(to: entries.label(number)),
      isStated: isStated || placement.flags.contains(.stated))
  }

  /// Whether an amendment states the time of the event.
  var isStated: Bool { stated != nil }

  /// The place of the event, which had another one when it arrived.
  func place(from placement: Placement) -> Duration {
    ((stated?.place ?? placement.place) + shift).heldOnTimeline
  }

  /// Applies the amendments to a lap.
  func apply(to lap: inout ClockState.LapEntry, of number: Int, among entries: Arrivals) {
    guard isAmended else { return }
    let moment = moment(of: number, among: entries)
    lap.flags.insert(.amended)
    if moment.isStated { lap.flags.insert(.stated) }
    lap.label = moment.label
    lap.at = moment.at
  }

  /// Adds an amendment or a removal.
  ///
  /// - Parameters:
  ///   - kind: the event's kind.
  ///   - recordedAt: the wall clock at its reading.
  ///   - target: the place that it states for its target, if it states one.
  mutating func add(_ kind: Event.Kind, at recordedAt: Moment, to target: Duration?) {
    switch kind.correction?.change {
    case .remove: isRemoved = true
    case .amend(let amendment):
      isAmended = true
      switch amendment.label {
      case .unchanged: break
      case .lifted, .set: label = amendment.label
      }
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
    case nil: break
    }
  }
}

/// The corrections of one event in the order of their arrival, each with the sum up to it.
struct EventCorrections: Hashable, Sendable {
  /// The newest one; most events have no other, and need no list.
  private var newest: Item?
  private var earlier: [Item] = []

  private struct Item: Hashable {
    /// The event's number among those that arrived, from 0.
    var index: Int
    var sum: Correction
  }

  /// The combination of all corrections.
  var sum: Correction { newest?.sum ?? Correction() }

  /// Adds or removes the correction of an event.
  ///
  /// - Complexity: O(1) for the newest, else O(n) in the corrections of the event.
  mutating func set(
    _ index: Int, stands: Bool, _ entries: Arrivals, _ statedPlaces: [Int: Duration]
  ) {
    func add(_ index: Int) {
      var sum = self.sum
      sum.add(
        entries.kind(index), at: entries.recordedAt(index),
        to: statedPlaces.isEmpty ? nil : statedPlaces[index])
      if let newest { earlier.append(newest) }
      newest = Item(index: index, sum: sum)
    }
    var later: [Int] = []
    while let item = newest, item.index > index {
      later.append(item.index)
      newest = earlier.popLast()
    }
    let isThere = newest?.index == index
    if stands, !isThere { add(index) }
    if !stands, isThere { newest = earlier.popLast() }
    for index in later.reversed() { add(index) }
  }
}

extension Session {
  /// The corrections of an event, combined; nil if it has none.
  ///
  /// - Parameter number: the event's number in the order of arrival, from 0.
  /// - Returns: their combination.
  func correction(of number: Int) -> Correction? {
    entries.corrections(number).map { corrections[$0].sum }
  }

  /// The moment and the label of an event as corrected; nil for a removed one.
  ///
  /// - Parameter number: the event's number in the order of arrival, from 0.
  /// - Returns: the moment.
  func moment(_ number: Int) -> CorrectedMoment? {
    guard let correction = correction(of: number) else {
      let placement = entries.placement(number)
      return CorrectedMoment(
        place: placement.place, at: entries.moment(number), label: entries.label(number),
        isStated: placement.flags.contains(.stated))
    }
    return correction.isRemoved ? nil : correction.moment(of: number, among: entries)
  }
}
