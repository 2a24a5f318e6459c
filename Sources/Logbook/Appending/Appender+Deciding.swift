import EventLog
import Racing
import SQLite
package import Text
package import Timing

/// Times without a date or an offset, whose moments depend on the session.
extension Appender {
  /// Decides a request whose stated time may mean several moments: the first that is not refused,
  /// and of a time of day near another event, the nearer one before the other.
  ///
  /// If all are refused, the error is the refusal of that moment.
  mutating func decideStated(
    _ request: Request, _ summary: Summary, _ number: Int, at reading: Reading,
    _ latestCrossing: Duration?
  ) throws -> (kind: Event.Kind, time: EventTime) {
    guard let stated = request.stated else {
      return try decide(request, summary, number, at: reading, latestCrossing)
    }
    let now = request.instant.recordedAt
    let anchor = try anchor(of: stated, in: request, summary, number)
    var moments: [Moment]
    do throws(MomentTextError) {
      let (first, second) = try stated.moments(near: anchor)
      moments = [first] + [second].compactMap(\.self)
      if anchor != now, let second, second - anchor < anchor - first { moments.swapAt(0, 1) }
    } catch {
      throw Rejection.noMoment(error)
    }
    var refused: Rejection?
    for moment in moments {
      do {
        return try decide(request.stating(moment), summary, number, at: reading, latestCrossing)
      } catch Rejection.refused(let refusal, let session, _) {
        refused = refused ?? .refused(refusal, session: session, at: moment)
      }
    }
    throw refused ?? Rejection.noMoment(.skipped)
  }

  /// Returns the moment to which a time of day is nearest; also of a repeated hour of a given day.
  ///
  /// For an amendment, it is that of the target; for a time of day in a session whose latest press
  /// was on an earlier day, that of the press, or 6 h after the start if that is later; else now.
  private mutating func anchor(
    of stated: StatedTime, in request: Request, _ summary: Summary, _ number: Int
  ) throws -> Moment {
    let now = request.instant.recordedAt
    switch request.command {
    case .amend:
      return try momentOfTarget(of: request.command, summary, number)
        ?? latestPress(of: summary, number) ?? now
    case _ where !stated.isTimeOfDay: return now
    // It begins something now.
    case .start: return now
    // A session that runs is mostly still being timed.
    case .lap where summary.stopwatch.runningSince != nil: return now
    case .mark where summary.stopwatch.runningSince != nil: return now
    case .stop, .resume, .lap, .mark, .undo, .redo, .remove, .plan, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .join, .assign, .order:
      let press = summary.latestPress().flatMap(summary.moment(atPlace:))
      if let press, stated.isToday(press) { return now }
      guard let latest = try latestPress(of: summary, number), !stated.isToday(latest) else {
        return now
      }
      let start = summary.startPlace.flatMap(summary.moment(atPlace:)) ?? latest
      return max(latest, start + Self.leastAnchor)
    }
  }

  /// The least time from the start to the anchor.
  ///
  /// Soon after the start, most times of the session are still to come: with this anchor, those up
  /// to 18 h after the start are the nearest.
  private static let leastAnchor = Duration.seconds(6 * 3600)

  private mutating func latestPress(of summary: Summary, _ number: Int) throws -> Moment? {
    let mayCross = summary.profile.plan.isRace || summary.profile.timingPoint != nil
    let crossing = mayCross ? try foldUnlessDamaged(number, summary.version)?.latestCrossing() : nil
    return summary.latestPress(orCrossing: crossing).flatMap(summary.moment(atPlace:))
  }

  private mutating func momentOfTarget(
    of command: Command, _ summary: Summary, _ number: Int
  ) throws -> Moment? {
    guard let session = try foldUnlessDamaged(number, summary.version),
      let reference = command.references.first
    else { return nil }
    guard let event = try namedEvents(of: command, number)[reference] else {
      return session.moment(of: reference)
    }
    return session.moment(of: .id(event.id)) ?? event.place.flatMap(summary.moment(atPlace:))
  }
}

/// Commands that name races, events of other sessions and courses.
extension Appender {
  /// Returns a command with the race that it joins, by its id, and with the point.
  ///
  /// Without a point, it is the finish; that of a race which this log lacks is called `finish`.
  func withRace(_ command: Command) throws -> Command {
    guard case .join(let name, let point, let priority) = command else { return command }
    let race: EventID
    var finish = "finish"
    if case .uid(let uid) = SessionReference(name), try !log.has(uid) {
      race = uid
    } else {
      let number = try log.sessionNumber(named: name)
      if let summary = try currentSummary(of: number) {
        guard let format = summary.profile.plan.race else {
          if let race = try self.race(of: number, summary.profile) {
            throw Rejection.joinsPoint(session: number, race: race)
          }
          throw Rejection.refused(.noRace, session: number)
        }
        finish = format.finishPoint
      }
      race = try uid(of: number)
    }
    return .race(.joined(race: race, point: point ?? finish, priority: priority))
  }

  /// Returns a command that names a course with the segments of the course's newest session, if it
  /// names none; a course that no session has is rejected.
  func withSegments(_ command: Command) throws -> Command {
    guard let course = command.courseWithoutSegments else { return command }
    guard let segments = try log.newestAttempt(ofCourse: course)?.segments else {
      throw Rejection.unknownCourse(course, suggestion: try log.course(similarTo: course))
    }
    return command.with(segments: segments)
  }

  /// Returns the number of the race that a session is, or of which it times a point; nil for other
  /// sessions, and if the log does not have the race.
  func race(of number: Int, _ profile: Profile) throws -> Int? {
    if profile.plan.isRace { return number }
    return try profile.timingPoint.flatMap { try log.number(ofSession: $0.race) }
  }

  /// Returns the events that a command names by ids or by the numbers of other sessions, as
  /// ``Session/decide(_:_:named:passingOver:)`` takes them, as the log had them at a position, or has
  /// them now.
  ///
  /// - Complexity: O(log n) for an `assign`; else O(n) in the events of the race, if there are any.
  mutating func namedEvents(
    of command: Command, _ number: Int, through position: Int? = nil
  ) throws -> [EventReference: (id: EventID, place: Duration?)] {
    var named: [EventReference: (id: EventID, place: Duration?)] = [:]
    for reference in command.references {
      switch reference {
      case .id(let id): named[reference] = (id, nil)
      case .stream(let session, let event):
        named[reference] = try log.id(ofEvent: event, in: session).map { ($0, nil) }
      case .number, .event, .start, .stop: break
      }
    }
    guard !named.isEmpty else { return [:] }
    let streams = Set(try log.streams(of: uid(of: number)))
    let crossings = try named.filter { _, event in
      guard let logged = try log.event(event.id), streams.contains(logged.session) else {
        return false
      }
      return logged.event.kind.isCrossing
    }
    guard !crossings.isEmpty else { return named }
    // Any crossing can be assigned; the others depend on its place.
    if case .assign = command { return named.mapValues { ($0.id, .zero) } }
    let race: Race?
    if let position {
      race = try log.race(number, throughPosition: position)
    } else {
      try foldRace(number)
      race = cache.race?.race
    }
    for (reference, event) in crossings {
      named[reference]?.place = race?.place(ofCrossing: event.id)
    }
    return named
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

  /// Returns a command that names a course with its segments; nil leaves it as it is.
  func with(segments: [String]?) -> Command {
    switch (self, segments) {
    case (.start(var start), let segments?):
      start.plan.segments = segments
      return .start(start)
    case (.plan(var change, let format), let segments?):
      change.segments = .set(segments)
      return .plan(change, format: format)
    default: return self
    }
  }
}

/// The source of the events that a pad recorded: `pad NAME`.
package enum PadSource {
  private static let prefix = "pad "

  /// Returns the source of the events of a pad.
  package static func of(_ name: String) -> String { prefix + name }

  static func has(_ source: String) -> Bool { source.hasPrefix(prefix) }

  /// The condition for other events in SQL.
  static let isOther = "source NOT GLOB '\(prefix)*'"
}

extension Logbook {
  /// Returns the events of a session that an undo and a redo pass over: the newer ones of pads, which
  /// only a correction that names them changes.
  ///
  /// `known` are events of pads, which are not read again.
  package func eventsPassedByUndo(
    in session: Session, including known: Set<EventID> = []
  ) throws -> Set<EventID> {
    try session.eventsPassedByUndo { id in
      try known.contains(id) || event(id).map { PadSource.has($0.source) } ?? false
    }
  }
}

extension Appender {
  /// Returns the events of a session that a command passes over.
  func events(passedBy command: Command, in session: Session) throws -> Set<EventID> {
    command == .undo || command == .redo ? try log.eventsPassedByUndo(in: session) : []
  }
}
