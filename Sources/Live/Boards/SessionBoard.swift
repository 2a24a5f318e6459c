package import Racing
package import Text
package import Timing

/// A session with all that a screen needs at each tick, computed once per event.
package struct SessionBoard: Sendable {
  /// The session's number in its log; nil if the log has no session yet.
  package var number: Int?
  private var fold: SessionFold
  /// The session to which the keys of the screen append, if it times a point of a race; nil: the
  /// session itself.
  package var timedPoint: TimedPoint?
  /// Whether it belongs to another device, so that the log refuses its events here.
  package var isForeign = false
  /// The other sessions of the log.
  package var others = OtherSessions.idle
  /// Whether several sessions of the log run or count down.
  package var severalRun = false
  /// The events that undo passes over.
  var passedByUndo: Set<EventID> = [] { didSet { updateCorrections() } }
  /// Whether there is something to undo.
  package var canUndo: Bool { nextUndone != nil }
  /// The event that undo takes back; nil if there is none.
  package private(set) var nextUndone: Event?
  /// Whether there is something to redo.
  package private(set) var canRedo = false
  /// The format of times, on which the rows of the laps depend.
  package let times: StopwatchLabel
  /// The rows of the laps.
  package private(set) var lapTable: LapTable
  /// The course and the comparison of the attempt; nil without a course.
  package var course: CourseComparison? {
    didSet { updateTrack() }
  }
  /// The segments that the attempt has passed.
  package private(set) var track = Track(name: "", splits: [])
  /// The number of entries in the list of laps and timestamps.
  package var entryCount: Int { session.laps.count + session.timestamps.count }

  /// Creates the board of a session.
  package init(
    number: Int?, session: Session = Session(), times: StopwatchLabel = StopwatchLabel()
  ) {
    self.number = number
    fold = .plain(session)
    self.times = times
    lapTable = LapTable([], times)
    foldRace()
    update()
  }

  /// The session.
  package var session: Session { fold.session }

  /// A start like the session's first one, which was taken back.
  package var start: Event.Start {
    guard case .started(let start)? = session.events.first?.kind else { return Event.Start() }
    return start
  }

  /// The command of the space bar, the main button of a stopwatch.
  ///
  /// The screen of one session starts the next one after a finish, and the board of a race that is
  /// running records a crossing, instead.
  package func mainCommand(in phase: Phase) -> Command {
    switch phase {
    case .ready, .countdown, .discarded: .start(start)
    case .running: .stop
    case .stopped, .finished: .resume
    }
  }

  /// The race; nil for a session that is none.
  package var race: Race? { fold.race }

  /// The board after more events.
  package func adding(_ events: some Collection<Event>) -> SessionBoard {
    changed(by: events.lazy.map { ($0, nil) })
  }

  /// The board at the beginning of a tape.
  package static func beginning(
    of tape: Tape, number: Int, times: StopwatchLabel
  ) -> SessionBoard {
    var board = SessionBoard(number: number, times: times)
    if tape.entries.contains(where: { $0.stream != nil }) { board.fold = .race(Race()) }
    return board
  }

  /// The board after more events of a tape.
  package func adding(_ played: ArraySlice<Tape.Entry>) -> SessionBoard {
    changed(by: played.lazy.map { ($0.event, $0.stream) })
  }

  /// The board after more events of the sessions that joined its race.
  package func adding(_ events: [(event: Event, stream: EventID)]) -> SessionBoard {
    changed(by: events.lazy.map { ($0.event, $0.stream) })
  }

  private func changed(
    by events: some Collection<(event: Event, stream: EventID?)>
  ) -> SessionBoard {
    var board = self
    board.fold.apply(events)
    board.foldRace()
    board.update()
    return board
  }

  /// Folds the race from its first event on, once the session has become one.
  private mutating func foldRace() {
    guard case .plain(let session) = fold, session.summary.profile.plan.race != nil else { return }
    fold = .race(Race(session))
  }

  private mutating func updateTrack() {
    guard let course else { return }
    track = Track(session.laps, session: number, name: "", count: course.names.count)
  }

  private mutating func update() {
    updateTrack()
    lapTable = LapTable(session.laps, times)
    updateCorrections()
  }

  private mutating func updateCorrections() {
    if case .reverted(let id, _)? = decision(on: .undo) {
      nextUndone = session.event(id)
    } else {
      nextUndone = nil
    }
    canRedo = decision(on: .redo) != nil
  }

  /// The event of a correction at any moment; nil if it would be refused.
  private func decision(on command: Command) -> Event.Kind? {
    guard let reading = session.events.last?.reading else { return nil }
    do throws(Refusal) {
      return try session.decide(command, .now(reading), passingOver: passedByUndo)
    } catch {
      return nil
    }
  }

  /// The start of a clock, of the session or of a wave, that undo would take back while it runs or
  /// after it has run; nil if undo takes back another event, or a countdown.
  package func startToUndo(in phase: Phase) -> Event? {
    guard let event = nextUndone, phase != .countdown else { return nil }
    return switch event.kind {
    case .started, .race(.waveStarted): event
    case .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged, .identified,
      .planned, .amended, .removed, .reverted, .discarded, .race, .unknown:
      nil
    }
  }
}

/// A session that times a point of a race on a screen.
package struct TimedPoint: Hashable, Sendable {
  /// Its number in its log.
  package var session: Int
  /// The name of the point.
  package var name: String

  package init(session: Int, name: String) {
    self.session = session
    self.name = name
  }
}

/// The other sessions of the log: while one of them runs or counts down, no key starts another.
package enum OtherSessions: Hashable, Sendable {
  case idle
  /// At least one runs until this boot time, the limit of the last one; nil without a limit.
  case running(until: Duration?)

  /// The time that they run after a boot time: zero if they are idle, nil if they have no limit.
  package func remainingTime(after ticks: Duration) -> Duration? {
    switch self {
    case .idle: .zero
    case .running(let end): end.map { max(.zero, $0 - ticks) }
    }
  }
}

/// The fold of a session: of a race, also that over its entries and crossings.
private enum SessionFold: Sendable {
  case plain(Session)
  case race(Race)

  var session: Session {
    switch self {
    case .plain(let session): session
    case .race(let race): race.session
    }
  }

  /// The race, unless its plan is that of a session again.
  var race: Race? {
    guard case .race(let race) = self, race.session.summary.profile.plan.race != nil else {
      return nil
    }
    return race
  }

  /// Applies the next events, each with its session if that joined the race.
  mutating func apply(_ events: some Collection<(event: Event, stream: EventID?)>) {
    if case .plain(let session) = self, session.summary.version == 0,
      events.first?.event.isStartOfRace ?? false
    {
      self = .race(Race())
    }
    switch self {
    case .plain(var session):
      // The one owner changes it in place.
      self = .plain(Session())
      session.applyAll { session in
        for (event, stream) in events where stream == nil { session.apply(event) }
      }
      self = .plain(session)
    case .race(var race):
      self = .plain(Session())
      func apply(to race: inout Race) {
        for (event, stream) in events {
          if let stream { race.apply(event, of: stream) } else { race.apply(event) }
        }
      }
      if events.count == 1 { apply(to: &race) } else { race.applyAll(apply) }
      self = .race(race)
    }
  }
}

extension Event {
  fileprivate var isStartOfRace: Bool {
    guard case .started(let start) = kind else { return false }
    return start.plan.race != nil
  }
}
