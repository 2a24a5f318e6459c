import Text

extension Explanation {
  /// The possible error of a number.
  ///
  /// Each interval in which the clock ran is the difference of two places. If both refer to
  /// readings of one clock, the difference is one of ticks, and has no doubt: where the wall clock
  /// was set (`stepped`), the ticks win. Otherwise:
  /// - From one clock to another the difference of the wall clocks stands in. The events do not
  ///   tell how far wall clocks were off, so the size of the doubt is unknown.
  /// - If the wall clock ran backwards from one clock to another, the gap counts as zero: the
  ///   number is too small by an unknown time.
  /// - The accuracy of a moment that a person stated is unknown too.
  /// - A press that waited for the log was measured earlier by a known time, and that is its doubt.
  ///
  /// An interval that the limit ended has the doubts of the moment that is explained: they may
  /// mean that the limit was not reached.
  public struct Doubt: Hashable, Sendable {
    /// A reason for doubt.
    public enum Reason: Hashable, Sendable {
      /// The wall clock stands in between two clocks: from the reading of one event to that of
      /// another; nil for the present.
      case bridged(from: Int, to: Int?)
      /// The wall clock ran backwards between these readings.
      case unknownGap(from: Int, to: Int?)
      /// A person stated or moved the time of an event.
      case stated(Int)
      /// An event was measured earlier by this much.
      case waited(Int, by: Duration)
    }

    /// The reasons; empty for ticks of one clock.
    public var reasons: [Reason] = []

    /// The largest possible error, in either direction: zero without a reason, nil if it is
    /// unknown.
    public var size: Duration? {
      var sum = Duration.zero
      for reason in reasons {
        switch reason {
        case .waited(_, let span): sum += span
        case .bridged, .unknownGap, .stated: return nil
        }
      }
      return sum
    }

    /// Adds the reasons to doubt the difference of two places.
    fileprivate mutating func add(_ from: Source, _ to: Source, _ clocks: [ClockStart]) {
      let all = clocks.doubts(between: from.clock, and: to.clock) + from.reasons + to.reasons
      for reason in all where !reasons.contains(reason) { reasons.append(reason) }
    }
  }
}

extension Explanation.Source {
  /// The reasons to doubt the place of an event; none for the present.
  var reasons: [Explanation.Doubt.Reason] {
    guard let event else { return [] }
    var reasons: [Explanation.Doubt.Reason] = []
    if event.basis != .measured { reasons.append(.stated(event.version)) }
    for step in steps {
      switch step.reason {
      case .offset, .stated: break
      case .waited: reasons.append(.waited(event.version, by: step.span))
      case .moved, .restated: reasons.append(.stated(event.version))
      }
    }
    return reasons
  }
}

extension [Explanation.ClockStart] {
  /// The doubts between two clocks: those of each bridge on the way from one to the other.
  func doubts(between one: ClockID, and other: ClockID) -> [Explanation.Doubt.Reason] {
    guard one != other else { return [] }
    let (left, right) = (bridges(to: one), bridges(to: other))
    return (left.filter { !right.contains($0) } + right.filter { !left.contains($0) })
      .compactMap { start in
        guard case .wallClock(let event, _, _) = start.origin else { return nil }
        return start.quality == .unknown
          ? .unknownGap(from: event, to: start.event) : .bridged(from: event, to: start.event)
      }
  }

  /// The first readings from the first clock of the session to this one, the last one first.
  private func bridges(to clock: ClockID) -> [Explanation.ClockStart] {
    var bridges: [Explanation.ClockStart] = []
    var next = first { $0.clock == clock }
    while let start = next, !bridges.contains(start) {
      bridges.append(start)
      guard let before = start.clockBefore else { break }
      next = first { $0.clock == before }
    }
    return bridges
  }
}

extension Explanation {
  /// The doubt in the sum of some terms.
  func doubt(of terms: [Term]) -> Doubt {
    var doubt = Doubt()
    for term in terms {
      guard let from = source(of: term.from), let to = source(of: term.to) else { continue }
      doubt.add(from, to, clocks)
    }
    return doubt
  }

  /// The event of a point; for the limit, that of the moment that is explained.
  private func source(of point: Point) -> Source? {
    switch point.origin {
    case .event(let version): source(ofEvent: version)
    case .now: sources.last
    case .limit:
      switch subject {
      case .now: sources.last
      case .lap(let lap, _): source(ofEvent: lap.event)
      case .event(let version): source(ofEvent: version)
      }
    }
  }

  private func source(ofEvent version: Int) -> Source? {
    let index = sources.partitioningIndex { ($0.event?.version ?? .max) >= version }
    return index < sources.count ? sources[index] : nil
  }
}

extension SourceReader {
  /// Returns the doubt in the difference of the places of two events, by their numbers within the
  /// session, from 1.
  ///
  /// - Complexity: O(n) in the events, if a moment was stated.
  package func doubt(from first: Int, to second: Int) -> Explanation.Doubt {
    let (one, other) = (event(first - 1), event(second - 1))
    var doubt = Explanation.Doubt()
    doubt.add(one, other, clockStarts(of: [one, other]))
    return doubt
  }
}
