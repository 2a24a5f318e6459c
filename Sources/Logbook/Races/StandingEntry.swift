import EventLog
import Racing
import SQLite
import Text
import Timing

/// The entry of a bib by the events that stand.
struct StandingEntry {
  var entry: Race.Entry
  /// The latest event that changed it, by its number within the session.
  var event: Int
  /// The event that gave it its chips; 0 if none did.
  var chipsEvent = 0

  /// The result of a search.
  enum Search {
    /// The entry that stands; nil if there is none.
    case found(StandingEntry?)
    /// The race must be folded.
    case needsFold
  }

  /// Creates the entry of a bib by the events that stand, in order; nil without one.
  init?(_ bib: String, by events: [Event]) {
    var entry: Race.Entry?
    event = 0
    for event in events {
      switch event.kind {
      case .race(.entered(let change)) where change.bib == bib:
        var changed = entry ?? Race.Entry(bib: bib)
        changed.apply(change)
        entry = changed
        self.event = event.version
        if change.chips != .unchanged { chipsEvent = event.version }
      case .race(.withdrawn(bib)): entry = nil
      case .race, .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
        .identified, .planned, .amended, .removed, .reverted, .discarded, .unknown:
        break
      }
    }
    guard let entry else { return nil }
    self.entry = entry
  }
}

extension Logbook {
  /// Searches for the entry of a bib in a race.
  ///
  /// - Parameters:
  ///   - bib: the bib.
  ///   - session: the race's own session.
  ///   - version: its newest event.
  ///   - next: an event that follows it.
  /// - Returns: what was found.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the events, of which few are decoded: a tenth of a second for 500,000.
  func standingEntry(
    of bib: String, in session: Int, through version: Int, and next: Event
  ) throws -> StandingEntry.Search {
    guard let connection else { return .needsFold }
    // Other programs may escape characters, and add spaces.
    let statement = try connection.cached(
      """
      SELECT version FROM events WHERE session = ?1 AND version <= ?2 AND (kind = 'reverted' \
      OR kind IN ('entered', 'withdrawn') AND (instr(data, ?3) > 0 \
      OR instr(data, '"bib":"') = 0 OR instr(data, '\\') > 0)) ORDER BY version LIMIT ?4
      """
    ).bind(session, version, "\"bib\":\"\(bib)\"", Self.mostEntryEvents + 1)
    var versions: [Int] = []
    do {
      defer { statement.reset() }
      while try statement.step() { versions.append(Int(statement.int(0))) }
    }
    guard versions.count <= Self.mostEntryEvents else { return .needsFold }
    var events: [Event] = []
    for version in versions {
      guard let event = try event(version, of: session) else { return .needsFold }
      events.append(event)
    }
    // Corrections other than reversals do not concern entries.
    guard let standing = NewestEvents(events + [next])?.standing else { return .needsFold }
    return .found(StandingEntry(bib, by: standing))
  }

  /// The largest number of events that are decoded for an entry.
  private static let mostEntryEvents = 10_000
}
