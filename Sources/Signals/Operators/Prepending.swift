extension Signal {
  /// Sends elements on subscribing, then those of the signal.
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
  /// This signal is released before the next one is subscribed to. Earlier elements of the next one
  /// are missed. A signal that is appended to itself endlessly by ``deferred(_:)`` does not grow
  /// the stack.
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

  /// Sends elements when this signal has ended, then the end.
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
  /// Sends one element on subscribing, then ends.
  @inlinable
  public static func of(_ element: Element) -> Signal {
    Signal { observer, lifetime in
      observer.receive(element)
      if lifetime.isActive { observer.end() }
    }
  }

  /// Sends elements on subscribing, then ends.
  @inlinable
  public static func of(_ elements: Element...) -> Signal {
    of(contentsOf: elements)
  }

  /// Sends the elements of a sequence on subscribing, then ends.
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

  /// A signal without elements that does not end.
  @inlinable
  public static var never: Signal {
    Signal { _, _ in }
  }
}

extension Signal {
  /// A signal created at each subscription, for one that depends on the moment.
  @inlinable
  public static func deferred(_ make: @escaping () -> Signal) -> Signal {
    Signal { observer, lifetime in make().observe(observer, during: lifetime) }
  }
}
