extension Duration {
  /// The duration in whole nanoseconds, truncated towards zero and held within `Int64`.
  ///
  /// Durations themselves are 128 bits wide: sums of any readings stay exact, and only what
  /// leaves the fold is held within the 64 bits of SQL and JSON.
  public var nanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// So many nanoseconds, in fewer steps than the standard library takes for integers of any kind.
  package static func nanoseconds(_ count: Int64) -> Duration {
    Duration(attoseconds: Int128(count) * 1_000_000_000)
  }

  /// The duration without its sign.
  package var magnitude: Duration { self < .zero ? .zero - self : self }
}
