extension Duration {
  /// The duration in whole nanoseconds, truncated towards zero and held within `Int64`.
  ///
  /// Durations themselves are 128 bits wide: sums of any readings stay exact, and only what
  /// leaves the fold is held within the 64 bits of SQL and JSON.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, high) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, low) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard high || low else { return sum }
    return seconds < 0 ? .min : .max
  }

  /// The duration without its sign.
  var magnitude: Duration { self < .zero ? .zero - self : self }
}
