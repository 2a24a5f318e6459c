/// A subject, whatever its elements are: its list of observers.
///
/// Apart from ``Subject``, so that a cancel runs code that is compiled once and knows no generic
/// type.
public class AnySubject {
  // Read for every element. The run-time check of exclusive access would cost more than the
  // work itself, and finds nothing: no access here lasts longer than one load, store or append.
  //
  // Each place is retained here by hand, so that the loops over them count no references. While
  // an element is delivered no place changes its index or is let go of; when nothing is, one that
  // has left is a `nil`, and the list is compacted when these are the greater part. The list is
  // also compacted between two elements, since a loop of sends may go on for ever.
  @exclusivity(unchecked) @usableFromInline
  final var places: ContiguousArray<Unmanaged<AnyPlace>?> = []
  @exclusivity(unchecked) @usableFromInline final var isDelivering = false
  @exclusivity(unchecked) @usableFromInline final var hasEnded = false
  /// Whether calls wait, or places that were left, for the end of the delivery under way.
  @exclusivity(unchecked) @usableFromInline final var isUnsettled = false
  /// The number of the next place.
  @exclusivity(unchecked) @usableFromInline final var nextNumber = 0
  private final var observers = 0

  @usableFromInline init() {}

  /// The length of the list of observers, with those who have left and are still in it.
  package final var listLength: Int { places.count }

  /// Whether anybody is subscribed.
  public final var isObserved: Bool { observers > 0 && !hasEnded }

  /// Gives an observer a place behind all others.
  @usableFromInline
  final func insert(_ place: AnyPlace) {
    place.index = places.count
    place.number = nextNumber
    nextNumber += 1
    places.append(.passRetained(place))
    observers += 1
    place.lifetime.hold(place)
  }

  /// Forgets an observer, whose lifetime has ended.
  ///
  /// Complexity: O(1), amortized.
  final func remove(_ place: AnyPlace) {
    guard place.index >= 0 else { return }
    let index = place.index
    place.index = -1
    observers -= 1
    guard !isDelivering else {
      isUnsettled = true
      return
    }
    let retained = places[index]
    places[index] = nil
    if places.count > 2 * observers { compact() }
    retained?.release()
  }

  /// Forgets all observers, who have been told of the end.
  @usableFromInline
  final func removeAll() {
    for case let place? in places { place._withUnsafeGuaranteedRef { $0.index = -1 } }
    observers = 0
  }

  /// Lets go of those who left while something was delivered, and of what they captured.
  @usableFromInline
  final func sweep() {
    guard places.count > observers else { return }
    // With what was captured may go what sends or leaves, in its turn: first the list is in order.
    let gone = ContiguousArray(places.lazy.compactMap { $0 }.filter { $0.isGone })
    compact()
    for place in gone { place.release() }
  }

  /// Sweeps between two elements if most places have been left, so that the next delivery does not
  /// step over them.
  @usableFromInline
  final func sweepIfMostHaveLeft() {
    if places.count > 16 + 2 * observers { sweep() }
  }

  private func compact() {
    var count = 0
    for case let place? in places where !place.isGone {
      place._withUnsafeGuaranteedRef { $0.index = count }
      places[count] = place
      count += 1
    }
    places.removeLast(places.count - count)
  }
}

extension Unmanaged<AnyPlace> {
  fileprivate var isGone: Bool { _withUnsafeGuaranteedRef { $0.index < 0 } }
}
