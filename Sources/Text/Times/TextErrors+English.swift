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
