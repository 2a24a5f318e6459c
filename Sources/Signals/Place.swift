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
