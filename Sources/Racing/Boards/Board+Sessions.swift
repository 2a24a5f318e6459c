import Text
public import Timing

extension Board {
  /// A session on a board with others.
  public struct TimedSession: Sendable {
    /// The key that laps it.
    public var key: String
    /// The name.
    public var name: String?
    /// The session.
    public var session: Session

    /// Creates a session.
    public init(key: String, name: String?, session: Session) {
      self.key = key
      self.name = name
      self.session = session
    }
  }

  /// Creates the board of several sessions, each with its own clock.
  ///
  /// More laps rank first, then the shorter running time at the last of them; discarded sessions
  /// come last, without a place. The places on the timeline are ticks of the present clock.
  ///
  /// - Parameters:
  ///   - tracks: the sessions.
  ///   - now: the present.
  /// - Complexity: O(n log n) in the laps.
  public init(_ tracks: [TimedSession], at now: Reading) {
    var ranked: [(row: Row, track: RankedTrack)] = tracks.map { track in
      let splits = track.session.laps.compactMap { $0.number == nil ? nil : $0.split }
      return (Row(track, at: now), RankedTrack(splits: splits))
    }
    // Numbers are moved, not rows.
    let order = ranked.indices.sorted { left, right in
      let (one, two) = (ranked[left].row, ranked[right].row)
      let isOneOut = one.status == .discarded
      if isOneOut != (two.status == .discarded) { return !isOneOut }
      if one.laps != two.laps { return one.laps > two.laps }
      return (one.time ?? .zero, left) < (two.time ?? .zero, right)
    }
    ranked = order.map { ranked[$0] }
    let passages = PassageTimes(ranked.enumerated().map { (runner: $0, track: $1.track) })
    var rows: [Row] = []
    for (index, (row, track)) in ranked.enumerated() {
      var row = row
      if row.status != .discarded {
        row.gained = passages.gained(track, at: index) { $0 < index }
      }
      if row.laps > 0, row.status != .discarded, let leader = ranked.first?.row {
        row.result.position = index + 1
        row.result.gapLaps = leader.laps - row.laps
        if row.gapLaps == 0, let time = row.time {
          row.result.gap = leader.time.map { time - $0 }
        }
        if index > 0, ranked[index - 1].row.laps == row.laps, let time = row.time {
          row.result.interval = ranked[index - 1].row.time.map { time - $0 }
        }
      }
      rows.append(row)
    }
    var group = Group()
    group.rows = Rows(rows)
    self.init(place: now.ticks, groups: [group])
  }
}

extension Board.Row {
  fileprivate init(_ track: Board.TimedSession, at now: Reading) {
    var result = Standings.Row(bib: track.key)
    result.name = track.name
    let summary = track.session.summary
    result.laps = summary.lapCount
    let counted = track.session.laps.lazy.filter { $0.number != nil }
    result.time = counted.map(\.split).max()
    result.last = counted.last?.lap
    // A lap is made by an event of its session.
    let events = track.session.events
    result.passages = counted.map { lap in
      Standings.Passage(
        number: lap.number ?? 0, split: lap.split, lap: lap.lap, point: nil,
        event: events[events.index(events.startIndex, offsetBy: lap.event - 1)].id, flags: [])
    }
    result.best = counted.map(\.lap).min()
    self.init(result)
    let snapshot = summary.snapshot(at: now)
    switch snapshot.phase {
    case .countdown: status = .countdown
    case .running: status = .running
    case .ready, .stopped: status = .stopped
    case .finished: status = .finished
    case .discarded: status = .discarded
    }
    if snapshot.phase == .running || snapshot.phase == .countdown {
      began = now.ticks - (snapshot.displayedTime - (result.time ?? .zero))
    } else {
      elapsed = snapshot.runningTime
    }
  }
}
