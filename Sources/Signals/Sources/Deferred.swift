extension Signal {
  /// A signal made anew at each subscription: for one that depends on the moment.
  ///
  /// With ``repeated()`` it is a loop: a text that holds until a moment, then the next one.
  @inlinable
  public static func deferred(_ make: @escaping () -> Signal) -> Signal {
    Signal { observer, lifetime in make().observe(observer, during: lifetime) }
  }
}
