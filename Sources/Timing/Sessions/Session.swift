public import Text

/// A session, computed from its events: the fold used by live screens, replays, decisions and the
/// tables of the log.
///
/// Each event is placed on the timeline when it arrives, and stays there. An event in order
/// is one step of the ``Summary``; after a correction, the clock steps again from the nearest kept
/// state before the first press that it changes.
public struct Session: Sendable {
  /// The state without past events.
  public internal(set) var summary = Summary()
  /// The laps in the order of their moments, including those that do not count.
  public internal(set) var laps: [Lap] = []
  /// The timestamps in the order of their moments.
  public internal(set) var timestamps: [Timestamp] = []
  /// The first event that is beyond the timeline, or moved a lap there, by its number within the
  /// session; nil if none does.
  package internal(set) var firstBeyondTimeline: Int?
  var entries = Arrivals()
  /// The sound readings of the events up to some; the others are added where one is needed.
  var sound = SoundReadings()
  var intervals = Intervals()
  /// The events of a race by what they name.
  package internal(set) var raceIndex = RaceIndex()
  /// The corrections of the events that have any; each such event has an index into this list.
  var corrections: [EventCorrections] = []
  /// The standing presses and timestamps, in the order of their places.
  var presses: [Press] = []
  /// The states before every ``spacing``th press.
  var kept: [KeptState] = []
  /// The number of presses from one kept state to the next.
  let spacing: Int
  /// The first press that has changed since the clock stepped over them; nil if none has.
  var restart: Int?
  /// The events that change properties other than times, also those that do not stand.
  var statements: [Int] = []
  /// Whether another one of them stands than before.
  var areStatementsStale = false
  /// Whether the clock steps again only after further events.
  private var isDeferring = false

  /// The place to which each `amended` that states a moment moves its target.
  ///
  /// The keys are the indexes of these events, from 0.
  var statedPlaces: [Int: Duration] = [:]

  /// Creates a session without events.
  public init() {
    self.init(spacing: 128)
  }

  /// Creates a session that keeps the state before every `spacing`th press.
  package init(spacing: Int) {
    self.spacing = spacing
  }

  /// The id of the session, which is that of its first event; nil before it.
  public var uid: EventID? { entries.ids.first }

  /// The events in the order of their arrival.
  public var events: some RandomAccessCollection<Event> { entries }

  /// The lap that one of its events has taken or amended, as it stands.
  package func lap(of event: Event) -> Lap? {
    let role = event.kind.role
    guard role == .lap || role == .correction else { return nil }
    let version = role == .lap ? event.version : entries.corrected(event.version - 1).map { $0 + 1 }
    return laps.last { $0.event == version }
  }

  /// Applies the next event.
  ///
  /// It accepts any event, also one that ``decide(_:_:named:passingOver:)`` would not create: an
  /// event that contradicts the state changes only the timeline.
  ///
  /// - Complexity: O(1) for what is in order; for a correction O(k) in the presses from the one
  ///   that is corrected on.
  public mutating func apply(_ event: Event) {
    if add(event) == nil, !isDeferring { _ = settle() }
  }

  /// Applies many events of which only the last state is wanted: the clock steps again once, at the
  /// end, however many corrections there are.
  ///
  /// - Complexity: O(n log n) in all events of the session if any was out of order, else O(n) in
  ///   these.
  package mutating func applyAll(_ body: (inout Session) throws -> Void) rethrows {
    isDeferring = true
    defer {
      isDeferring = false
      _ = settle()
    }
    try body(&self)
  }

  /// The change that an event makes to the lists of a session.
  package enum Change {
    /// It added these elements, in order.
    case added(Stopwatch.Step)
    /// The ends of the lists may have been replaced.
    case recomputed(laps: Replacement<Lap>, timestamps: Replacement<Timestamp>)
  }

  /// The end of a list as it was, and where the end begins that replaced it.
  package struct Replacement<Element: Sendable>: Sendable {
    package var before: [Element] = []
    package var first = 0
  }

  /// Applies the next event, and returns the change.
  package mutating func change(by event: Event) -> Change {
    add(event).map { .added($0) } ?? settle()
  }
}

extension Session: Equatable {
  /// Whether both have the same events and state.
  public static func == (left: Session, right: Session) -> Bool {
    left.entries == right.entries && left.summary == right.summary && left.laps == right.laps
      && left.timestamps == right.timestamps && left.intervals == right.intervals
  }
}

extension Session {
  /// The wall-clock time of the finish, or of the stop while the clock is stopped; nil while it
  /// runs, and without a start.
  ///
  /// A limit finishes a session at the next press: until then the session runs here.
  ///
  /// - Complexity: O(1); O(n) in the events after a finish.
  public var endedAt: Moment? {
    guard let finish = summary.stopwatch.finish else {
      return intervals.all.last?.last.map { entries.entry(of: presses[$0], corrections).at }
    }
    return finish.isLimit
      ? moment(at: finish.place) : laps.last { $0.event == summary.lastLap }?.at
  }

  /// The number of the start that counts, from 0; nil without one.
  var firstStart: Int? { presses.first { $0.role == .start }?.number }

  /// Returns the place at which an event is replayed, and that of its reading; nil if there is no
  /// such event.
  ///
  /// An event is replayed at its own moment, so that a session with stated moments is replayed as
  /// it happened and not as it was entered. An event in the future of its reading is replayed at
  /// its reading: a start then begins its countdown.
  package func replayPlace(ofEvent version: Int) -> (place: Duration, reading: Duration)? {
    guard entries.indices.contains(version - 1) else { return nil }
    let placement = entries.placement(version - 1)
    return (min(placement.place, placement.anchor.place), placement.anchor.place)
  }
}
