/// A source that is sent to by hand: the way from plain code into signals.
///
/// Observers are served in the order in which they subscribed. An element goes to those who were
/// subscribed when it was sent and still are when its turn comes.
///
/// **Re-entrancy.** A subject finishes one element before it begins the next: what is sent to it
/// while it is delivering (from within a receive) waits its turn, and that inner send returns
/// before the delivery. So all observers see all elements in the order of the sends. Sends to
/// *other* subjects are not held back: they are delivered within the outer delivery.
public final class Subject<Element> {
  // Read for every element. The run-time check of exclusive access would cost more than the
  // work itself, and finds nothing: no access here lasts longer than one load, store or append.
  @exclusivity(unchecked) @usableFromInline var places: ContiguousArray<Place<Element>> = []
  @exclusivity(unchecked) @usableFromInline var waiting: ContiguousArray<Delivery<Element>> = []
  @exclusivity(unchecked) @usableFromInline var left: ContiguousArray<Place<Element>> = []
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var hasEnded = false

  /// A subject that nobody observes yet.
  public init() {}

  /// Whether anybody is subscribed.
  public var isObserved: Bool { !places.isEmpty }

  /// The elements sent from the moment of subscribing on, and the end.
  ///
  /// Subscribing after the end gives the end at once.
  public var signal: Signal<Element> {
    Signal { observer, lifetime in self.add(observer, during: lifetime) }
  }

  /// Gives an element to all who are subscribed; ignored after the end.
  ///
  /// Complexity: O(observers).
  @inlinable
  public func send(_ element: Element) {
    guard !hasEnded else { return }
    guard !isDelivering else {
      return waiting.append(Delivery(what: .element(element), places: places))
    }
    isDelivering = true
    if places.count == 1 {
      // Not retained: whoever leaves during a delivery is kept in `left` until it is over.
      Unmanaged.passUnretained(places[0])._withUnsafeGuaranteedRef { $0.receive(element) }
    } else {
      for place in places where place.lifetime.isActive { place.receive(element) }
    }
    if !waiting.isEmpty || !left.isEmpty { deliverWaiting() }
    isDelivering = false
  }

  /// Ends the signal for all who are subscribed, in its turn; ignored after the first time.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    waiting.append(Delivery(what: .end, places: places))
    places = []
    guard !isDelivering else { return }
    isDelivering = true
    deliverWaiting()
    isDelivering = false
  }

  /// Gives an observer a place behind all others, and `greeting` before anything else.
  ///
  /// What is sent to the subject from within the greeting comes after it.
  func add(
    _ observer: Observer<Element>, during lifetime: Lifetime, greeting: [Element] = []
  ) {
    guard !hasEnded else { return observer.end() }
    let place = Place(observer, lifetime)
    places.append(place)
    lifetime.onEnd { self.remove(place) }
    guard !greeting.isEmpty else { return }
    let isOutermost = !isDelivering
    isDelivering = true
    for element in greeting where lifetime.isActive { place.receive(element) }
    guard isOutermost else { return }
    deliverWaiting()
    isDelivering = false
  }

  private func remove(_ place: Place<Element>) {
    places.removeAll { $0 === place }
    if isDelivering { left.append(place) }
  }

  private func deliver(_ delivery: Delivery<Element>) {
    for place in delivery.places where place.lifetime.isActive {
      switch delivery.what {
      case .element(let element): place.receive(element)
      case .end: place.end()
      }
    }
  }

  @usableFromInline
  func deliverWaiting() {
    repeat {
      var next = 0
      while next < waiting.count {
        deliver(waiting[next])
        next += 1
      }
      // With those who left may go what sends, or leaves, in its turn: hence the repeat.
      let over = (waiting, left)
      (waiting, left) = ([], [])
      withExtendedLifetime(over) {}
    } while !waiting.isEmpty || !left.isEmpty
  }
}
