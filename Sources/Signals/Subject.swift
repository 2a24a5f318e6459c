/// A source to which code sends elements.
///
/// Observers get an element in the order of their subscriptions. An element is delivered to those
/// that were subscribed when it was sent and still are when it is delivered.
///
/// **Re-entrancy.** A subject delivers one element completely before the next: an element sent
/// within a `receive` is queued, and that inner send returns before the delivery. All observers
/// therefore get all elements in the order of the sends. Sends to *other* subjects are not queued:
/// they are delivered within the outer delivery.
///
/// **Cost.** A send allocates nothing. Subscribing and cancelling take O(1).
public final class Subject<Element>: AnySubject {
  @exclusivity(unchecked) @usableFromInline var waiting = Queue<Delivery<Element>>()

  /// Creates a subject without observers.
  @inlinable
  public override init() { super.init() }

  /// The elements sent after the subscription, and the end.
  ///
  /// A subscription after the end gets the end at once.
  @inlinable
  public var signal: Signal<Element> {
    Signal { observer, lifetime in self.add(observer, during: lifetime) }
  }

  /// Sends an element to all subscribers; ignored after the end.
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

  /// Sends the end to all subscribers, after queued elements; ignored after the first time.
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

  /// Adds an observer after all others.
  @inlinable
  func add(_ observer: Observer<Element>, during lifetime: Lifetime) {
    guard !hasEnded else { return observer.end() }
    insert(Place(observer, of: self, lifetime))
  }

  /// Adds an observer after all others, and sends it the elements of `greeting` first.
  ///
  /// Elements sent to the subject during the greeting are delivered after it.
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
        // Not retained: no place is released during a delivery.
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

  /// Delivers queued elements, then releases the observers that have left.
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

/// The list of observers of a subject, independent of the type of its elements.
///
/// It is separate from ``Subject``, so that cancelling runs code that is not generic.
public class AnySubject {
  // Accessed for every element. The run-time check of exclusive access would cost more than the
  // work itself, and is not needed: no access lasts longer than one load, store or append.
  //
  // Places are retained manually, so that the loops over them need no reference counting. During a
  // delivery no place changes its index or is released; otherwise a place that has left is `nil`,
  // and the list is compacted when more than half are. It is also compacted between two elements,
  // since a loop of sends may never end.
  @exclusivity(unchecked) @usableFromInline
  final var places: ContiguousArray<Unmanaged<AnyPlace>?> = []
  @exclusivity(unchecked) @usableFromInline final var isDelivering = false
  @exclusivity(unchecked) @usableFromInline final var hasEnded = false
  /// Whether sends are queued, or places have left, until the end of the present delivery.
  @exclusivity(unchecked) @usableFromInline final var isUnsettled = false
  /// The number of the next place.
  @exclusivity(unchecked) @usableFromInline final var nextNumber = 0
  private final var observers = 0

  @usableFromInline init() {}

  /// Whether there are subscribers.
  public final var isObserved: Bool { observers > 0 && !hasEnded }

  /// Adds an observer after all others.
  @usableFromInline
  final func insert(_ place: AnyPlace) {
    place.index = places.count
    place.number = nextNumber
    nextNumber += 1
    places.append(.passRetained(place))
    observers += 1
    place.lifetime.hold(place)
  }

  /// Removes an observer whose lifetime has ended.
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

  /// Removes all observers, after the end was delivered.
  @usableFromInline
  final func removeAll() {
    for case let place? in places { place._withUnsafeGuaranteedRef { $0.index = -1 } }
    observers = 0
  }

  /// Releases the observers that left during a delivery, and their captured values.
  @usableFromInline
  final func sweep() {
    guard places.count > observers else { return }
    // Releasing them may run code that sends or cancels: the list is compacted before.
    let gone = ContiguousArray(places.lazy.compactMap { $0 }.filter { $0.isGone })
    compact()
    for place in gone { place.release() }
  }

  /// Sweeps between two elements if most observers have left, so that the next delivery is faster.
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

/// A place in the list of observers of a subject, independent of the type of its elements.
@usableFromInline
class AnyPlace: LifetimeEntry {
  @usableFromInline final let lifetime: Lifetime
  private final let subject: AnySubject
  /// Its index in the subject's list; -1 once it has left.
  @exclusivity(unchecked) final var index = -1
  /// The number of places that the subject created before it.
  @exclusivity(unchecked) @usableFromInline final var number = 0

  @usableFromInline
  init(of subject: AnySubject, _ lifetime: Lifetime) {
    self.subject = subject
    self.lifetime = lifetime
    super.init()
  }

  @usableFromInline final override func release() { subject.remove(self) }
}

/// A place in a subject's list with its observer.
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

/// A queued send: an element or the end, and the observers that get it.
@usableFromInline
struct Delivery<Element> {
  /// The element; `nil` for the end.
  @usableFromInline let element: Element?
  /// The number below which places get the element: those that existed at the time of the send.
  @usableFromInline let bound: Int

  @inlinable
  init(_ element: Element?, before bound: Int) {
    self.element = element
    self.bound = bound
  }
}
