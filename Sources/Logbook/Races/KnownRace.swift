import EventLog
import Racing
import SQLite
import Text
import Timing

/// The rows of a race that judge a crossing, kept from one event to the next.
struct KnownRace {
  /// The number of the race's own session.
  var session: Int
  var waves: [WaveRow]
  /// The sessions that joined it.
  var streams: [Stream]
  /// The last crossings at the place where one was last added.
  var latest = LatestCrossings()
  /// The number of times that all rows or events were read in this transaction.
  var scans = 0

  /// The largest number of full reads in a transaction: more take longer than one fold of the race.
  static let mostScans = 8

  /// Notes a read of all rows.
  ///
  /// - Returns: false if the limit is exceeded: the race is folded instead.
  mutating func scan() -> Bool {
    scans += 1
    return scans <= Self.mostScans
  }

  /// The entered runners who crossed since the race was read, by their bibs.
  var runners: [String: KnownRunner] = [:]
  /// The owners of chips that were read, by the chips.
  var chips: [String: [ChipOwner]] = [:]
  /// The crossings of entered runners of the newest transaction, as written.
  var newest: [CrossingRow.Event: CrossingRow] = [:]

  /// The limit of runners that are kept, each with about 1 KB.
  private static let mostRunners = 65_536

  /// Keeps a runner after a crossing.
  mutating func keep(_ runner: KnownRunner, _ bib: String) {
    if runners.count >= Self.mostRunners, runners[bib] == nil { runners = [:] }
    runners[bib] = runner
  }

  /// Forgets all rows of runners, chips and crossings, which an event other than a crossing may
  /// change.
  mutating func forgetRunners() {
    runners = [:]
    chips = [:]
    newest = [:]
  }

  /// The last crossing of each runner at one place: lines that are read at once have one moment,
  /// and the order of crossings at one place is that of their ids.
  struct LatestCrossings {
    private var place: Duration?
    private var ids: [String: EventID] = [:]

    /// Returns the event of the last crossing of a bib at a place; nil if it is not known.
    func id(of bib: String, at place: Duration) -> EventID? {
      place == self.place ? ids[bib] : nil
    }

    /// Notes a crossing that is after all others of its bib.
    mutating func note(_ id: EventID, of bib: String, at place: Duration) {
      if place != self.place { (self.place, ids) = (place, [:]) }
      ids[bib] = id
    }

    /// Forgets the last crossing of a bib, whose crossings changed other than by one after all
    /// others.
    mutating func forget(_ bib: String) { ids[bib] = nil }
  }

  /// A session that times a point of the race.
  struct Stream {
    var session: Int
    var point: TimingPoint
    /// The place of its newest reading on the race's timeline; nil if only wall clocks give it.
    var newestPlace: Duration?
  }

  /// Returns the index of the wave with a name; nil if it has no row.
  func index(ofWave name: String?) -> Int? {
    waves.firstIndex { $0.key == RaceRowKey(text: name) }
  }

  /// The present of the race, whose own newest reading has a place.
  func present(_ own: Duration) -> Duration {
    streams.lazy.compactMap(\.newestPlace).reduce(own) { max($0, $1) }
  }

  /// Whether a result may change by a present alone.
  func changes(at present: Duration) -> Bool {
    waves.contains { wave in wave.nextChange.map { $0 <= present } ?? false }
  }

  /// The priorities of the sessions that joined it, by their numbers.
  var priorities: [Int: Int] {
    Dictionary(streams.map { ($0.session, $0.point.priority) }) { first, _ in first }
  }
}

/// Reading.
extension RaceTables {
  /// Reads a race.
  ///
  /// - Parameters:
  ///   - session: the number of its own session.
  ///   - uid: the id of the race.
  ///   - summary: the state of its own session.
  /// - Returns: the race; nil if another version of the fold wrote the row of a stream, and if the
  ///   format of a wave is not valid, as in a damaged table.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in the streams and waves.
  func race(_ session: Int, _ uid: EventID, _ summary: Summary) throws -> KnownRace? {
    var race = KnownRace(session: session, waves: try waves(of: session), streams: [])
    guard race.waves.allSatisfy({ $0.format.validationError == nil }) else { return nil }
    let tables = Tables(connection: connection)
    for number in try StreamTables(connection: connection).sessions(joining: uid)
    where number != session {
      guard let row = try tables.row(of: number), row.isCurrent else { return nil }
      guard let point = row.summary.profile.timingPoint else { continue }
      var stream = KnownRace.Stream(session: number, point: point)
      if !row.summary.profile.isDiscarded, let newest = row.summary.timeline?.newest {
        stream.newestPlace = try distance(of: newest, from: session, summary)
          .map { newest.place + $0 }
      }
      race.streams.append(stream)
    }
    return race
  }

  /// Returns the distance from the places of a stream to those of the race, by ticks.
  ///
  /// - Parameters:
  ///   - newest: the newest reading of the stream.
  ///   - session: the number of the race's own session.
  ///   - summary: the state of that session.
  /// - Returns: the distance; nil if the race has no reading of the clock.
  /// - Throws: `DatabaseError`.
  func distance(
    of newest: Anchor, from session: Int, _ summary: Summary
  ) throws(DatabaseError) -> Duration? {
    let clock = newest.reading.clock
    let zero = newest.place - newest.reading.ticks
    if let own = summary.timeline?.newest, own.reading.clock == clock {
      return own.place - own.reading.ticks - zero
    }
    return try connection.cached(
      "SELECT place, ticks_ns FROM anchors WHERE session = ? AND clock = ?"
    ).bind(session, clock.rawValue).first {
      .nanoseconds($0.int(0)) - .nanoseconds($0.int(1)) - zero
    }
  }
}
