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
