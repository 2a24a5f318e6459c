/// Identities for events to be, each after the one before it where both are of one millisecond.
///
/// What is appended in the order of its identities is appended faster: the index of them grows at
/// its end.
public struct EventIDs: Sendable {
  private var newest: EventID?

  /// Begins anew.
  public init() {}

  /// Makes a UUID of version 7; one that would not come after the one before in its millisecond is a
  /// random number more than that (RFC 9562, section 6.2, method 2).
  ///
  /// - Parameters:
  ///   - moment: as in ``EventID/init(at:using:)``.
  ///   - generator: where the random bits come from.
  /// - Returns: an identity greater than the one before, where both are of one millisecond and it has
  ///   room.
  public mutating func next(
    at moment: Moment, using generator: inout some RandomNumberGenerator
  ) -> EventID {
    var id = EventID(at: moment, using: &generator)
    if let newest, id.milliseconds == newest.milliseconds, id <= newest {
      id = newest.successor(by: 1 + generator.next() >> 24) ?? id
    }
    newest = id
    return id
  }
}

extension EventID {
  fileprivate var milliseconds: UInt64 { high >> 16 }

  /// The identity that is so much greater; nil if its second half does not hold it.
  fileprivate func successor(by step: UInt64) -> EventID? {
    let sum = low + step
    return sum >> 62 == low >> 62 ? EventID(high: high, low: sum) : nil
  }
}
