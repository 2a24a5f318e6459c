package import Text

/// The values of a clock comparison that decide about the next one.
package struct ComparedClock: Hashable, Sendable {
  package var reference: String
  /// The clock that was compared, and its ticks at the comparison.
  package var clock: ClockIdentity
  package var ticks: Duration
  /// The time of the reference less the ticks.
  package var offset: Duration
  /// The largest possible error of the offset.
  package var doubt: Duration

  package init(
    reference: String, clock: ClockIdentity, ticks: Duration, offset: Duration, doubt: Duration
  ) {
    self.reference = reference
    self.clock = clock
    self.ticks = ticks
    self.offset = offset
    self.doubt = doubt
  }

  /// Whether less than a minute has passed since the comparison, by the same clock.
  package func isRecent(at ticks: Duration, of clock: ClockIdentity) -> Bool {
    self.clock == clock && ticks - self.ticks < .seconds(60)
  }

  /// The use of a comparison for a stream.
  package enum Use: Hashable, Sendable {
    case append
    /// The stream has one that is as good, or a minute has not passed.
    case skip
    /// It contradicts the one before, by this much more than the doubt of both explains.
    case contradicts(by: Duration)
  }

  /// Decides whether the comparison is appended after the newest one of a stream.
  ///
  /// It is appended at most once a minute, and only if it lowers the doubt or ten minutes passed.
  package func use(after newest: ComparedClock?) -> Use {
    guard let newest, newest.reference == reference, newest.clock == clock else { return .append }
    let passed = ticks - newest.ticks
    let tolerance = doubt + newest.doubt + passed / 2000
    let distance = (offset - newest.offset).magnitude
    if distance > tolerance { return .contradicts(by: distance - tolerance) }
    if newest.isRecent(at: ticks, of: clock) { return .skip }
    return passed >= .seconds(600) || doubt < newest.doubt ? .append : .skip
  }
}
