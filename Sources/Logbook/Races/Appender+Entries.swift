import EventLog
import Racing
import Text
import Timing

/// Entries of a file that is read again.
extension Appender {
  /// Returns the requests of one command without the entries that change nothing, if it leaves
  /// these out; the others then have the ids of a command without them.
  ///
  /// A repeated command leaves out the same entries as the first time.
  ///
  /// - Complexity: O(n log m) in the entries, and in those of the race; for a repeated command that
  ///   left out entries, O(m log m) in the events of the race.
  mutating func withoutUnchangedEntries(_ requests: [Request]) throws -> [Request] {
    guard var first = requests.first, first.leavesOutUnchanged else { return requests }
    let entries = requests.compactMap { request -> RaceEvent.Entry? in
      guard case .race(.entered(let entry)) = request.command else { return nil }
      return entry
    }
    guard entries.count == requests.count else { return requests }
    let kept =
      if first.mayBeRepeated, let logged = try log.event(first.id) {
        try appended(entries, from: logged)
      } else {
        try changing(entries, by: first)
      }
    guard kept.count < entries.count else { return requests }
    first.batch = nil
    return first.batch(kept.map { .race(.entered($0)) })
  }

  /// Returns the entries that change something; all if the command is to be refused, and if the
  /// tables do not have the race.
  private mutating func changing(
    _ entries: [RaceEvent.Entry], by first: Request
  ) throws -> [RaceEvent.Entry] {
    let reading = first.instant.reading(
      try clockNumber(first.instant.clock) ?? connection.nextClock())
    let number = try session(for: first, openSessions(at: reading))
    guard try !isForeign(number), staleRaces[number] == nil,
      let profile = try currentSummary(of: number)?.profile, profile.plan.race != nil,
      !profile.isDiscarded, try races.exist()
    else { return entries }
    // Of two rows with one chip, the last one gets it.
    var owners: [String: String] = [:]
    return try entries.filter { change in
      let chips: [String] = if case .set(let chips) = change.chips { chips } else { [] }
      let comparable = chips.map(RaceEvent.comparable(chip:))
      let isOwner = try comparable.allSatisfy { chip in
        try (owners[chip] ?? races.entry(withChip: chip, in: number)) == change.bib
      }
      if isOwner, let former = try races.entry(change.bib, in: number), !change.changes(former) {
        return false
      }
      for chip in comparable { owners[chip] = change.bib }
      return true
    }
  }

  /// Returns the entries that a command appended when it ran first; all if it was another one.
  private func appended(
    _ entries: [RaceEvent.Entry], from first: LoggedEvent
  ) throws -> [RaceEvent.Entry] {
    var kept: [RaceEvent.Entry] = []
    var left: [RaceEvent.Entry] = []
    var next: LoggedEvent? = first
    for entry in entries {
      guard next?.event.kind == .race(.entered(entry)) else {
        left.append(entry)
        continue
      }
      kept.append(entry)
      next = try log.event(first.event.id.inBatch(number: kept.count + 1))
    }
    guard next == nil, !left.isEmpty,
      let race = try log.race(first.session, through: first.event.version - 1),
      left.allSatisfy({ race.entry($0.bib).map($0.changes) == false })
    else { return entries }
    return kept
  }
}

extension RaceEvent.Entry {
  /// Whether it gives an entry other values; the owner of a chip may change all the same.
  fileprivate func changes(_ former: Race.Entry) -> Bool {
    var entry = former
    entry.apply(self)
    return entry != former
  }
}
