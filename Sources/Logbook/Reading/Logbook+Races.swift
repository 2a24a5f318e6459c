import EventLog
public import Racing
import Timing

extension Logbook {
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
