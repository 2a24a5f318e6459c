import EventLog
package import Racing
import SQLite
import Text
import Timing

extension Logbook {
  /// Returns the runners whose status no ruling gave, from the tables of a race.
  ///
  /// - Parameters:
  ///   - status: their status.
  ///   - number: the number of the race's own session.
  /// - Returns: the bibs in natural order; nil if the tables are of another version or damaged.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(n) in the runners.
  package func bibs(
    withUnruled status: Standings.Status, in number: Int
  ) throws -> [String]? {
    guard let connection, hasCurrentTables else { return nil }
    do {
      guard try RaceTables(connection: connection).exist() else { return nil }
      let statement = try connection.cached(
        """
        SELECT bib FROM competitors WHERE session = ? AND status = ? AND ruling IS NULL \
        ORDER BY bib_order, bib
        """
      ).bind(number, status.rawValue)
      defer { statement.reset() }
      var bibs: [String] = []
      while try statement.step() { bibs.append(statement.text(0)) }
      return bibs
    } catch {
      guard error.isOfFile else { throw error }
      return nil
    }
  }
}
