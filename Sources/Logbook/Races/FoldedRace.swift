import EventLog
import Racing
import SQLite
import Text
import Timing

/// A race folded from the events of all its streams, whose sessions have numbers in a log.
struct FoldedRace {
  /// The number of the race's own session.
  let session: Int
  private(set) var race: Race
  /// The numbers of the sessions that joined the race, by their ids.
  private var streams: [EventID: Int] = [:]

  /// Creates a race of its own events only.
  init(_ session: Int, _ race: Race) {
    self.session = session
    self.race = race
  }

  /// The rows of its tables.
  var rows: RaceRows { race.rows(of: session, streams: streams) }

  /// Applies the events of a log that it lacks.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - upcasting: reads the payloads.
  ///   - isVerifying: whether each event is verified by its digest.
  ///   - stream: is set to the session that is read, which after an error has the fault.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in these events.
  mutating func applyNewest(
    of log: EventLog, _ upcasting: Upcasting, verifying isVerifying: Bool,
    reading stream: inout Int
  ) throws {
    guard let connection = log.connection, let uid = race.uid else { return }
    // A statement comes first: sessions(joining:) asks only the schema that was read last.
    let newest = try log.newestVersion(of: session, through: .max)
    let joined = try StreamTables(connection: connection).sessions(joining: uid)
      .filter { $0 != session }
    for number in joined {
      stream = number
      streams[try log.uid(of: number)] = number
    }
    try race.applyAll { race in
      stream = session
      race.reserve(newest)
      try log.forEachEvent(
        of: session, after: race.session.summary.version, verifying: isVerifying,
        upcasting: upcasting
      ) { race.apply($0) }
      for (id, number) in streams.sorted(by: { $0.value < $1.value }) {
        stream = number
        try log.forEachEvent(
          of: number, after: race.newestVersion(ofStream: id), verifying: isVerifying,
          upcasting: upcasting
        ) { race.apply($0, of: id) }
      }
    }
  }
}
