import Text

/// The combined standing amendments and removals of a lap.
struct Correction: Hashable, Sendable {
  /// Whether the lap was removed.
  private(set) var isRemoved = false
  /// Whether a moment was stated for the lap.
  var isStated: Bool { stated != nil }

  private struct Statement: Hashable {
    var place: Duration
    var at: Moment
  }

  /// The stated place; nil: the place of its arrival.
  private var stated: Statement?
  /// The shift from that place.
  private var shift: Duration = .zero
  private var label: String?
  private var isAmended = false

  /// The place of the lap.
  func place(of entry: Session.Entry) -> Duration {
    ((stated?.place ?? entry.placement.place) + shift).heldOnTimeline
  }

  /// Applies the amendments to a lap.
  func apply(to lap: inout ClockState.LapEntry) {
    guard isAmended else { return }
    lap.flags.insert(.amended)
    lap.label = label ?? lap.label
    if let stated {
      lap.at = stated.at
      lap.flags.insert(.stated)
    }
    lap.at = lap.at + shift
  }

  /// Adds an amendment or a removal.
  ///
  /// - Parameters:
  ///   - entry: the event.
  ///   - target: the place that it states for the lap, if it states one.
  mutating func add(_ entry: Session.Entry, to target: Duration?) {
    switch entry.event.kind.correction?.change {
    case .remove: isRemoved = true
    case .amend(let amendment):
      isAmended = true
      switch amendment {
      case .by(let span): shift += span
      case .at(let moment):
        guard let target else { return }
        stated = Statement(place: target, at: moment)
        shift = .zero
      case .label(let text): label = text
      }
    case nil: break
    }
  }
}

/// The corrections of one lap in the order of their arrival, each with the sum up to it.
struct LapCorrections: Hashable, Sendable {
  private var list: [Item] = []

  private struct Item: Hashable {
    /// The event's number among those that arrived, from 0.
    var index: Int
    var sum: Correction
  }

  /// The combination of all corrections.
  var sum: Correction { list.last?.sum ?? Correction() }

  /// Adds or removes the correction of an event.
  ///
  /// - Complexity: O(1) for the newest, else O(n) in the corrections of the lap.
  mutating func set(
    _ index: Int, stands: Bool, _ entries: [Session.Entry], _ statedPlaces: [Int: Duration]
  ) {
    let offset = list.partitioningIndex { $0.index >= index }
    let isThere = offset < list.count && list[offset].index == index
    guard stands != isThere else { return }
    if stands {
      list.insert(Item(index: index, sum: Correction()), at: offset)
    } else {
      list.remove(at: offset)
    }
    var sum = offset > 0 ? list[offset - 1].sum : Correction()
    for later in offset..<list.count {
      sum.add(entries[list[later].index], to: statedPlaces[list[later].index])
      list[later].sum = sum
    }
  }
}
