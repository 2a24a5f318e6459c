/// Why a text is not a duration.
public enum DurationTextError: Error, Hashable, Sendable {
  /// Nothing is there.
  case empty
  /// A sign is there, where a duration has none.
  case signed
  /// It has none of the forms that a duration has.
  case malformed
  /// A number has a unit that is none; at most a dozen letters of it.
  case unknownUnit(String)
  /// A unit does not come behind a larger one, or comes twice.
  case unitOutOfOrder(String)
  /// A number that is not the last one has a fraction.
  case fractionInside
  /// Minutes or seconds behind a colon are 60 or more.
  case sixtyOrMore(Int)
  /// It is not a whole number of nanoseconds.
  case finerThanNanoseconds
  /// It is longer than the 292 years that 64 bits of nanoseconds hold.
  case tooLong
}

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

// Renders errors in texts in English. Each reason is a clause for the place after a colon: "The value '9x' is invalid for '--limit <limit>': 'x' is not a unit …".

extension DurationTextError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .signed: "a duration has no sign here"
    case .malformed: "a duration is written like 90, 1m30s, 250ms or 1:30"
    case .unknownUnit(let unit): "'\(unit)' is not a unit; the units are h, m, s, ms, us and ns"
    case .unitOutOfOrder(let unit): "'\(unit)' must follow a larger unit, and only once"
    case .fractionInside: "only the last number may have a fraction"
    case .sixtyOrMore(let number): "the number after a colon must be 00 to 59, not \(number)"
    case .finerThanNanoseconds: "it is finer than a nanosecond"
    case .tooLong: "it is longer than 292 years"
    }
  }
}

extension MomentTextError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .malformed:
      "a moment is written like 2026-11-21T10:00:00Z, '2026-11-21 10:00' or 10:00:00"
    case .timeMissing: "the time of day is missing after the date"
    case .offsetMissing: "the offset from UTC, or Z for none, is missing after the time"
    case .noSuchDay: "the calendar has no such day"
    case .noSuchTime: "there is no such time of day"
    case .noSuchOffset: "an offset from UTC is at most 23:59"
    case .noLeapSecond: "second 60 occurs only at the end of a month in UTC"
    case .finerThanNanoseconds: "it is finer than a nanosecond"
    case .skipped: "that time was skipped when the clocks were set forward"
    case .outOfRange: "it is before 1677-09-21 or after 2262-04-11"
    }
  }
}

extension LabelError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it has \(bytes) bytes; the limit is \(Label.mostBytes)"
    case .invalidUTF8: "it is not valid UTF-8"
    }
  }
}
