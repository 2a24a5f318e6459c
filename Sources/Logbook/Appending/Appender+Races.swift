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
      if let summary = try currentSummary(of: number) {
        guard let format = summary.profile.plan.race else {
          if let race = try self.race(of: number, summary.profile) {
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
  /// ``Session/decide(_:_:named:)`` takes them, as the log had them at a position, or has them now.
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
