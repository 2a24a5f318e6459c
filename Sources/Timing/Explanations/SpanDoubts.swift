/// The doubt in the time between two events of a session.
package struct SpanDoubts {
  private let reader: SourceReader

  /// - Complexity: O(n) in the events.
  package init(_ session: Session, now: Reading) {
    reader = SourceReader(session, now: now)
  }

  /// Returns the doubt in the difference of the places of two events.
  ///
  /// - Parameters:
  ///   - first: the number of an event within the session, from 1.
  ///   - second: that of the other one.
  /// - Returns: the doubt.
  /// - Complexity: O(n) in the events, if a moment was stated.
  package func doubt(from first: Int, to second: Int) -> Explanation.Doubt {
    let (one, other) = (reader.event(first - 1), reader.event(second - 1))
    var doubt = Explanation.Doubt()
    let clocks = reader.clockStarts(of: [one, other])
    for reason in clocks.doubts(between: one.clock, and: other.clock) { doubt.add(reason) }
    for reason in one.reasons + other.reasons { doubt.add(reason) }
    return doubt
  }
}
