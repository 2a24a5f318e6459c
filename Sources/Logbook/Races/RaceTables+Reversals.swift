import EventLog
import Racing
import SQLite
import Text
import Timing

/// Undo, redo and removals of crossings, rulings, assignments and withdrawals, from the rows.
extension RaceTables {
  /// Returns the id of a crossing or ruling of a race's own session that can be removed; nil if the
  /// tables do not have it.
  func removable(_ version: Int, in session: Int, of log: Logbook) throws -> EventID? {
    let event = CrossingRow.Event(session: session, version: version)
    if let crossing = try id(ofCrossing: event, in: session) { return crossing }
    guard try exist(), let event = try log.event(version, of: session),
      case .race(.ruled(let ruling)) = event.kind,
      try decisions(about: ruling.bib, in: session).contains(where: { $0.event == version })
    else { return nil }
    return event.id
  }

  /// Returns a correction with the other events that it needs; nil if past events are needed.
  func complete(
    _ single: RaceCorrection.Single, _ session: Int, of log: Logbook
  ) throws -> RaceCorrection.Single? {
    guard try exist() else { return nil }
    var single = single
    let subject: String
    switch single.event.kind {
    case .race(.crossed): subject = single.event.id.description
    case .race(.ruled(let ruling)): subject = ruling.bib
    case .race(.withdrawn(let bib)): subject = bib
    case .race(.assigned(let id, _)):
      guard let target = try log.event(id), target.session == session else { return nil }
      single.target = target.event
      subject = id.description
    case .removed(let id):
      guard let target = try log.event(id), target.session == session else { return nil }
      single.target = target.event
      single.reverted?.target = target.event
      switch target.event.kind {
      case .race(.crossed): subject = id.description
      case .race(.ruled(let ruling)): subject = ruling.bib
      case .race, .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
        .identified, .planned, .amended, .removed, .reverted, .discarded, .unknown:
        return nil
      }
    case .race(.entered), .race(.waveStarted), .race(.wavePlanned), .race(.linked), .race(.ordered),
      .race(.joined), .race(.clocksCompared), .started, .stopped, .resumed, .lapped, .timestamped,
      .named, .tagged, .untagged, .identified, .planned, .amended, .reverted, .discarded, .unknown:
      return nil
    }
    for row in try decisions(about: subject, in: session) where row.event != single.event.version {
      switch row.kind {
      case .ruled, .assigned:
        guard let event = try log.event(row.event, of: session) else { return nil }
        single.others.append(event)
      case .amended, .removed, .idle: break
      }
    }
    return single
  }

  /// Updates the rows with a correction of one event.
  ///
  /// - Parameters:
  ///   - single: the event.
  ///   - after: the race's own session after the correction.
  ///   - clock: the race's clock.
  ///   - race: the race.
  /// - Returns: false, whatever was written, if the race must be folded.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(k log n) in the crossings, rulings and assignments of the runners concerned.
  func apply(
    _ single: RaceCorrection.Single, _ after: Summary, _ clock: WaveRow.Clock,
    _ race: inout KnownRace
  ) throws -> Bool {
    let (event, session) = (single.event, race.session)
    switch event.kind {
    case .race(.crossed):
      guard try !isCorrected(event.id, in: session) else { return false }
      return try replace(event, stands: single.stands, single.others.last, after, clock, &race)
    case .race(.ruled(let ruling)):
      guard try !isCorrected(event.id, in: session) else { return false }
      try set(DecisionRow(.ruled, of: ruling.bib, event: event.version), single.stands, session)
      return try rejudge(ruling.bib, by: single.others.with(event, single.stands), clock, &race)
    case .race(.assigned(let id, _)):
      let row = DecisionRow(.assigned, of: id.description, event: event.version)
      try set(row, single.stands, session)
      guard let crossing = single.target else { return false }
      return try reassign(
        crossing, by: single.others.with(event, single.stands).last, clock, &race)
    case .removed(let id):
      let row = DecisionRow(.removed, of: id.description, event: event.version)
      let rows = try decisions(about: row.target, in: session)
      guard let target = single.target else { return false }
      if !single.stands {
        // Another removal may go on, and an amendment moves the crossing.
        guard rows.contains(row), rows.allSatisfy({ $0 == row || $0.kind == .assigned }) else {
          return false
        }
      }
      try set(row, single.stands, session)
      guard case .race(.ruled(let ruling)) = target.kind else {
        let isThere = try crossing(key(of: target, session), in: session) != nil
        guard isThere == single.stands else { return false }
        return try replace(
          target, stands: !single.stands, single.others.last, after, clock, &race)
      }
      guard single.others.contains(target) == single.stands else { return false }
      try set(DecisionRow(.ruled, of: ruling.bib, event: target.version), !single.stands, session)
      return try rejudge(ruling.bib, by: single.others.with(target, !single.stands), clock, &race)
    case .race(.withdrawn(let bib)):
      return try setEntry(bib, to: single.entry, rulings: single.others, clock, &race)
    case .race(.entered), .race(.waveStarted), .race(.wavePlanned), .race(.linked), .race(.ordered),
      .race(.joined), .race(.clocksCompared), .started, .stopped, .resumed, .lapped, .timestamped,
      .named, .tagged, .untagged, .identified, .planned, .amended, .reverted, .discarded, .unknown:
      return false
    }
  }

  /// Updates the decisions with a correction of a folded session, which may take them back.
  ///
  /// - Parameters:
  ///   - version: the number of the correction within the session.
  ///   - folded: the race's own session after the correction.
  ///   - session: the number of that session.
  /// - Returns: false if the race must be folded.
  /// - Throws: `DatabaseError`.
  func updateDecisions(
    _ version: Int, of folded: Session, _ session: Int
  ) throws(DatabaseError) -> Bool {
    func update(_ version: Int) throws(DatabaseError) {
      guard let (row, stands) = folded.decision(version) else { return }
      try set(row, stands, session)
    }
    var next: Int? = version
    var isReversal = false
    while let version = next {
      try update(version)
      isReversal = if case .reverted = folded.event(version: version)?.kind { true } else { false }
      next = folded.target(of: version)
      // Corrections of an event that is taken back are idle.
      if isReversal, let next, folded.isCorrected(next) { return false }
    }
    let roots = folded.roots(of: version)
    if roots.count > 1 {
      for root in roots {
        if folded.isCorrected(root) { return false }
        try update(root)
      }
    }
    return true
  }

  /// Judges a runner again by these rulings, in their order.
  private func rejudge(
    _ bib: String, by rulings: [Event], _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    // The rulings of another spelling are not among them.
    guard !bib.mayHaveOtherSpelling else { return false }
    return try rejudge(bib, clock, &race) { runner in
      runner.liftRulings()
      for event in rulings {
        if case .race(.ruled(let ruling)) = event.kind { runner.apply(ruling.decision) }
      }
    }
  }

  /// Gives a crossing to the runner of its latest assignment; without one, to that of its bib or
  /// chip.
  private func reassign(
    _ crossing: Event, by assignment: Event?, _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    let session = race.session
    guard var row = try self.crossing(key(of: crossing, session), in: session),
      let bib = try bib(of: crossing, assignment, at: row.place, session)
    else { return false }
    row.bib = bib
    row.passage = nil
    row.flags = row.flags.intersection(.ofPlace)
    if assignment == nil, try !isCorrected(crossing.id, in: session) { row.flags.remove(.amended) }
    if assignment != nil { row.flags.insert(.amended) }
    return try replace(row.event, crossing.id, by: row, clock, &race)
  }

  /// Adds or deletes the row of a crossing that has no amendment.
  private func replace(
    _ crossing: Event, stands: Bool, _ assignment: Event?, _ after: Summary,
    _ clock: WaveRow.Clock, _ race: inout KnownRace
  ) throws -> Bool {
    let key = key(of: crossing, race.session)
    guard stands else { return try replace(key, crossing.id, by: nil, clock, &race) }
    guard case .race(.crossed(let received)) = crossing.kind,
      let place = after.place(
        ofEarlier: crossing, among: try readings(near: crossing, after, race.session)),
      place >= after.stopwatch.latest ?? place,
      let bib = try bib(of: crossing, assignment, at: place, race.session)
    else { return false }
    var row = CrossingRow(
      event: key, bib: bib, crossing: received, at: crossing.at, place: place,
      runningTime: after.runningTime(atPlace: place), flags: [])
    if crossing.basis != .measured { row.flags.insert(.stated) }
    if assignment != nil { row.flags.insert(.amended) }
    return try replace(key, crossing.id, by: row, clock, &race)
  }

  /// Returns the readings by which the stated time of an earlier event is placed; nil for another
  /// time, and if the tables lack one.
  private func readings(
    near event: Event, _ after: Summary, _ session: Int
  ) throws(DatabaseError) -> SoundReadings? {
    guard event.basis == .stated else { return nil }
    return try NearReadings(of: session, after, before: event.version, in: connection)?
      .near(event.at)
  }

  /// Returns the bib of a crossing at a place, inner nil for nobody; nil if the race must be
  /// folded.
  private func bib(
    of crossing: Event, _ assignment: Event?, at place: Duration, _ session: Int
  ) throws -> String?? {
    guard case .race(.crossed(let received)) = crossing.kind else { return nil }
    if case .race(.assigned(_, let bib)) = assignment?.kind { return .some(bib) }
    guard received.bib == nil, let chip = received.chip.map(RaceEvent.comparable(chip:)) else {
      return .some(received.bib)
    }
    guard chip.isASCII, try !hasOtherSpelling(ofChip: chip, in: session) else { return nil }
    return .some(try owner(ofChip: chip, at: place, in: session))
  }

  private func key(of crossing: Event, _ session: Int) -> CrossingRow.Event {
    CrossingRow.Event(session: session, version: crossing.version)
  }

  /// Writes a decision, or deletes it.
  private func set(
    _ decision: DecisionRow, _ stands: Bool, _ session: Int
  ) throws(DatabaseError) {
    if stands {
      try decision.write(session, to: connection)
    } else {
      try DecisionRow.delete(decision.key, of: session, in: connection)
    }
  }

  /// Whether an amendment or removal of a crossing or ruling stands.
  private func isCorrected(_ id: EventID, in session: Int) throws -> Bool {
    try decisions(about: id.description, in: session).contains { row in
      switch row.kind {
      case .amended, .removed, .idle: true
      case .ruled, .assigned: false
      }
    }
  }

  /// Returns the decisions about a runner, crossing or ruling that stand, in the order of their
  /// arrival.
  func decisions(about target: String, in session: Int) throws -> [DecisionRow] {
    let statement = try connection.cached(
      "SELECT event, kind FROM race_decisions WHERE session = ? AND target = ? ORDER BY event"
    ).bind(session, target)
    defer { statement.reset() }
    var rows: [DecisionRow] = []
    while try statement.step() {
      guard let kind = DecisionRow.Kind(rawValue: statement.text(1)) else {
        throw LogError.inconsistent(.malformed(column: "kind"))
      }
      rows.append(DecisionRow(kind, of: target, event: Int(statement.int(0))))
    }
    return rows
  }
}

extension [Event] {
  /// The events with another one, in the order of their arrival, or without it.
  fileprivate func with(_ event: Event, _ isIn: Bool) -> [Event] {
    var events = filter { $0.version != event.version }
    if isIn { events.insert(event, at: events.partitioningIndex { $0.version > event.version }) }
    return events
  }
}

extension Logbook {
  /// Returns an event by its number within its session; nil if there is none.
  ///
  /// - Complexity: O(log n).
  func event(_ version: Int, of session: Int) throws -> Event? {
    var found: Event?
    try forEachEvent(of: session, after: version - 1, through: version) { found = $0 }
    return found
  }
}
