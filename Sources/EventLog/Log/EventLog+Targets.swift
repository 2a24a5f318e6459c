import Timing
package import Text
import SQLite

extension EventLog {
  /// The event that the correction at a position points at; nil if that event is no correction.
  package func target(of position: Int) throws -> LoggedEvent? {
    guard let correction = try events(after: position - 1, limit: 1).first?.event.kind else {
      return nil
    }
    switch correction {
    case .reverted(let id), .removed(let id), .amended(let id, _): return try event(id)
    default: return nil
    }
  }

  /// The event of this identity; nil if the log has none.
  package func event(_ id: EventID) throws -> LoggedEvent? {
    guard let connection else { return nil }
    let statement = try connection.cached("SELECT \(EventRow.whole) FROM events WHERE id = ?")
    try statement.bind(id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try statement.loggedEvent(upcasting)
  }
}
