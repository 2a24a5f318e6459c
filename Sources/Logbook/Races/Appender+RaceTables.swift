import EventLog
import Racing
import SQLite
import Text
import Timing

/// The tables of races in the transaction of an append.
extension Appender {
  /// Updates the rows of the races to which a session belongs with one of its events: it may be a
  /// race, or time a point of one.
  ///
  /// A race is folded at the end of the transaction if an event may change more than the runner who
  /// crossed, or is one of a session that joined the race; once for all events of a batch.
  mutating func updateRaces(
    with event: Event, from before: Summary?, to after: Summary, _ session: Int, _ uid: EventID,
    isInOrder: Bool = true
  ) throws {
    if before?.profile.plan.isRace ?? false || after.profile.plan.isRace {
      if isStreamed, !cache.keepsPages {
        try connection.keepPages()
        cache.keepsPages = true
      }
      if staleRaces[session] == nil, isInOrder, let before,
        var known = try knownRace(session, uid),
        try tables.apply(event, at: before.place(ofNext: event), from: before, to: after, &known)
      {
        if event.kind.isCrossing { crossing = known.newest }
        cache.knownRace = known
      } else {
        try foldLater(session, by: session)
      }
    }
    // The first event names the race, so that an undo may take it back, but none names another one.
    guard let race = (after.profile.timingPoint ?? before?.profile.timingPoint)?.race,
      let number = try log.number(ofSession: race), number != session, try isRace(number)
    else { return }
    try foldLater(number, by: session)
  }

  /// Returns the summary of a session as of its row.
  func currentSummary(of session: Int) throws -> Summary? {
    try tables.row(of: session)?.summary
  }

  /// Takes a race from the cache, or reads it.
  private func knownRace(_ session: Int, _ uid: EventID) throws -> KnownRace? {
    if let known = cache.knownRace, known.session == session {
      // Only one copy is left, which is then changed in place.
      cache.knownRace = nil
      return known
    }
    return try tables.race(session, uid)
  }

  func isRace(_ session: Int) throws -> Bool {
    try (cache.summary(of: session) ?? currentSummary(of: session))?.profile.plan.isRace ?? false
  }

  /// Folds a race, applies the next event of its own session, and returns that session with the
  /// change, and with what an undo or redo took back or restored.
  mutating func changeRace(
    _ number: Int, by event: Event
  ) throws -> (Session, Session.Change, RevertedEvent?) {
    try foldLater(number, by: number)
    try foldRace(number, through: position - 1)
    let position = position
    let changed = cache.race?.inPlace { race in
      let reverted = race.race.session.reverted(by: event)
      let change = race.change(by: event, at: position)
      return (race.race.session, change, reverted)
    }
    guard let changed, changed.0.summary.version == event.version
    else { throw LogError.inconsistent(.missingEvents(session: number)) }
    return changed
  }

  /// Notes that the rows of a race are those before the event that is being appended, of one of its
  /// sessions.
  private mutating func foldLater(_ race: Int, by session: Int) throws {
    guard staleRaces[race] == nil else {
      staleRaces[race]?.sessions.insert(session)
      return
    }
    let isJudgedAlone = try tables.waves(of: race).allSatisfy(\.wave.format.judgesRunnersAlone)
    staleRaces[race] = StaleRace(
      written: position - 1, sessions: [session], isJudgedAlone: isJudgedAlone)
    cache.knownRace = nil
    guard cache.race?.session == race else { return }
    let folded: Void? = try log.unlessDamaged(race, leavingOut: .rows) {
      try foldRace(race, through: position - 1)
    }
    if folded == nil { cache.race = nil }
  }

  /// Folds a race into the cache.
  ///
  /// `position` is that of the last event to fold; nil for the newest.
  ///
  /// - Complexity: O(n log n) in the events that the cached race lacks.
  mutating func foldRace(_ race: Int, through position: Int? = nil) throws {
    if cache.race?.session != race { cache.race = FoldedRace(race) }
    let (last, stale) = (try position ?? max(newestPosition, self.position), staleRaces[race])
    // The event may be the one by which a session no longer joins it.
    let joined = { [log] (uid: EventID) in try log.streams(of: uid) + (stale?.sessions ?? []) }
    do {
      try cache.race?.inPlace { folded in
        if let written = stale?.written, folded.written != written {
          try folded.applyNewest(of: log, through: written, joined: joined)
          folded.noteRowsAreWritten(through: written)
          if comparesPlaces, let reading { folded.notePlaces(at: reading) }
          if comparesPlaces, let removed, let event = appended.last {
            folded.removed = (event, folded.race.result(ofCrossing: removed, folded.judged))
          }
        }
        try folded.applyNewest(of: log, through: last, joined: joined)
      }
    } catch {
      cache.race = nil
      throw error
    }
  }

  /// Writes the rows of the races that were changed other than by their rows.
  ///
  /// - Complexity: O(n log n) in the events of the races that are not cached.
  mutating func foldStaleRaces() throws {
    for session in staleRaces.keys.sorted() { try foldStaleRace(session) }
  }

  /// Writes the rows of races that have those of the events through a position; the events since then
  /// are of these sessions of each.
  mutating func fold(_ races: [Int: Set<Int>], rowsWrittenThrough position: Int) throws {
    cache.forgetRows()
    for (race, sessions) in races where try sessions.contains(race) || isRace(race) {
      staleRaces[race] = StaleRace(written: position, sessions: sessions, isJudgedAlone: false)
    }
    try foldStaleRaces()
  }

  private mutating func foldStaleRace(_ session: Int) throws {
    cache.knownRace = nil
    let rows = try folded(session) { race in
      race.settle()
      return race.changedRows
    }
    // If it is damaged, the event is appended all the same, to a race without rows.
    if rows == nil { cache.race = nil }
    try tables.replace(rows ?? RaceRows(), of: session)
    places[session] = cache.race?.placesChanged
    cache.race?.noteRowsAreWritten()
    staleRaces[session] = nil
  }

  /// Folds all events of a race so far, and returns what a function reads from it; nil if it has a
  /// damaged event.
  private mutating func folded<Value>(
    _ session: Int, _ read: (inout FoldedRace) -> Value
  ) throws -> Value? {
    try log.unlessDamaged(session, leavingOut: .rows) {
      try foldRace(session)
      return cache.race?.inPlace(read)
    }
  }

  /// Writes the rows of a race before a crossing, if corrections of the transaction have changed it:
  /// the crossing can then be judged from them.
  ///
  /// After a crossing that could not, the next ones are judged by the fold, which costs less.
  mutating func writeRows(beforeCrossingOf session: Int) throws {
    guard isStreamed, let stale = staleRaces[session], stale.isJudgedAlone, !stale.hasCrossings
    else { return }
    try foldStaleRace(session)
  }

  /// Adds to a receipt what its race says of the newest event, if more commands may follow: the
  /// crossing that it records or amends, and whether its runner is entered.
  ///
  /// Only the end of the transaction judges a race in which one crossing may change all runners.
  mutating func addState(to receipt: inout Receipt) throws {
    receipt.crossing = crossing
    guard isStreamed, crossing == nil, let race = try race(of: receipt.session, receipt.profile)
    else { return }
    // The rows do not have formats that were set in this transaction.
    if race == receipt.session, receipt.profile.plan.race?.judgesRunnersAlone == false {
      staleRaces[race]?.isJudgedAlone = false
    }
    let event: CrossingRow.Event
    switch receipt.kind {
    case .race(.waveStarted(_, let format?)), .race(.wavePlanned(_, let format)):
      if !format.judgesRunnersAlone { staleRaces[race]?.isJudgedAlone = false }
      return
    case .race(.assigned(_, let bib?)), .race(.linked(_, let bib)):
      receipt.isEntered = try isEntered(bib, in: race)
      return
    case .race(.crossed):
      event = CrossingRow.Event(session: receipt.session, version: receipt.version)
    case .amended(let id, _):
      guard let target = try log.event(id), case .race(.crossed) = target.event.kind else { return }
      event = CrossingRow.Event(session: target.session, version: target.event.version)
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .removed, .reverted, .discarded, .race, .unknown:
      return
    }
    guard let stale = staleRaces[race] else { return }
    guard stale.isJudgedAlone else {
      receipt.isProvisional = true
      staleRaces[race]?.provisional.append((receipt.id, event))
      return
    }
    staleRaces[race]?.hasCrossings = true
    let isNew = receipt.kind.isCrossing
    let judged = try folded(race) { race in
      if isNew { race.settle(crossing: event.version) } else { race.settle() }
      return race.crossing(event.version, of: event.session)
    }
    guard let judged else {
      // It is damaged, and not read again for each line.
      staleRaces[race]?.isJudgedAlone = false
      return
    }
    receipt.crossing = judged
  }

  /// Notes the crossings so far that only the end of the transaction would judge, as they are before
  /// another event than a crossing, which may change them.
  ///
  /// A transaction judges a race for them 32 times at most: it takes 0.1 ms with 50 runners of six
  /// laps, 0.4 with forty laps, and 5 ms with 5,000 runners, so that 3,000 lines which alternate
  /// would keep others waiting for 8 s. Further crossings are as they are at its end.
  mutating func judgeProvisionalCrossings() throws {
    for (session, race) in staleRaces where !race.provisional.isEmpty && race.judgments < 32 {
      staleRaces[session]?.judgments += 1
      staleRaces[session]?.provisional = []
      let judged = try folded(session) { folded in
        folded.settle()
        return race.provisional.map { _, event in
          folded.crossing(event.version, of: event.session)
        }
      }
      for (waiting, crossing) in zip(race.provisional, judged ?? []) {
        provisional[waiting.id] = crossing
      }
    }
  }

  /// Whether a runner is entered in a race after the newest event.
  private mutating func isEntered(_ bib: String, in session: Int) throws -> Bool {
    guard staleRaces[session] != nil else { return try log.hasEntry(bib, in: session) }
    return try log.unlessDamaged {
      try foldRace(session)
      return cache.race?.race.entry(bib) != nil
    } ?? true
  }
}

/// A race whose rows lack the last events.
struct StaleRace {
  /// The position of the last event that they have.
  var written: Int
  /// The sessions of the events since then.
  var sessions: Set<Int>
  /// Whether each runner is judged alone, so that a crossing costs little more than its runner.
  var isJudgedAlone: Bool
  /// Whether a crossing since then was judged by the fold.
  var hasCrossings = false
  /// The crossings that are judged later, by their ids; those of amended ones by the ids of the
  /// amendments.
  var provisional: [(id: EventID, crossing: CrossingRow.Event)] = []
  /// The number of times that it was judged for these.
  var judgments = 0
}

/// The row of a race's session after some crossings, which is written after the last of them.
///
/// A crossing changes the counts of the row, and the next crossing changes them again. Only the end
/// of the transaction, or another event, needs them.
struct DeferredRow {
  let session: Int
  let uid: EventID
  /// The state in the row.
  let written: Summary
  /// The state after the newest crossing.
  var newest: Summary
}

extension Appender {
  /// Writes the row of a session after one of its events, or defers it after a crossing.
  mutating func putRow(
    _ summary: Summary, from before: Summary?, _ session: Int, _ uid: EventID, after event: Event
  ) throws {
    guard let before, event.kind.isCrossing, summary.isDeferrable(after: before) else {
      try writeDeferredRow()
      return try tables.put(summary, from: before, session, uid)
    }
    if deferred == nil {
      deferred = DeferredRow(session: session, uid: uid, written: before, newest: summary)
    } else {
      deferred?.newest = summary
    }
  }

  mutating func writeDeferredRow() throws {
    guard let row = deferred else { return }
    deferred = nil
    try tables.put(row.newest, from: row.written, row.session, row.uid)
  }
}

extension Summary {
  /// Whether the row of a session may wait after a crossing: it is a race's own, and nothing has
  /// changed that the next crossing reads from it.
  ///
  /// A crossing changes the number of events and the readings, and by these perhaps the phase.
  fileprivate func isDeferrable(after before: Summary) -> Bool {
    profile.plan.isRace && profile.timingPoint == nil && storedPhase == before.storedPhase
  }
}

extension Request {
  /// Whether the latest crossing of a race is its moment, or part of its answer: that to a stop says
  /// how long ago it was.
  var needsLatestCrossing: Bool {
    if case .stop = command { true } else { time == .last }
  }

  /// Whether the request can be decided from cached summaries.
  var usesCachedSummary: Bool { command.isCrossing && !mayBeRepeated }
}

extension Command {
  var isCrossing: Bool { if case .race(.crossed) = self { true } else { false } }
}
