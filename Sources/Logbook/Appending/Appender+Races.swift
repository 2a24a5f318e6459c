import EventLog
import Racing
import SQLite
import Text
import Timing

/// Commands that name races, events of other sessions and courses.
extension Appender {
  /// Returns a command with the race that it joins, by its id, and with the point.
  ///
  /// A race that this log does not have is named by its uid; its finish is then called `finish`.
  func withRace(_ command: Command) throws -> Command {
    guard case .join(let name, let point, let priority) = command else { return command }
    let race: EventID
    var finish = "finish"
    if case .uid(let uid) = SessionReference(name), try !log.has(uid) {
      race = uid
    } else {
      let number = try log.sessionNumber(named: name)
      if let row = try tables.row(of: number) {
        let summary = row.summary
        guard let format = summary.profile.plan.race else {
          if let race = try self.race(of: number, summary) {
            throw Rejection.joinsPoint(session: number, race: race)
          }
          throw Rejection.refused(.noRace, session: number)
        }
        if case .points(let points) = format.finish, let last = points.last { finish = last }
      }
      race = try uid(of: number)
    }
    return .race(.joined(race: race, point: point ?? finish, priority: priority))
  }

  /// Returns a command that names a course with the segments of the course's newest session, if it
  /// names none; a course that no session has is rejected.
  func withSegments(_ command: Command) throws -> Command {
    guard let course = command.courseWithoutSegments else { return command }
    guard let segments = try log.segments(ofCourse: course) else {
      throw Rejection.unknownCourse(course, suggestion: try log.course(similarTo: course))
    }
    return command.with(segments: segments)
  }

  /// Returns the number of the race that a session is, or of which it times a point; nil for other
  /// sessions, and if the log does not have the race.
  func race(of number: Int, _ summary: Summary) throws -> Int? {
    if summary.profile.plan.isRace { return number }
    return try summary.profile.timingPoint.flatMap { try log.number(ofSession: $0.race) }
  }

  /// Returns the rejection of a command that the race's own session would take.
  mutating func timesPoint(_ number: Int, of race: EventID) throws -> Rejection {
    let own = try log.number(ofSession: race)
    return .timesPoint(
      session: number, of: race, race: own, isForeign: try own.map { try isForeign($0) } ?? false)
  }

  /// Returns a command with the ids of events of other sessions instead of their numbers.
  func withIDs(_ command: Command) throws -> Command {
    try command.mapReferences { reference in
      guard case .stream(let session, let event) = reference else { return reference }
      return try log.id(ofEvent: event, in: session).map { .id($0) } ?? reference
    }
  }

  /// Returns the places of the crossings of other streams that a command of a race names, as the log
  /// had them at a position, or has them now.
  ///
  /// - Complexity: O(log n) for an `assign`; else O(n) in the events of the race, if there are any.
  mutating func joinedCrossings(
    of command: Command, _ number: Int, through position: Int? = nil
  ) throws -> [EventID: Duration] {
    let ids = command.references.compactMap { reference -> EventID? in
      if case .id(let id) = reference { id } else { nil }
    }
    guard !ids.isEmpty else { return [:] }
    let streams = Set(try log.streams(of: uid(of: number)))
    var places: [EventID: Duration] = [:]
    for id in ids {
      guard let logged = try log.event(id), streams.contains(logged.session),
        case .race(.crossed) = logged.event.kind
      else { continue }
      places[id] = .zero
    }
    // Any crossing can be assigned; the others depend on its place.
    if case .assign = command { return places }
    guard !places.isEmpty else { return [:] }
    let race: Race?
    if let position {
      race = try log.race(number, throughPosition: position)
    } else {
      try foldRace(number)
      race = cache.race?.race
    }
    for id in places.keys { places[id] = race?.place(ofCrossing: id) }
    return places
  }
}

extension Command {
  /// The course that it names without the segments; nil for other commands.
  var courseWithoutSegments: String? {
    if case .start(let start) = self, start.plan.segments == nil { return start.plan.course }
    if case .plan(let change, _) = self, change.segments == .unchanged {
      return change.course.value
    }
    return nil
  }

  /// Returns a command that names a course with its segments.
  func with(segments: [String]) -> Command {
    if case .start(var start) = self {
      start.plan.segments = segments
      return .start(start)
    }
    if case .plan(var change, let format) = self {
      change.segments = .set(segments)
      return .plan(change, format: format)
    }
    return self
  }
}

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
    let number = try session(for: first, openSessions(at: reading(of: first)))
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
        try (owners[chip] ?? races.owners(ofChip: chip, in: number).first { $0.place == nil }?.bib)
          == change.bib
      }
      if isOwner,
        let former = try EntryRow.read(RaceRowKey(text: change.bib), of: number, in: connection)?
          .entry, !change.changes(former)
      {
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
