extension Session {
  /// Where an event is replayed: at its own moment, as far as that did not lie ahead when it was
  /// told; a start that lay ahead begins its countdown.
  ///
  /// A session that was told afterwards, with stated moments, is so replayed as it happened, and
  /// not as it was told.
  ///
  /// - Parameter version: the event's number within the session.
  /// - Returns: the place, and that of the event's reading; nil if there is no such event.
  /// - Complexity: O(1).
  package func replayPlace(
    ofEvent version: Int
  ) -> (place: Duration, reading: Duration)? {
    guard entries.indices.contains(version - 1) else { return nil }
    let arrival = entries[version - 1].arrival
    return (min(arrival.place, arrival.anchor.place), arrival.anchor.place)
  }
}
