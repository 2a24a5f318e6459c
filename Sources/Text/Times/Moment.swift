/// A point of wall-clock time, counted in whole nanoseconds from 1970-01-01T00:00:00Z.
///
/// Covers 1677-09-21 to 2262-04-11. Arithmetic saturates at these ends, so that no reading of a
/// broken clock can bring a fold down.
public struct Moment: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970, leap seconds not counted; negative before.
  public var nanosecondsSince1970: Int64

  /// Makes the moment that lies so many nanoseconds after 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Whether the one moment comes before the other on the wall clock.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// The wall-clock time from the right moment to the left one; exact.
  public static func - (left: Moment, right: Moment) -> Duration {
    .nanoseconds(left.nanosecondsSince1970) - .nanoseconds(right.nanosecondsSince1970)
  }

  /// The moment that lies so much later, or at the end of what can be told.
  public static func + (moment: Moment, span: Duration) -> Moment {
    Moment(
      nanosecondsSince1970: (Duration.nanoseconds(moment.nanosecondsSince1970) + span).nanoseconds)
  }

  /// The moment that lies so much earlier, or at the end of what can be told.
  public static func - (moment: Moment, span: Duration) -> Moment {
    moment + (.zero - span)
  }
}
