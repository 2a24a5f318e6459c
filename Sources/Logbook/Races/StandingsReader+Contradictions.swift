import EventLog
import Racing
import SQLite
import Text
import Timing

/// The contradictions of a race from its tables.
extension StandingsReader {
  /// Returns the contradictions; nil if only a fold finds them.
  func contradictions(_ summary: Summary) throws -> [Contradiction]? {
    let isByPoints = waves.contains { wave in
      if case .points = wave.wave.format.finish { true } else { false }
    }
    guard !isByPoints, try !hasPoints(), try !hasSharedChips() else { return nil }
    var found: [Contradiction] = []
    for (bib, status) in ruled {
      guard let ruling = try ruling(of: bib, summary) else { return nil }
      let statement = try connection.cached(
        """
        SELECT e.id FROM crossings AS c JOIN events AS e \
        ON e.session = c.stream AND e.version = c.event \
        WHERE c.session = ? AND c.bib = ? AND (? OR c.place > ?) ORDER BY c.place, e.id
        """
      ).bind(session, bib, status == .dns ? 1 : 0, ruling.place.nanoseconds)
      defer { statement.reset() }
      var events = [ruling.id]
      while try statement.step() {
        guard let id = statement.withBlob(0, { EventID($0) }) else { return nil }
        events.append(id)
      }
      guard events.count > 1 else { continue }
      found.append(
        Contradiction(kind: .crossingAfterStatus, bib: bib, events: events, status: status))
    }
    return found.sorted { $0.bib.precedesNaturally($1.bib) }
  }

  /// Whether there are crossings at other points than the finish line.
  private func hasPoints() throws(DatabaseError) -> Bool {
    try connection.cached(
      "SELECT 1 FROM crossings WHERE session = ? AND point IS NOT NULL AND point <> 'finish' LIMIT 1"
    ).bind(session).first { _ in true } ?? false
  }

  /// Whether several entries have a chip.
  private func hasSharedChips() throws -> Bool {
    let statement = try connection.cached(
      "SELECT chips FROM entries WHERE session = ? AND chips <> '[]'"
    ).bind(session)
    defer { statement.reset() }
    var chips: Set<String> = []
    while try statement.step() {
      for chip in Set(try [String](storedJSON: statement.text(0), column: "chips"))
      where !chips.insert(chip).inserted {
        return true
      }
    }
    return false
  }

  /// Returns the ruling that gave the status to a runner, with its place; nil if only the fold
  /// finds it.
  private func ruling(
    of bib: String, _ summary: Summary
  ) throws -> (id: EventID, place: Duration)? {
    for decision in try tables.decisions(about: bib, in: session).reversed()
    where decision.kind == .ruled {
      guard let event = try log.event(decision.event, of: session),
        case .race(.ruled(let ruling)) = event.kind
      else { return nil }
      guard case .status = ruling.decision else { continue }
      guard event.basis == .measured,
        summary.timeline?.newestReading(of: event.reading.clock) != nil,
        try tables.decisions(about: event.id.description, in: session).isEmpty
      else { return nil }
      // Readings of one clock have the distance of their ticks.
      let place = summary.place(of: event.reading) + (event.at - event.reading.recordedAt)
      return place.isBeyondTimeline ? nil : (event.id, place)
    }
    return nil
  }
}
