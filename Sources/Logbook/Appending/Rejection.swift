import EventLog
public import Text
public import Timing

/// The reason why a request was not appended; nothing was written for it.
public enum Rejection: Error, Hashable, Sendable {
  /// The session's state does not allow it, at the moment that a stated time means in the session.
  case refused(Refusal, session: Int, at: Moment? = nil)
  /// The state of one of several sessions does not allow it; nothing was written for the others.
  case oneRefused(Refusal, session: Int, at: Moment? = nil)
  /// The stated time is not a moment.
  case noMoment(MomentTextError)
  /// These sessions already run or count down; only `also` starts another one. If it is a single
  /// one, with its name and times.
  case othersRun(RunningSessions, areCountingDown: Bool, only: RunningSession? = nil)
  /// The target is ambiguous: these sessions run or count down.
  case severalRunning(RunningSessions)
  /// There is no session to choose.
  case noSession
  /// All sessions are discarded; the newest has this number.
  case allDiscarded(newest: Int)
  /// This device has appended no event; the events of the log were imported.
  case noOwnEvent
  /// No session has this number, uid or name; the suggestion is a similar reference that exists.
  case unknownSession(String, suggestion: String? = nil)
  /// The digits are the number of a session and the name of another one.
  case ambiguousSession(String, number: Int, named: Int)
  /// The session was imported as that of another device, and is read-only here. `race` is the race
  /// that this device can join to time a point; nil if the session belongs to no race, or the log
  /// lacks it.
  case otherDevice(session: Int, race: Int? = nil)
  /// The session times a point of a race, and accepts only crossings, timestamps and their
  /// corrections; the number of the race, nil if the log does not have it, and whether that is
  /// another device's.
  case timesPoint(session: Int, of: EventID, race: Int?, isForeign: Bool)
  /// The session to join is not a race; it times a point of `race`.
  case joinsPoint(session: Int, race: Int)
  case noneRunning
  /// No session has this course, so that its segments are unknown; a similar name, if there is one.
  case unknownCourse(String, suggestion: String? = nil)
  /// There is no such course or segment to rename.
  case course(CourseError)
  /// The id belongs to an event with other content.
  case idReused(EventID)
  /// The content is invalid for this reason, such as a name that is too long.
  case invalid(String)

  /// The name of the rejection for scripts.
  public var kind: String {
    switch self {
    case .refused(let refusal, _, _), .oneRefused(let refusal, _, _): refusal.kind
    case .noMoment: "usage"
    case .othersRun(_, let areCountingDown, _):
      areCountingDown ? "counting_down" : "already_running"
    case .severalRunning: "several_running"
    case .noSession, .noOwnEvent, .allDiscarded: "no_session"
    case .unknownSession: "unknown_session"
    case .ambiguousSession: "ambiguous_session"
    case .unknownCourse: "unknown_course"
    case .course(let error): error.kind
    case .otherDevice: "other_device"
    case .joinsPoint: Refusal.noRace.kind
    case .timesPoint(_, let race, _, _): Refusal.timesPoint(of: race).kind
    case .noneRunning: "not_running"
    case .idReused: "id_reused"
    case .invalid: "bad_data"
    }
  }
}

/// A session that runs or counts down.
public struct RunningSession: Hashable, Sendable {
  /// Its name.
  public var name: String?
  /// Its running time at the reading of the request.
  public var runningTime: Duration
  /// The time since its latest start, stop, resume, lap, timestamp or crossing, at that reading.
  public var sinceLastPress: Duration = .zero
  /// Whether the session is a race that ends at a time, and not with its latest press.
  public var endsAtTime = false
}

/// Some of the sessions that run or count down: the newest, and the number of the others.
public struct RunningSessions: Hashable, Sendable {
  /// The number of sessions named of a longer list; one with only one more is named in full.
  public static let mostNamed = 5

  /// The newest of them, in ascending order.
  public var numbers: [Int]
  /// The number of the others; nil if there are others that were not counted.
  public var more: Int?
  /// Whether any of them counts down.
  public var hasCountdowns = false
  /// The one to suggest for a command on a race: the newest of them that is a race, else the newest
  /// race of the log; nil if there is none.
  public var race: Int?

  /// Creates a list of the newest of some sessions, in any order; `count` is the total number, nil
  /// if they were not counted.
  public init(_ numbers: [Int], of count: Int? = nil) {
    let named = count == Self.mostNamed + 1 ? Self.mostNamed + 1 : Self.mostNamed
    self.numbers = Array(numbers.sorted().suffix(named))
    more = numbers.count <= named ? 0 : count.map { max(1, $0 - named) }
  }

  init(open sessions: [OpenSession], of count: Int? = nil) {
    self.init(sessions.map(\.session), of: count)
    hasCountdowns = sessions.contains { $0.phase == .countdown }
  }

  /// Returns the list with one more session, which is always named.
  public func adding(_ session: Int) -> RunningSessions {
    var all = self
    all.numbers = (numbers + [session]).sorted()
    if more == 0, all.numbers.count <= Self.mostNamed + 1 { return all }
    all.more = more.map { $0 + all.numbers.count - Self.mostNamed }
    all.numbers = (numbers.suffix(Self.mostNamed - 1) + [session]).sorted()
    return all
  }

  /// Whether there are none.
  public var isEmpty: Bool { numbers.isEmpty }
  /// Whether there is exactly one.
  public var isOne: Bool { numbers.count == 1 && more == 0 }

  package var areRunning: String { hasCountdowns ? "are running or counting down" : "are running" }

  /// `Session 3`, `Sessions 3 and 4`, `Sessions 3, 4 and 5`, `Sessions 3, 4, 5, 6, 7 and 12 more`.
  package var listed: String {
    var words = numbers.map { "\($0)" }
    if more != 0 { words.append(more.map { "\($0) more" } ?? "more") }
    if words.isEmpty { return "No session" }
    return "\(words.count == 1 ? "Session" : "Sessions") \(words.joined(lastBy: "and"))"
  }
}
