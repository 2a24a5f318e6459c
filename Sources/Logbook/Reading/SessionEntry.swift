import EventLog
public import Timing
public import Text

/// A session as a list shows it: what is known of it without its past.
public struct SessionEntry: Hashable, Sendable {
  /// Its number in this log.
  public var number: Int
  /// Its identity, the same in every log.
  public var uid: EventID
  /// What is known of it, told as of any reading.
  public var summary: Summary
  /// Whether the summary was folded from the events, since the tables have no row of this version
  /// of the fold.
  var isFolded = false
}

/// Which sessions are wanted.
public struct SessionFilter: Hashable, Sendable {
  /// Only those that bear all these tags.
  public var tags: [String]
  /// Only those whose clock does this now.
  public var phase: Phase?
  /// Only those that started at this moment or later; one that has no start counts from its newest
  /// event.
  public var since: Moment?
  /// Whether those that were thrown away are wanted too; they are if their phase is.
  public var includesDiscarded: Bool
  /// How many at most; nil for all.
  public var limit: Int?

  /// Wants the newest sessions that are all of this.
  public init(
    tags: [String] = [], phase: Phase? = nil, since: Moment? = nil,
    includesDiscarded: Bool = false, limit: Int? = nil
  ) {
    self.tags = tags
    self.phase = phase
    self.since = since
    self.includesDiscarded = includesDiscarded
    self.limit = limit
  }

  /// All sessions.
  public static let all = SessionFilter(includesDiscarded: true)

  func isMet(by summary: Summary, at now: Reading) -> Bool {
    let isWanted = includesDiscarded || phase == .discarded || !summary.profile.isDiscarded
    guard isWanted, tags.allSatisfy(summary.profile.tags.contains) else { return false }
    if let phase, summary.phase(at: now) != phase { return false }
    guard let since else { return true }
    let newest = summary.timeline?.newest.reading.recordedAt
    return (summary.startedAt ?? newest).map { $0 >= since } ?? false
  }
}
