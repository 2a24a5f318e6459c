/// What the clocks of a place show, with daylight saving and whatever else was ever decreed there.
public protocol LocalClock {
  /// What they show at a moment, to the second.
  func time(at moment: Moment) -> CivilTime

  /// The first moment at which they show this time; nil when they skip it.
  ///
  /// A time that they show twice, when they are set back, is meant by its first.
  ///
  /// - Returns: seconds since 1970-01-01T00:00:00Z, which may lie beyond what a `Moment` holds.
  func firstSecond(showing time: CivilTime) -> Int?
}
