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
  /// The session.
  private(set) var session = Session()
  /// The point, of crossings that have none.
  let point: String
  /// The rank among devices that read one passage: the lowest counts.
  let priority: Int
  /// Its timeline.
  private(set) var clock = StreamClock()
  /// Its crossings, by their numbers within the session.
  private(set) var crossings: [Int] = []
  /// The events that the race's own stream takes back.
  private(set) var taken: Set<Int> = []

  /// Creates a stream without events.
  init(point: String, priority: Int) {
    self.point = point
    self.priority = priority
  }

  /// Whether its crossings count: it was neither discarded, nor was its `joined` taken back.
  var counts: Bool { session.stands(1) && !session.summary.profile.isDiscarded }

  /// Applies the next event.
  ///
  /// - Returns: whether the places of all crossings may be others.
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

  /// Takes back an event by a reversal of the race's own stream, or ends that.
  ///
  /// - Returns: whether all crossings count now, or none.
  mutating func take(back isTaken: Bool, _ version: Int) -> Bool {
    guard isTaken != taken.contains(version) else { return false }
    if isTaken { taken.insert(version) } else { taken.remove(version) }
    let before = counts
    session.take(back: isTaken, version)
    return counts != before
  }
}
