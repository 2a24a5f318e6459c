import EventLog
package import Racing
import SQLite
package import Text
package import Timing

/// The results of a race from its tables, with the state of its own session.
package struct StoredStandings: Sendable {
  /// The id of the race.
  package var uid: EventID
  /// The state of its own session.
  package var summary: Summary
  /// The results, whose runners have the passages of the parts that were read.
  package var standings: Standings
  /// The contradictions; nil if they were not asked for.
  package var contradictions: [Contradiction]?

  /// Parts of the results that take longer to read.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// All crossings of the entered runners.
    package static let crossings = Parts(rawValue: 1)
    /// Of these, only the laps that a table may show, and the crossings that do not count.
    ///
    /// Rows and laps then have no event, since a table does not show it. This part excludes
    /// ``crossings``.
    package static let shownLaps = Parts(rawValue: 2)
    /// The contradictions.
    package static let contradictions = Parts(rawValue: 4)

    /// Creates the parts that a format of a report needs.
    package init(of format: StandingsFormat, withLaps: Bool) {
      switch format {
      case .csv: self = withLaps ? .crossings : []
      case .json: self = withLaps ? .crossings : .contradictions
      // Lap times are differences of the splits as they are shown.
      case .table, .markdown, .html: self = withLaps ? .crossings : .shownLaps
      }
    }
  }
}

extension Logbook {
  /// Returns the results of a race at a reading, from its tables.
  ///
  /// The reports equal those of the fold. The events are not verified: as for ``status``, the
  /// tables answer.
  ///
  /// - Parameters:
  ///   - number: the number of the race's own session.
  ///   - now: the present.
  ///   - parts: the parts that are needed.
  /// - Returns: the results; nil if the race must be folded: the tables are of another version or
  ///   damaged, an event is missing, the session is discarded or no race, nobody is entered, the
  ///   present changes a result without an event, times are those of other devices' clocks, or only
  ///   the events have the contradictions.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(n) in the events, as rows; O(n log n) in the runners.
  package func storedStandings(
    of number: Int, at now: Reading, _ parts: StoredStandings.Parts = []
  ) throws -> StoredStandings? {
    guard let connection, hasCurrentTables else { return nil }
    do {
      return try connection.transaction(.deferred) {
        var reader = StandingsReader(log: self, connection: connection, session: number)
        return try reader.standings(at: now, parts)
      }
    } catch let error as DatabaseError where error.isOfFile {
      // The events may be valid: the fold reads no table.
      return nil
    } catch is LogError {
      return nil
    }
  }

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
      guard try RaceTables(connection: connection).exist(),
        let row = try Tables(connection: connection).row(of: number), row.isCurrent
      else { return nil }
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
    } catch let error as DatabaseError where error.isOfFile {
      return nil
    } catch is LogError {
      return nil
    }
  }
}
