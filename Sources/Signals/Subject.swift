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
