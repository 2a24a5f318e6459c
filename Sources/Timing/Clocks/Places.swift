import Text

/// The places that the timeline of a session has: some 146 years either way of its first event.
///
/// The difference of any two of them fits into 64 bits of nanoseconds, so what the fold knows and
/// what the tables of the log hold is the same. The two ends stand for all that lies beyond.
package enum Places {
  /// All places, the ends among them.
  package static let range: ClosedRange<Duration> =
    .nanoseconds(-(1 << 62) + 1) ... .nanoseconds((1 << 62) - 1)
}

extension Duration {
  /// The place itself, or the end of the timeline that it lies beyond.
  package var heldOnTimeline: Duration {
    min(max(self, Places.range.lowerBound), Places.range.upperBound)
  }

  /// Whether the place lies at an end of the timeline, or beyond.
  package var isBeyondTimeline: Bool {
    self <= Places.range.lowerBound || self >= Places.range.upperBound
  }
}
