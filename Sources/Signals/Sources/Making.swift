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
