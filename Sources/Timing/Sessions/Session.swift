public import Text

/// A session, rebuilt from its events: the fold that live screens, replays, decisions and the
/// tables of the log all share.
///
/// Each event is put on the timeline when it arrives, and stays there. What is in order then
/// goes straight into the ``Summary``; after a correction, the clock is judged anew from the first
/// press that it concerns.
public struct Session: Sendable, Fold {
  /// What is known of it without its past.
  public internal(set) var summary = Summary()
  /// Its laps in the order of their moments, those too that do not count.
  public internal(set) var laps: [Lap] = []
  /// Its timestamps in the order of their moments.
  public internal(set) var timestamps: [Timestamp] = []
  /// The first event that lies beyond the timeline, or moved a lap there, by its number within the
  /// session; nil if none does.
  package internal(set) var firstBeyondTimeline: Int?
  var entries: [Entry] = []
  var sound = SoundReadings()
  var intervals = Intervals()
  var index = EventIndex()
  var standing = Standing()
  /// The corrections of each lap that has any, by the lap's number among the events, from 0.
  var corrections: [Int: LapCorrections] = [:]
  /// The presses that stand.
  var presses: OrderedFold<Press, PressState>
  /// The events that stand and say something of the session besides its times.
  var statements: OrderedFold<Int, Profile>
  /// How many presses and timestamps that stand were stated.
  var statedCount = 0
  /// Whether the session is settled later, after many events.
  var isDeferring = false
  /// What is still to be settled of the timestamps.
  var unsettled = UnsettledTimestamps()

  /// Where each `amended` that states a moment moves its lap, by its number among the events, from 0.
  var statedPlaces: [Int: Duration] = [:]

  /// An event that has arrived.
  ///
  /// It is small on purpose, and its reading is kept once: a session of 100,000 events is read whole
  /// to correct one of them, and half of that time was the kernel's, handing out memory.
  struct Entry: Hashable {
    let event: Event
    private let readingPlace: Duration
    private let place: Duration
    /// The earlier event that it takes back or corrects, from 0.
    var corrected: Int?
    /// How many `reverted` take back one another up to this one; 0 for any other kind.
    var depth: UInt8 = 0
    private let isSound: Bool
    private let quality: ClockQuality
    private let flags: LapFlags

    init(event: Event, placement: Placement) {
      self.event = event
      readingPlace = placement.anchor.place
      place = placement.place
      isSound = placement.anchor.isSound
      quality = placement.quality
      flags = placement.flags
    }

    /// Where it lies.
    var placement: Placement {
      Placement(
        anchor: Anchor(reading: event.reading, place: readingPlace, isSound: isSound),
        quality: quality, place: place, flags: flags)
    }
  }

  /// How many `reverted` can take back one another: a further one takes nothing back.
  ///
  /// Undo and redo make chains of two.
  package static let longestChain: UInt8 = 64

  /// A session before its first event: ready, and nothing else.
  public init() {
    self.init(chunkSize: 128)
  }

  /// A session that keeps the state before every so many presses.
  package init(chunkSize: Int) {
    presses = OrderedFold(from: PressState(plan: Plan()), chunkSize: chunkSize)
    statements = OrderedFold(from: Profile(), chunkSize: chunkSize)
  }

  /// The identity of the session, that of its first event; nil before it.
  public var uid: EventID? { entries.first?.event.id }

  /// Its events in the order of their arrival.
  public var events: some RandomAccessCollection<Event> { entries.lazy.map(\.event) }

  /// The lap that one of its events has taken or amended, as it stands.
  package func lap(of event: Event) -> Lap? {
    switch event.kind.role {
    case .lap: laps.last { $0.event == event.version }
    case .correction:
      entries[event.version - 1].corrected.flatMap { lap in
        laps.first { $0.event == lap + 1 }
      }
    case .start, .stop, .resume, .timestamp, .statement, .rules, .reversal, .nothing: nil
    }
  }

  /// Applies the next event.
  ///
  /// It takes any event, also one that ``decide(_:_:)`` would not have made: what contradicts the
  /// state changes nothing but the timeline.
  ///
  /// - Complexity: O(1) for what is in order; for a correction O(log n), and O(k) in the presses
  ///   from the one that is corrected on: undo and redo of the newest are O(log n).
  public mutating func apply(_ event: Event) {
    change(by: event)
  }

  /// The change that an event makes to the lists of a session.
  package enum Change {
    /// It has added this, in order.
    case added(Summary.Addition)
    /// Some of the laps, and of the timestamps, may have been replaced.
    case judgedAnew(laps: Replacement<Lap>, timestamps: Replacement<Timestamp>)
  }

  /// Neighbors in a list as they were, and where those are that replaced them.
  package struct Replacement<Element: Sendable>: Sendable {
    package var before: [Element] = []
    package var range = 0..<0
  }

  /// Applies the next event, and tells what it changed.
  @discardableResult
  package mutating func change(by event: Event) -> Change {
    if let addition = add(event) { return .added(addition) }
    return settle()
  }
}

extension Session: Hashable {
  /// Whether both have the same events, and are folded up to the same place.
  public static func == (left: Session, right: Session) -> Bool {
    left.entries == right.entries && left.summary == right.summary && left.laps == right.laps
      && left.timestamps == right.timestamps && left.intervals == right.intervals
  }

  /// Hashes what is known without the past.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(summary)
  }
}
