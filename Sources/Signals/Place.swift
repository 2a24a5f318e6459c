/// A place among a subject's observers.
@usableFromInline
final class Place<Element> {
  @usableFromInline let receive: (Element) -> Void
  @usableFromInline let end: () -> Void
  @usableFromInline let lifetime: Lifetime

  init(_ observer: Observer<Element>, _ lifetime: Lifetime) {
    receive = observer.receive
    end = observer.end
    self.lifetime = lifetime
  }
}

/// What was sent to a subject while another element was under way, and to whom.
@usableFromInline
struct Delivery<Element> {
  @usableFromInline
  enum Content {
    case element(Element)
    case end
  }

  @usableFromInline let what: Content
  @usableFromInline let places: ContiguousArray<Place<Element>>

  @inlinable
  init(what: Content, places: ContiguousArray<Place<Element>>) {
    self.what = what
    self.places = places
  }
}
