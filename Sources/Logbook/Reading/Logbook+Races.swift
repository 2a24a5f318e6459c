import EventLog
public import Racing
import SQLite
import Timing

extension Logbook {
  /// Returns the sessions with crossings of a race, in ascending order.
  ///
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(n) in the events of the log.
  package func sessionsWithCrossings() throws -> [Int] {
    guard let connection else { return [] }
    let statement = try connection.cached(
      "SELECT DISTINCT session FROM events WHERE kind = 'crossed' ORDER BY session")
    defer { statement.reset() }
    var sessions: [Int] = []
    while try statement.step() { sessions.append(Int(statement.int(0))) }
    return sessions
  }

  /// Folds a race from its events, each verified by its digest.
  ///
  /// - Parameters:
  ///   - number: the number of its session in this log.
  ///   - version: the last event to fold; nil for all.
  /// - Returns: the race; nil if there is no such session.
  /// - Throws: `LogError.damaged` for an event that cannot be the appended one; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the session.
  public func race(_ number: Int, through version: Int? = nil) throws -> Race? {
    var race = Race()
    try forEachEvent(of: number, through: version, verifying: true) { race.apply($0) }
    return race.session.summary.version == 0 ? nil : race
  }
}
