/// Why a text is not a moment.
public enum MomentTextError: Error, Hashable, Sendable {
  /// Nothing is there.
  case empty
  /// It has none of the forms that a moment has.
  case malformed
  /// It has a day but no time of day.
  case timeMissing
  /// It has no offset from UTC, where one is needed.
  case offsetMissing
  /// The calendar has no such day.
  case noSuchDay
  /// The hour is above 23, or the minute or second above 59.
  case noSuchTime
  /// The offset from UTC is above 23:59.
  case noSuchOffset
  /// A second 60 is named at a time when no leap second can be: it ends a month of UTC.
  case noLeapSecond
  /// It is finer than a nanosecond.
  case finerThanNanoseconds
  /// The local clocks skipped that time, being set forward.
  case skipped
  /// It lies before 1677-09-21 or after 2262-04-11, beyond what 64 bits of nanoseconds hold.
  case outOfRange
}
