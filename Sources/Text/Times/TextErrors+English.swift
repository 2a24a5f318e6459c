// The one place that puts into English why a text was not understood. Each reason is a clause that
// goes behind a colon: "The value '9x' is invalid for '--limit <limit>': 'x' is not a unit …".

extension DurationTextError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .signed: "a duration has no sign here"
    case .malformed: "a duration is written like 90, 1m30s, 250ms or 1:30"
    case .unknownUnit(let unit): "'\(unit)' is not a unit: h, m, s, ms, us and ns are"
    case .unitOutOfOrder(let unit): "'\(unit)' does not come behind a larger unit, once"
    case .fractionInside: "only the last number may have a fraction"
    case .sixtyOrMore(let number): "\(number) stands behind a colon, where 00 to 59 may"
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
    case .timeMissing: "a time of day is missing behind the day"
    case .offsetMissing: "an offset from UTC, or Z for none, is missing behind the time"
    case .noSuchDay: "the calendar has no such day"
    case .noSuchTime: "a day has no such time"
    case .noSuchOffset: "no offset from UTC is above 23:59"
    case .noLeapSecond: "a second 60 is found only at the end of a month of UTC"
    case .finerThanNanoseconds: "it is finer than a nanosecond"
    case .skipped: "the clocks skipped that time when they were set forward"
    case .outOfRange: "it lies before 1677-09-21 or after 2262-04-11"
    }
  }
}

extension LabelError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it has \(bytes) bytes, and at most \(Label.mostBytes) are allowed"
    case .invalidUTF8: "it is not valid UTF-8"
    }
  }
}
