package import Timing

/// The replay of a race with the sessions that joined it.
extension Race {
  /// The events of the sessions that joined the race, in the order in which a replay plays them.
  ///
  /// Each is played at its place on the race's timeline, by all that is known of the clocks today,
  /// and those of one session in their order.
  ///
  /// - Complexity: O(n log n) in these events.
  package var joinedEvents: [Tape.JoinedEvent] {
    var joined: [(stream: Int, event: Tape.JoinedEvent)] = []
    for (id, number) in streamNumbers {
      let stream = streams[number]
      var newest: Duration?
      for event in stream.session.events {
        guard let known = stream.session.replayPlace(ofEvent: event.version),
          let laid = stream.clock.lay(known.place, by: event.reading.clock, on: clock)
        else { continue }
        let place = newest.map { max($0, laid.place) } ?? laid.place
        newest = place
        joined.append((number, Tape.JoinedEvent(event, of: id, at: place)))
      }
    }
    joined.sort { left, right in
      (left.event.place, left.stream, left.event.event.version)
        < (right.event.place, right.stream, right.event.event.version)
    }
    return joined.map(\.event)
  }

  /// Applies an event of a tape, which may be that of a session that joined the race.
  package mutating func play(_ played: Tape.Entry) {
    guard let stream = played.stream else { return apply(played.event) }
    apply(played.event, of: stream)
  }
}
