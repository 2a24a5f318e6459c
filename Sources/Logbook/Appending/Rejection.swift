public import Text
public import Timing

/// Why a request was not appended: nothing was written for it.
public enum Rejection: Error, Hashable, Sendable {
  /// The session's state does not allow it.
  case refused(Refusal, session: Int)
  /// These sessions run or count down already, and only `also` starts another beside them.
  case othersRun(RunningSessions, areCountingDown: Bool)
  /// Which session is meant is not clear: these run or count down.
  case severalRunning(RunningSessions)
  /// There is no session that could be meant.
  case noSession
  /// There is no session that could be meant, since all are discarded; the newest has this number.
  case allDiscarded(newest: Int)
  /// This device has appended no event; those of the log were imported.
  case noOwnEvent
  /// No session has this number, uid or name.
  case unknownSession(String)
  /// The id belongs to an event of other content.
  case idReused(EventID)
  /// It says what no event can say, as a name that is too long: this is wrong with it.
  case invalid(String)

  /// The name of the rejection, as scripts see it.
  public var kind: String {
    switch self {
    case .refused(let refusal, _): refusal.kind
    case .othersRun(_, let areCountingDown): areCountingDown ? "counting_down" : "already_running"
    case .severalRunning: "several_running"
    case .noSession, .noOwnEvent, .allDiscarded: "no_session"
    case .unknownSession: "unknown_session"
    case .idReused: "id_reused"
    case .invalid: "bad_data"
    }
  }
}

/// Some of the sessions that run or count down: the newest, and how many more there are.
public struct RunningSessions: Hashable, Sendable {
  /// How many are named at most.
  public static let mostNamed = 5

  /// The newest of them, in the order of their numbers.
  public var numbers: [Int]
  /// How many more there are; nil if there are more, and they were not counted.
  public var more: Int?

  /// Names the newest of some sessions.
  ///
  /// - Parameters:
  ///   - numbers: the sessions, in any order.
  ///   - count: how many there are in all; nil if they were not counted.
  public init(_ numbers: [Int], of count: Int? = nil) {
    self.numbers = Array(numbers.sorted().suffix(Self.mostNamed))
    more =
      numbers.count <= Self.mostNamed ? 0 : count.map { max(1, $0 - Self.mostNamed) }
  }

  /// These and one more, which is named in any case.
  public func adding(_ session: Int) -> RunningSessions {
    guard numbers.count >= Self.mostNamed else {
      return RunningSessions(numbers + [session])
    }
    var all = self
    all.numbers = (numbers.dropFirst() + [session]).sorted()
    all.more = more.map { $0 + 1 }
    return all
  }

  /// Whether there is none.
  public var isEmpty: Bool { numbers.isEmpty }
  /// Whether there is exactly one.
  public var isOne: Bool { numbers.count == 1 && more == 0 }
}
