/// The folding of many events of a session of which only the last state is wanted: the clock steps
/// again once, at the end, however many corrections there are.
package struct SessionReplay {
  private var session: Session

  /// Starts before the first event, or continues a session; the number of events, if known,
  /// reserves memory once.
  package init(_ session: Session = Session(), expecting count: Int = 0) {
    self.session = session
    self.session.reserve(count)
  }

  /// The number of the newest event; 0 before the first.
  package var version: Int { session.summary.version }

  /// Applies the next event.
  ///
  /// - Complexity: O(log n).
  package mutating func apply(_ event: Event) {
    _ = session.add(event)
  }

  /// The session after the events.
  ///
  /// - Complexity: O(n log n) if anything was out of order, else O(1).
  package consuming func finished() -> Session {
    if !session.isSettled { _ = session.settle() }
    return session
  }
}

extension Session {
  /// Returns the place at which an event is replayed, and that of its reading; nil if there is no
  /// such event.
  ///
  /// An event is replayed at its own moment, so that a session with stated moments is replayed as
  /// it happened and not as it was entered. An event in the future of its reading is replayed at
  /// its reading: a start then begins its countdown.
  ///
  /// - Complexity: O(1).
  package func replayPlace(
    ofEvent version: Int
  ) -> (place: Duration, reading: Duration)? {
    guard entries.indices.contains(version - 1) else { return nil }
    let placement = entries[version - 1].placement
    return (min(placement.place, placement.anchor.place), placement.anchor.place)
  }
}
