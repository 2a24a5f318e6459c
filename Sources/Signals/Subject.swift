/// A source that is sent to by hand: the way from plain code into signals.
///
/// Observers are served in the order in which they subscribed. An element goes to those who were
/// subscribed when it was sent and still are when its turn comes.
///
/// **Re-entrancy.** A subject finishes one element before it begins the next: what is sent to it
/// while it is delivering (from within a receive) waits its turn, and that inner send returns
/// before the delivery. So all observers see all elements in the order of the sends. Sends to
/// *other* subjects are not held back: they are delivered within the outer delivery.
///
/// **Cost.** A send allocates nothing. Subscribing and cancelling cost O(1), however many observe.
public final class Subject<Element>: AnySubject {
  @exclusivity(unchecked) @usableFromInline var waiting = Queue<Delivery<Element>>()

  /// A subject that nobody observes yet.
  @inlinable
  public override init() { super.init() }

  /// The elements sent from the moment of subscribing on, and the end.
  ///
  /// Subscribing after the end gives the end at once.
  @inlinable
  public var signal: Signal<Element> {
    Signal { observer, lifetime in self.add(observer, during: lifetime) }
  }

  /// Gives an element to all who are subscribed; ignored after the end.
  ///
  /// Complexity: O(observers).
  @inlinable
  public func send(_ element: Element) {
    guard !hasEnded else { return }
    guard !isDelivering else { return wait(element) }
    isDelivering = true
    deliver(element, before: nextNumber)
    if isUnsettled { settle() }
    isDelivering = false
  }

  /// Ends the signal for all who are subscribed, in its turn; ignored after the first time.
  @inlinable
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    wait(nil)
    guard !isDelivering else { return }
    isDelivering = true
    settle()
    isDelivering = false
  }

  /// Gives an observer a place behind all others.
  @inlinable
  func add(_ observer: Observer<Element>, during lifetime: Lifetime) {
    guard !hasEnded else { return observer.end() }
    insert(Place(observer, of: self, lifetime))
  }

  /// Gives an observer a place behind all others, and `greeting` before anything else.
  ///
  /// What is sent to the subject from within the greeting comes after it.
  @inlinable
  func add(
    _ observer: Observer<Element>, during lifetime: Lifetime, greeting: some Sequence<Element>
  ) {
    guard !hasEnded else { return observer.end() }
    insert(Place(observer, of: self, lifetime))
    let isOutermost = !isDelivering
    isDelivering = true
    for element in greeting where lifetime.isActive { observer.receive(element) }
    guard isOutermost else { return }
    if isUnsettled { settle() }
    isDelivering = false
  }

  @inlinable
  func deliver(_ element: Element, before bound: Int) {
    let count = places.count
    var index = 0
    while index < count {
      if let place = places[index] {
        // Not retained: no place is let go of during a delivery.
        place._withUnsafeGuaranteedRef { place in
          guard place.lifetime.isRunning, place.number < bound else { return }
          unsafeDowncast(place, to: Place<Element>.self).receive(element)
        }
      }
      index += 1
    }
  }

  @inlinable
  @inline(never)
  func wait(_ element: Element?) {
    waiting.append(Delivery(element, before: nextNumber))
    isUnsettled = true
  }

  /// Delivers what waits, then lets go of those who have left.
  @inlinable
  @inline(never)
  func settle() {
    repeat {
      isUnsettled = false
      while let delivery = waiting.popFirst() {
        sweepIfMostHaveLeft()
        if let element = delivery.element {
          deliver(element, before: delivery.bound)
        } else {
          deliverEnd(before: delivery.bound)
        }
      }
      sweep()
    } while isUnsettled
  }

  @inlinable
  func deliverEnd(before bound: Int) {
    for index in 0..<places.count {
      if let place = places[index] {
        place._withUnsafeGuaranteedRef { place in
          guard place.lifetime.isRunning, place.number < bound else { return }
          unsafeDowncast(place, to: Place<Element>.self).end()
        }
      }
    }
    removeAll()
  }
}

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

/// A place among the observers of a subject of any element.
@usableFromInline
class AnyPlace: LifetimeEntry {
  @usableFromInline final let lifetime: Lifetime
  private final let subject: AnySubject
  /// Where in the subject's list it is; -1 once it has left.
  @exclusivity(unchecked) final var index = -1
  /// How many places the subject had given before.
  @exclusivity(unchecked) @usableFromInline final var number = 0

  @usableFromInline
  init(of subject: AnySubject, _ lifetime: Lifetime) {
    self.subject = subject
    self.lifetime = lifetime
    super.init()
  }

  @usableFromInline final override func release() { subject.remove(self) }
}

/// A place among a subject's observers, and the observer.
@usableFromInline
final class Place<Element>: AnyPlace {
  @usableFromInline let receive: (Element) -> Void
  @usableFromInline let end: () -> Void

  @inlinable
  init(_ observer: Observer<Element>, of subject: AnySubject, _ lifetime: Lifetime) {
    receive = observer.receive
    end = observer.end
    super.init(of: subject, lifetime)
  }
}

/// A call that waits for the one under way: an element or the end, and who was there to get it.
@usableFromInline
struct Delivery<Element> {
  /// The element; `nil` for the end.
  @usableFromInline let element: Element?
  /// The delivery is for the places with lower numbers: those of the observers at the time of the
  /// call.
  @usableFromInline let bound: Int

  @inlinable
  init(_ element: Element?, before bound: Int) {
    self.element = element
    self.bound = bound
  }
}
