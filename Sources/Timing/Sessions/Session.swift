public import Text

/// A session, rebuilt from its events: the fold that live screens, replays, decisions and the
/// tables of the log all share.
///
/// Each event is put on the timeline when it arrives, and stays there. What is in order then
/// goes straight into the ``Summary``; a correction has the standing events judged anew, in the
/// order of their places.
public struct Session: Hashable, Sendable, Fold {
  /// What is known of it without its past.
  public internal(set) var summary = Summary()
  /// Its laps in the order of their moments, those too that do not count.
  public internal(set) var laps: [Lap] = []
  /// Its timestamps in the order of their moments.
  public internal(set) var timestamps: [Timestamp] = []
  var entries: [Entry] = []
  var sound = SoundReadings()
  var intervals = Intervals()

  /// An event that has arrived.
  struct Entry: Hashable {
    var event: Event
    var arrival: Arrival
    /// Where it moves the lap that it amends, if it states that.
    var target: Duration?
  }

  /// A session before its first event: ready, and nothing else.
  public init() {}

  /// The identity of the session, that of its first event; nil before it.
  public var uid: EventID? { entries.first?.event.id }

  /// Its events in the order of their arrival.
  public var events: some RandomAccessCollection<Event> { entries.lazy.map(\.event) }

  /// The lap that one of its events has taken or amended, as it stands.
  package func lap(of event: Event) -> Lap? {
    switch event.kind {
    case .lapped: laps.last { $0.event == event.version }
    case .amended(let id, _): laps.first { entries[$0.event - 1].event.id == id }
    default: nil
    }
  }

  /// Takes in the next event.
  ///
  /// It takes any event, also one that ``decide(_:_:)`` would not have made: what contradicts the
  /// state changes nothing but the timeline.
  ///
  /// - Complexity: O(1) for what is in order, O(n log n) for a correction.
  public mutating func apply(_ event: Event) {
    take(event)
  }

  /// What an event has changed of the lists of a session.
  package enum Change {
    /// It has added this, in order.
    case added(Summary.Addition)
    /// All may have changed; this is how it was.
    case judgedAnew(laps: [Lap], timestamps: [Timestamp])
  }

  /// Takes in the next event, and tells what came of it.
  @discardableResult
  package mutating func take(_ event: Event) -> Change {
    let arrival = summary.arrival(of: event.claim, isPress: event.kind.isPress, among: sound)
    var target: Duration?
    if case .amended(_, .at(let moment)) = event.kind {
      target = sound.place(of: moment, statedWith: arrival.anchor)
    }
    entries.append(Entry(event: event, arrival: arrival, target: target))
    sound.add(arrival.anchor, version: event.version)
    guard let addition = summary.apply(event, arrival) else {
      summary.arrive(event, arrival)
      return judge()
    }
    switch addition {
    case .lap(let lap): laps.append(lap)
    case .timestamp(let timestamp): insert(timestamp)
    case .nothing: break
    }
    intervals.follow(summary.stopwatch)
    return .added(addition)
  }

  /// Timestamps may lie before one another; presses in order never lie before them.
  private mutating func insert(_ timestamp: Timestamp) {
    let index = timestamps.lastIndex { $0.place <= timestamp.place }.map { $0 + 1 } ?? 0
    timestamps.insert(timestamp, at: index)
  }
}
