public import Text

/// A session, computed from its events: the fold used by live screens, replays, decisions and the
/// tables of the log.
///
/// Each event is placed on the timeline when it arrives, and stays there. An event in order
/// updates the ``Summary``; after a correction, the clock is recomputed from the first press that
/// it changes.
public struct Session: Sendable, Fold {
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
  var index = EventIndex()
  var raceIndex = RaceIndex()
  var standing = Standing()
  /// The corrections of the events that have any; each such event has an index into this list.
  var corrections: [EventCorrections] = []
  /// The standing presses.
  var presses: OrderedFold<Press, PressState>
  /// The standing events that change properties other than times.
  var statements: OrderedFold<Int, Profile>
  /// The number of standing presses and timestamps that were stated.
  var statedCount = 0
  /// Whether the session is recomputed later, after many events.
  var isDeferring = false
  /// The pending changes of the timestamps.
  var unsettled = UnsettledTimestamps()

  /// The place to which each `amended` that states a moment moves its target.
  ///
  /// The keys are the indexes of these events, from 0.
  var statedPlaces: [Int: Duration] = [:]

  /// The longest chain of `reverted`: a further one has no effect.
  ///
  /// Undo and redo make chains of two.
  package static let longestChain: UInt8 = 64

  /// Creates a session without events.
  public init() {
    self.init(chunkSize: 128)
  }

  /// A session that keeps the state before every so many presses.
  package init(chunkSize: Int) {
    presses = OrderedFold(from: PressState(plan: Plan()), chunkSize: chunkSize)
    statements = OrderedFold(from: Profile(), chunkSize: chunkSize)
  }

  /// The id of the session, which is that of its first event; nil before it.
  public var uid: EventID? { entries.ids.first }

  /// The events in the order of their arrival.
  public var events: some RandomAccessCollection<Event> { entries.lazy.map(\.event) }

  /// The lap that one of its events has taken or amended, as it stands.
  package func lap(of event: Event) -> Lap? {
    switch event.kind.role {
    case .lap: laps.last { $0.event == event.version }
    case .correction:
      entries.corrected(event.version - 1).flatMap { lap in
        laps.first { $0.event == lap + 1 }
      }
    case .start, .stop, .resume, .timestamp, .statement, .rules, .reversal, .passage, .ruling,
      .nothing:
      nil
    }
  }

  /// Applies the next event.
  ///
  /// It accepts any event, also one that ``decide(_:_:)`` would not create: an event that
  /// contradicts the state changes only the timeline.
  ///
  /// - Complexity: O(1) for what is in order; for a correction O(log n), and O(k) in the presses
  ///   from the one that is corrected on: undo and redo of the newest are O(log n).
  public mutating func apply(_ event: Event) {
    if !add(event) { _ = settle() }
  }

  /// The change that an event makes to the lists of a session.
  package enum Change {
    /// It added these elements, in order.
    case added(Summary.Addition)
    /// Some of the laps, and of the timestamps, may have been replaced.
    case recomputed(laps: Replacement<Lap>, timestamps: Replacement<Timestamp>)
  }

  /// Neighbors in a list as they were, and where those are that replaced them.
  package struct Replacement<Element: Sendable>: Sendable {
    package var before: [Element] = []
    package var range = 0..<0
    /// The laps after them that only have other numbers and splits; nil if there are none.
    package var shift: LapShift?
  }

  /// Applies the next event, and returns the change.
  package mutating func change(by event: Event) -> Change {
    add(event) ? .added(addition(of: event)) : settle()
  }
}

extension Session: Hashable {
  /// Whether both have the same events and state.
  public static func == (left: Session, right: Session) -> Bool {
    left.entries == right.entries && left.summary == right.summary && left.laps == right.laps
      && left.timestamps == right.timestamps && left.intervals == right.intervals
  }

  /// Hashes the summary.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(summary)
  }
}

extension Session {
  /// The wall-clock time of the finish, or of the stop while the clock is stopped; nil while it
  /// runs, and without a start.
  ///
  /// A limit finishes a session at the next press: until then the session runs here.
  ///
  /// - Complexity: O(n) in the presses.
  public var endedAt: Moment? {
    let stopwatch = summary.stopwatch
    if let finish = stopwatch.finish {
      guard !finish.isLimit else { return moment(at: finish.place) }
      return laps.last { $0.event == summary.lastLap }?.at
    }
    guard stopwatch.stoppedAt != nil else { return nil }
    return stopThatCounts.flatMap { self.moment($0)?.at }
  }

  /// The index of the stop at which the clock stands; nil without one.
  ///
  /// Another stop after it, which another program may have written, stops nothing.
  ///
  /// - Complexity: O(n) in the presses.
  private var stopThatCounts: Int? {
    var stop: Int?
    for press in presses.elements {
      switch entries.role(press.index) {
      case .start, .resume: stop = nil
      case .stop: stop = stop ?? press.index
      case .lap, .timestamp, .statement, .rules, .correction, .reversal, .passage, .ruling,
        .nothing:
        break
      }
    }
    return stop
  }

  /// The index of the start that counts; nil without one.
  ///
  /// - Complexity: O(n) in the presses before it.
  var firstStart: Int? {
    presses.elements.first { entries.role($0.index) == .start }?.index
  }

  /// The index of the stop with the latest place; nil without one.
  ///
  /// - Complexity: O(n) in the presses.
  var newestStop: Int? {
    var stop: Int?
    for press in presses.elements where entries.role(press.index) == .stop {
      stop = press.index
    }
    return stop
  }
}
