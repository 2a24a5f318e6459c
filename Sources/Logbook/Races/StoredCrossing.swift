import EventLog
package import Racing
import SQLite
import Text
package import Timing

/// A crossing of a race as the tables have it, of its own session or of one that joined it.
package struct StoredCrossing: Hashable, Sendable {
  /// The runner's bib; nil for a chip that nobody has, and where nobody was named.
  package var bib: String?
  package var name: String?
  /// Whether somebody with the bib is entered.
  package var isEntered: Bool
  package var wave: String?
  /// The status that a ruling gave to the runner; nil without one.
  package var ruling: RaceEvent.Ruling.Status?
  /// The format of the wave; nil without an entered runner.
  package var format: RaceFormat?
  /// The lap that it completes, or the number of its point; nil if it does not count.
  package var number: Int?
  package var point: String?
  /// The time since the runner's start; negative before it.
  package var split: Duration
  /// The time since the passage before; nil if it does not count.
  package var lap: Duration?
  package var flags: RaceFlags
  /// The running time of the race; nil before its start.
  package var runningTime: Duration?
  /// The place on the race's timeline.
  package var place: Duration
  /// How the runner's race ended with it; nil if it did not.
  package var end: End?

  /// How a runner's race ended with a crossing.
  package enum End: String, Hashable, Sendable {
    case finished
    /// Out of an elimination race.
    case eliminated

    /// Creates the end of a runner's race with the last crossing; nil unless the runner finished.
    package init?(_ status: Standings.Status, _ flags: RaceFlags) {
      guard status == .finished else { return nil }
      self = flags.contains(.eliminated) ? .eliminated : .finished
    }
  }
}

extension StoredCrossing {
  /// A crossing with the results of its runner, if somebody with the bib is entered, and the
  /// runner's wave.
  init(_ row: CrossingRow, _ runner: CompetitorRow?, _ wave: WaveRow?, name: String?) {
    (bib, self.name, isEntered) = (row.bib, name, runner != nil)
    (self.wave, ruling, format) = (runner?.wave, runner?.ruling, wave?.wave.format)
    (number, point, lap) = (row.number, row.point, row.lap)
    split = row.split ?? wave?.wave.gun.map { row.place - $0 } ?? row.runningTime ?? .zero
    (flags, runningTime, place) = (row.flags, row.runningTime, row.place)
    if let runner, runner.lastEvent == row.event { end = End(runner.status, runner.flags) }
  }
}

extension Logbook {
  /// Returns a crossing of a race from the tables; nil if these do not have it.
  ///
  /// - Complexity: O(log n) in the crossings of the race, and O(n) in its waves.
  package func storedCrossing(_ version: Int, of stream: Int, in race: Int) throws
    -> StoredCrossing?
  {
    let event = CrossingRow.Event(session: stream, version: version)
    guard let tables, try tables.hasOptionalTables() else { return nil }
    let connection = tables.connection
    guard let row = try CrossingRow.read(CrossingRow.key(of: event), of: race, in: connection)
    else { return nil }
    let key = row.bib.map { RaceRowKey(text: $0) }
    let runner = try key.flatMap { try CompetitorRow.read($0, of: race, in: connection) }
    let entry = try key.flatMap { try Race.Entry.read($0, of: race, in: connection) }
    let wave = try tables.waves(of: race).first { $0.key == RaceRowKey(text: runner?.wave) }
    return StoredCrossing(row, runner, wave, name: entry?.fullName)
  }
}
