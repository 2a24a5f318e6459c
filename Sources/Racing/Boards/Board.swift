public import Text
public import Timing

/// Runners in order at a moment: those of a race, or several sessions, each timed on its own.
///
/// Screens show races only as boards. A board does not change until the next event, or until its
/// ``changesAt``.
public struct Board: Equatable, Sendable {
  /// One runner's result, with what only a board shows.
  ///
  /// It has the properties of the result, too.
  @dynamicMemberLookup
  public struct Row: Hashable, Sendable {
    /// The result: of a session, its bib is the key, and its passages are the laps.
    public var result: Standings.Row
    /// The places gained since the passage before the last one; negative if places were lost, nil
    /// where two passages do not tell.
    public var gained: Int?
    /// The place on the timeline at which the lap under way began; nil if none is.
    public var began: Duration?
    /// The running time of a session whose clock stands.
    public var elapsed: Duration?

    /// A property of the result.
    public subscript<Value>(dynamicMember property: KeyPath<Standings.Row, Value>) -> Value {
      result[keyPath: property]
    }
  }

  /// Runners who are ranked among themselves.
  public struct Group: Equatable, Sendable {
    /// The name of the wave; nil: that of the race's own start.
    public var name: String?
    /// The format; nil for sessions.
    public var format: RaceFormat?
    /// The place of the gun on the timeline; nil before it.
    public var gun: Duration?
    /// The runners in order.
    public var rows = Rows([])
    /// The best lap of all.
    public var best: Duration?
  }

  /// A crossing that nobody has.
  public struct Unknown: Hashable, Sendable {
    /// The event.
    public var event: EventID
    /// The running time of the race; nil before its start.
    public var runningTime: Duration?
    /// The bib, which nobody has.
    public var bib: String?
    /// The chip, which nobody has.
    public var chip: String?
  }

  /// The place on the timeline at which it was made.
  public var place: Duration
  /// The phase of the race; nil for sessions.
  public var phase: Phase?
  /// The time at which the race finished, see ``Standings/finishTime``.
  public var finishTime: Duration?
  /// The waves in the order of their starts; for sessions one group.
  public var groups: [Group] = []
  /// The crossings without a bib, in the order of their times, except for those that were assigned
  /// to nobody.
  public var unknown: [Unknown] = []
  /// The place from which on another board is made without an event; nil if there is none.
  public var changesAt: Duration?
  /// The columns of the widest bib.
  public var bibColumns = 1
  /// The most laps.
  public var mostLaps = 0
  /// The longest time of all that are shown.
  public var longestTime = Duration.zero
  /// The status of all runners; nil if they differ, and for a single one.
  public private(set) var commonStatus: Standings.Status?
  /// The flags that all of several runners have.
  public private(set) var commonFlags: RaceFlags = []
  /// Whether there are bibs, and all of them are single digits.
  public var hasOnlyDigits = false
  /// The number of runners who are on the course, or of sessions that run.
  public private(set) var runningCount = 0
  /// The columns of the widest name; 0 without names.
  public private(set) var nameColumns = 0

  init(place: Duration, phase: Phase? = nil, groups: [Group]) {
    self.place = place
    self.phase = phase
    self.groups = groups
    hasOnlyDigits = groups.contains { !$0.rows.isEmpty }
    var statuses: Set<Standings.Status> = []
    var flags: RaceFlags?
    for index in groups.indices {
      var best: Duration?
      groups[index].rows.forEachRanked { bib, name, ranked in
        if let lap = ranked.best { best = min(best ?? lap, lap) }
        statuses.insert(ranked.status)
        if ranked.status == .running { runningCount += 1 }
        flags = flags?.intersection(ranked.flags) ?? ranked.flags
        mostLaps = max(mostLaps, ranked.laps)
        longestTime = max(longestTime, ranked.shown ?? .zero, ranked.lastLap ?? .zero)
        nameColumns = max(nameColumns, name.map(DisplayWidth.of) ?? 0)
        let columns = DisplayWidth.of(bib)
        bibColumns = max(bibColumns, columns)
        if columns != 1 || !("0"..."9" ~= bib) { hasOnlyDigits = false }
      }
      self.groups[index].best = best
    }
    guard count > 1 else { return }
    commonStatus = statuses.count == 1 ? statuses.first : nil
    commonFlags = flags ?? []
  }

  /// The number of runners.
  public var count: Int { groups.reduce(0) { $0 + $1.rows.count } }

  /// The waves that were not started, by name.
  public var plannedWaves: [String] {
    groups.compactMap { $0.gun == nil ? $0.name : nil }
  }

  /// Returns the runner with a bib; nil if nobody has it.
  ///
  /// - Complexity: O(n).
  public func row(ofBib bib: String) -> Row? {
    groups.lazy.compactMap { $0.rows.row(ofBib: bib) }.first
  }

  /// Returns the runner who has a crossing; nil if nobody has it.
  ///
  /// - Complexity: O(n) in the crossings.
  package func row(ofCrossing event: EventID) -> Row? {
    groups.lazy.flatMap(\.rows).first { $0.result.hasCrossing(event) }
  }

  /// Returns the runners whose place is another one on an earlier board.
  ///
  /// - Complexity: O(n log n).
  package func placeChanges(since before: Board) -> [PlaceChange] {
    results.placeChanges(since: before.results)
  }

  private var results: [Standings.Row] {
    var results: [Standings.Row] = []
    for group in groups {
      switch group.rows.ranking {
      case nil: results += group.rows.map(\.result)
      case let ranking?: results += ranking.order.indices.map { ranking.result($0) }
      }
    }
    return results
  }

  /// A session on a board with others, and the key that laps it.
  public typealias TimedSession = (key: String, name: String?, session: Session)

  /// Creates the board of several sessions, each with its own clock.
  ///
  /// More laps rank first, then the shorter running time at the last of them; discarded sessions
  /// come last, without a place. The places on the timeline are ticks of the present clock.
  ///
  /// - Complexity: O(n log n) in the laps.
  public init(_ sessions: [TimedSession], at now: Reading) {
    var rows = sessions.map { Row($0, at: now) }
    let keys = rows.enumerated().map { index, row in
      (row.status == .discarded ? 1 : 0, -row.laps, row.time ?? .zero, index)
    }
    rows = keys.sorted(by: <).map { rows[$0.3] }
    var results = rows.map(\.result)
    for (index, row) in rows.enumerated() where row.laps > 0 && row.status != .discarded {
      results[index].position = index + 1
    }
    results.setGaps(RaceFormat(.laps(1)))
    let tracks = results.map { row in
      RankedTrack(row.passages.lazy.map { ($0.number, $0.split) })
    }
    let passages = PassageTimes(tracks)
    for index in rows.indices {
      rows[index].result = results[index]
      if rows[index].status == .discarded { continue }
      rows[index].gained = passages.gained(tracks[index], at: index) { $0 < index }
    }
    self.init(place: now.ticks, groups: [Group(rows: Rows(rows))])
  }
}

extension Board.Row {
  fileprivate init(_ timed: Board.TimedSession, at now: Reading) {
    let (session, snapshot) = (timed.session, timed.session.summary.snapshot(at: now))
    let laps = session.laps.filter { $0.number != nil }
    result = Standings.Row(bib: timed.key, name: timed.name, laps: session.summary.lapCount)
    // Without a start, it is shown as stopped.
    result.status = Standings.Status(rawValue: snapshot.phase.rawValue) ?? .stopped
    result.time = laps.lazy.map(\.split).max()
    result.last = laps.last?.lap
    result.best = laps.lazy.map(\.lap).min()
    // A lap is made by an event of its session.
    let events = session.events
    result.passages = laps.map { lap in
      Standings.Passage(
        number: lap.number ?? 0, split: lap.split, lap: lap.lap, point: nil,
        event: events[events.index(events.startIndex, offsetBy: lap.event - 1)].id, flags: [])
    }
    if snapshot.phase.isOpen {
      began = now.ticks - (snapshot.displayedTime - (result.time ?? .zero))
    } else {
      elapsed = snapshot.runningTime
    }
  }
}
