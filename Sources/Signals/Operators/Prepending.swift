extension Signal {
  /// Gives some elements at the moment of subscribing, then the signal's own.
  ///
  /// ```
  /// self                ---a--b|
  /// prepend("x", "y")   (xy)--a--b|
  /// ```
  @inlinable
  public func prepend(_ elements: Element...) -> Signal {
    Signal { observer, lifetime in
      for element in elements where lifetime.isActive { observer.receive(element) }
      observe(observer, during: lifetime)
    }
  }
}

extension Signal {
  /// Runs another signal when this one has ended.
  ///
  /// ```
  /// self                a--b|
  /// next                --c-d|
  /// append(next)        a--b--c-d|
  /// ```
  /// This signal is released before the next one is subscribed to. What the next one gives earlier
  /// is missed, if it runs without a subscriber. A signal appended to itself by ``deferred(_:)``, so
  /// that it goes on without end, does not grow the stack.
  @inlinable
  public func append(_ next: Signal) -> Signal {
    Signal { observer, lifetime in
      let first = lifetime.child()
      lifetime.start {
        observe(
          Observer(
            receive: observer.receive,
            end: {
              first.end()
              lifetime.handOver { next.observe(observer, during: lifetime) }
            }),
          during: first)
      }
    }
  }

  /// Gives some elements when this signal has ended, then the end.
  ///
  /// ```
  /// self                a--b|
  /// append("x", "y")    a--b(xy|)
  /// ```
  @inlinable
  public func append(_ elements: Element...) -> Signal {
    append(.of(contentsOf: elements))
  }
}

extension Signal {
  /// Gives one element at the moment of subscribing, then ends.
  @inlinable
  public static func of(_ element: Element) -> Signal {
    Signal { observer, lifetime in
      observer.receive(element)
      if lifetime.isActive { observer.end() }
    }
  }

  /// Gives the elements at the moment of subscribing, then ends.
  @inlinable
  public static func of(_ elements: Element...) -> Signal {
    of(contentsOf: elements)
  }

  /// Gives the elements of a sequence at the moment of subscribing, then ends.
  @inlinable
  public static func of(contentsOf elements: some Sequence<Element>) -> Signal {
    Signal { observer, lifetime in
      for element in elements {
        observer.receive(element)
        guard lifetime.isActive else { return }
      }
      observer.end()
    }
  }

  /// A signal that ends at once.
  @inlinable
  public static var empty: Signal {
    Signal { observer, _ in observer.end() }
  }

  /// A signal that gives nothing and does not end.
  @inlinable
  public static var never: Signal {
    Signal { _, _ in }
  }
}

extension Signal {
  /// A signal made anew at each subscription: for one that depends on the moment.
  ///
  /// With ``repeated()`` it is a loop: a text that holds until a moment, then the next one.
  @inlinable
  public static func deferred(_ make: @escaping () -> Signal) -> Signal {
    Signal { observer, lifetime in make().observe(observer, during: lifetime) }
  }
}
