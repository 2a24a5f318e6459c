package import Text
package import Timing

/// Events of a session that joined a race.
package struct StreamEvents: Sendable {
  /// The id of the session.
  package var id: EventID
  /// The events, in order.
  package var events: [Event]

  /// Creates the events of a session.
  package init(_ id: EventID, _ events: [Event]) {
    self.id = id
    self.events = events
  }
}

/// A session that times a point of a race: its events begin with a `joined` of that race.
///
/// Only its crossings count, with the corrections of its own events.
struct RaceStream: Sendable {
  private(set) var session = Session()
  /// The point, of crossings that have none.
  let point: String
  /// The rank among devices that read one passage: the lowest counts.
  let priority: Int
  /// Its order among the streams: text that ascends by priority, then by the id of the session.
  let order: String
  private(set) var clock = StreamClock()
  /// Its crossings, by their numbers within the session.
  private(set) var crossings: [Int] = []
  /// The events that the race's own stream takes back.
  private(set) var taken: Set<Int> = []

  init(_ id: EventID, point: String, priority: Int) {
    self.point = point
    self.priority = priority
    order = Self.order(priority, id)
  }

  /// The order of a session among the streams of a race.
  static func order(_ priority: Int, _ id: EventID) -> String {
    let digits = String(UInt64(bitPattern: Int64(priority)) ^ 1 << 63, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + " \(id)"
  }

  /// Whether it still joins the race: its `joined` was not taken back.
  var isJoined: Bool { session.stands(1) }

  /// Whether its crossings count: it joins the race, and was not discarded.
  var counts: Bool { isJoined && !session.summary.profile.isDiscarded }

  /// Applies the next event and returns whether the places of all crossings may be others.
  mutating func apply(_ event: Event) -> Bool {
    let before = counts
    session.apply(event)
    let (anchor, quality) = session.anchor(event.version)
    let isClockChanged = clock.add(anchor, quality)
    if case .race(.crossed) = event.kind { crossings.append(event.version) }
    return isClockChanged || counts != before
  }

  /// Adds a comparison of its clock, or removes it if it does not stand.
  mutating func updateComparison(_ version: Int) {
    guard let event = session.event(version: version),
      case .race(.clocksCompared(let comparison)) = event.kind
    else { return }
    clock.set(comparison, event.id, of: event.reading.clock, stands: session.stands(version))
  }

  /// Takes back an event by a reversal of the race's own stream, or ends that; returns whether all
  /// crossings count now, or none.
  mutating func take(back isTaken: Bool, _ version: Int) -> Bool {
    guard isTaken != taken.contains(version) else { return false }
    if isTaken { taken.insert(version) } else { taken.remove(version) }
    let before = counts
    session.take(back: isTaken, version)
    return counts != before
  }
}

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
