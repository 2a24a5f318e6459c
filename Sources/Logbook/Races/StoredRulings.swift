import EventLog
package import Racing
import SQLite
import Timing

extension Logbook {
  /// Returns the rulings of a race that stand, by the bibs of their runners, in the order of their
  /// arrival, from the tables.
  ///
  /// - Parameter race: the number of the race's own session.
  /// - Returns: the rulings.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log m) in the decisions about runners and crossings, and in the events.
  package func storedRulings(of race: Int) throws -> [String: [PlaceExplanation.Ruling]] {
    guard let connection, try RaceTables(connection: connection).exist() else { return [:] }
    let statement = try connection.cached(
      """
      SELECT e.version, e.kind_version, e.data FROM race_decisions AS d \
      JOIN events AS e ON e.session = d.session AND e.version = d.event \
      WHERE d.session = ? AND d.kind = 'ruled' ORDER BY d.event
      """
    ).bind(race)
    defer { statement.reset() }
    var rulings: [String: [PlaceExplanation.Ruling]] = [:]
    while try statement.step() {
      let kind = try upcasting.kind(
        "ruled", version: Int(statement.int(1)), data: statement.text(2))
      guard case .race(.ruled(let ruling))? = kind else { continue }
      rulings[ruling.bib, default: []].append(
        PlaceExplanation.Ruling(
          event: Int(statement.int(0)), ruling: ruling, givesStatus: false))
    }
    return rulings.mapValues(\.withStatus)
  }
}
