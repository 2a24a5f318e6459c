import EventLog
import Racing
import SQLite
import Text
import Timing

/// A race folded from the events of all its streams, with its results, and what has changed since
/// its rows were written.
struct FoldedRace {
  /// The number of the race's own session.
  let session: Int
  private(set) var race: Race
  private(set) var judged = JudgedRace()
  /// The numbers of the sessions that joined the race, by their ids.
  private var streams: [EventID: Int] = [:]
  /// The runners who have changed since the rows were written, with their results there; nil for all
  /// of the race.
  private var changed: [Int: JudgedRunner?]?
  /// Whether a chip has another owner since then.
  private var areChipsChanged = true
  private var judgedChanges: Int32 = 0
  /// The position up to which it has the events of its sessions.
  private(set) var position = 0
  /// The position of the last event that the rows had when a transaction began to change the race;
  /// nil if they have all events.
  private(set) var written: Int?

  /// The results before the events of a transaction that compares places.
  private var former: [Standings.Row]?
  /// The result of a runner before the event that removed one of the crossings.
  var removed: (by: EventID, result: (row: Standings.Row, format: RaceFormat)?)?

  init(_ session: Int, _ race: Race = Race()) {
    self.session = session
    self.race = race
  }

  /// Applies the events of a log that it lacks.
  ///
  /// `position` is the last one of an event; nil for all.
  ///
  /// - Complexity: O(n log n) in these events.
  mutating func applyNewest(
    of log: EventLog, through position: Int? = nil, verifying isVerifying: Bool = false,
    joined: (EventID) throws -> [Int]
  ) throws {
    if let position, position <= self.position { return }
    func forEachEvent(of number: Int, after first: Int, _ body: (Event) -> Void) throws {
      let last = try log.newestVersion(of: number, through: position ?? .max)
      if last <= first { return }
      try log.forEachEvent(
        of: number, after: first, through: last, verifying: isVerifying, body)
    }
    try race.applyAll { race in
      if race.session.summary.version == 0 {
        race.reserve(try log.newestVersion(of: session, through: position ?? .max))
      }
      try forEachEvent(of: session, after: race.session.summary.version) { race.apply($0) }
      guard let uid = race.uid else { return }
      // No session joins itself.
      for number in try joined(uid) where number != session {
        streams[try log.uid(of: number)] = number
      }
      // One that no longer joins it may have been corrected since.
      for (id, number) in streams.sorted(by: { $0.value < $1.value }) {
        try forEachEvent(of: number, after: race.newestVersion(ofStream: id)) {
          race.apply($0, of: id)
        }
      }
    }
    self.position = position ?? self.position
  }

  /// Applies the newest event of the race's own session, at a position, and returns the change of the
  /// session.
  mutating func change(by event: Event, at position: Int) -> Session.Change {
    self.position = position
    return race.change(by: event)
  }

  /// Judges what has changed.
  ///
  /// `now` is the present; nil: the newest event.
  mutating func settle(at now: Duration? = nil) {
    if race.chipChange > judgedChanges { areChipsChanged = true }
    judgedChanges = race.changes
    guard let others = judged.settle(race, at: now ?? race.newestPlace) else {
      changed = nil
      return
    }
    changed?.merge(others) { first, _ in first }
  }

  /// Judges the newest crossing, which may be the only change.
  mutating func settle(crossing version: Int) {
    guard judged.settle(race, crossing: version, at: race.newestPlace, noting: &changed)
    else { return settle() }
    judgedChanges = race.changes
  }

  /// Calls a function with the race in place, since an optional one would be copied.
  mutating func inPlace<Value>(_ body: (inout FoldedRace) throws -> Value) rethrows -> Value {
    try body(&self)
  }

  func hasAllEvents(of log: EventLog) throws -> Bool {
    try ([session] + streams.values).reduce(0) { count, number in
      try count + log.newestVersion(of: number, through: .max)
    } == race.eventCount
  }

  mutating func notePlaces(at now: Reading) {
    settle(at: race.present(at: now))
    former = race.results(judged)
  }

  /// The places that have changed since they were noted; nil if they were not.
  var placesChanged: [PlaceChange]? {
    former.flatMap { race.results(judged)?.placeChanges(since: $0) }
  }

  /// Notes that the tables have the rows of all events that were applied.
  ///
  /// `position` is that of the last event that they have; nil for the newest.
  mutating func noteRowsAreWritten(through position: Int? = nil) {
    settle()
    (changed, areChipsChanged, written, former) = ([:], false, position, nil)
    race.keepFormer()
  }

  /// The rows of its tables that may have changed since they were written, after ``settle(at:)``.
  var changedRows: RaceRows {
    race.rows(
      judged, changing: changed, chips: areChipsChanged, session: session, streams: streams)
  }

  /// Returns a crossing of a session of the race, after ``settle(at:)``; nil if it does not stand.
  ///
  /// - Complexity: O(n) in the laps of the runner, and in the streams.
  func crossing(_ version: Int, of stream: Int) -> StoredCrossing? {
    let id = stream == session ? nil : streams.first { $0.value == stream }?.key
    return race.rows(ofCrossing: version, of: id, judged, session: session, streams: streams).map {
      StoredCrossing($0.crossing, $0.runner, $0.wave, name: $0.entry?.fullName)
    }
  }
}
