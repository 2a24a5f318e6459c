extension Signal {
  /// The elements of several signals, each when it comes; ends when the last of them has ended.
  ///
  /// ```
  /// a                   1-----2--|
  /// b                   ---x--y---z|
  /// merge(a, b)         1--x--(2y)---z|
  /// ```
  /// They are subscribed to in the order given, which is the order of elements that come at the
  /// same moment from one subject. A signal that has its elements at hand gives all of them before
  /// the next one is subscribed to: `merge(.of(1, 2), .of(3, 4))` gives 1 2 3 4.
  @inlinable
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// The elements of several signals, each when it comes; see ``merge(_:)-(Signal<Element>...)``.
  @inlinable
  public static func merge(_ signals: [Signal]) -> Signal {
    Signal { observer, lifetime in
      guard !signals.isEmpty else { return observer.end() }
      // All have joined before the first may end.
      let group = Group(end: observer.end)
      let parts = signals.map { _ in group.join(lifetime) }
      for (signal, part) in Swift.zip(signals, parts) {
        signal.observe(Observer(receive: observer.receive, end: { part.finish() }), during: part)
      }
    }
  }

  /// The elements of this signal and of another, each when it comes.
  @inlinable
  public func merge(with other: Signal) -> Signal {
    .merge(self, other)
  }
}

extension Signal {
  /// The elements of the signals that the elements are turned into, all running side by side.
  ///
  /// ```
  /// self                a---b----|
  /// transform           each becomes 1--2|
  /// flatMap(transform)  1--21--2-|
  /// ```
  /// It ends when this signal and all inner ones have ended. Each is released when it
  /// ends.
  @inlinable
  public func flatMap<Output>(
    _ transform: @escaping (Element) -> Signal<Output>
  ) -> Signal<Output> {
    Signal<Output> { observer, lifetime in
      let group = Group(end: observer.end)
      let outer = group.join(lifetime)
      observe(
        Observer(
          receive: { element in
            let inner = group.join(lifetime)
            transform(element).observe(
              Observer(receive: observer.receive, end: { inner.finish() }), during: inner)
          },
          end: { outer.finish() }),
        during: outer)
    }
  }
}

/// Signals that run side by side for one receiver, whose end comes with the last of theirs.
@usableFromInline
final class Group {
  @exclusivity(unchecked) private var running = 0
  private let end: () -> Void

  /// A group that calls `end` when all its members have ended.
  @usableFromInline
  init(end: @escaping () -> Void) {
    self.end = end
  }

  /// The lifetime of one more signal, within that of the receiver.
  @usableFromInline
  func join(_ lifetime: Lifetime) -> GroupMember {
    running += 1
    let member = GroupMember(of: self)
    lifetime.hold(member)
    return member
  }

  fileprivate func leave() {
    running -= 1
    if running == 0 { end() }
  }
}

/// The lifetime of one of several signals that run side by side.
@usableFromInline
final class GroupMember: Lifetime {
  private let group: Group

  fileprivate init(of group: Group) {
    self.group = group
    super.init()
  }

  /// Takes the end of the member's signal.
  @usableFromInline
  func finish() {
    end()
    group.leave()
  }
}
