public import Text

/// What a session shows at a reading of the clocks: nothing in here reads one.
extension Summary {
  /// Where a reading that belongs to no event lies on the timeline; zero before the first event.
  ///
  /// - Complexity: O(1).
  package func place(of reading: Reading) -> Duration {
    timeline?.position(of: reading).anchor.place ?? .zero
  }

  /// What the clock is doing.
  public func phase(at now: Reading) -> Phase {
    phase(atPlace: place(of: now))
  }

  /// The running time; negative in the countdown, nil without a start.
  public func runningTime(at now: Reading) -> Duration? {
    runningTime(atPlace: place(of: now))
  }

  /// How well the running time is known: a clock that runs also rests on the reading of now.
  public func quality(at now: Reading) -> ClockQuality {
    guard let timeline, [.running, .countdown].contains(phase(at: now)) else { return quality }
    return max(quality, timeline.position(of: now).quality)
  }

  /// The wall-clock time at which the limit will be reached, or was; nil without one, or while the
  /// clock stands short of it.
  public var limitAt: Moment? {
    guard let limit = stopwatch.plan.limit, let runningSince, !profile.isDiscarded else {
      return nil
    }
    return runningSince + (limit - stopwatch.elapsed)
  }

  /// What the clock is doing at a place, or at the latest press if that lies behind it.
  ///
  /// Who looks with a reading from before the latest press merely waited, and sees what was pressed
  /// meanwhile; a countdown alone is what it was at the reading.
  package func phase(atPlace place: Duration) -> Phase {
    if profile.isDiscarded { return .discarded }
    if stopwatch.phase(at: place) == .countdown { return .countdown }
    return stopwatch.phase(at: max(place, stopwatch.latest ?? place))
  }

  /// The running time at a place, or at the latest press if that lies behind it; in the countdown,
  /// what is left of it, with a minus.
  package func runningTime(atPlace place: Duration) -> Duration? {
    if stopwatch.phase(at: place) == .countdown { return stopwatch.runningTime(at: place) }
    return stopwatch.runningTime(at: max(place, stopwatch.latest ?? place))
  }
}
