import Text
package import Timing

/// The facts by which rows judge a runner.
extension WaveRow {
  /// A runner apart from crossings.
  package struct Runner: Sendable {
    package var bib: String
    package var ruling: RaceEvent.Ruling.Status?
    package var penaltyTime: Duration
    package var penaltyLaps: Int
    /// The place of the own start so far.
    package var start: Duration?
    /// Whether the runner has finished.
    package var isFinished: Bool
    /// Creates a runner.
    package init(
      bib: String, ruling: RaceEvent.Ruling.Status?, penaltyTime: Duration, penaltyLaps: Int,
      start: Duration?, isFinished: Bool
    ) {
      self.isFinished = isFinished
      self.bib = bib
      self.ruling = ruling
      self.penaltyTime = penaltyTime
      self.penaltyLaps = penaltyLaps
      self.start = start
    }
  }

  /// A summary of the crossings of a runner before a new one, which is after all of them.
  package struct Earlier: Sendable {
    /// The last one that counts.
    package var last: CrossingRow?
    /// The place from which the lap under way counts, which may be that of a lap after the finish;
    /// nil before the own start.
    package var lapStart: Duration?
    /// The best and the last lap.
    package var best, lastLap: Duration?
    /// The flags of the runner.
    package var flags: RaceFlags

    /// Creates a summary.
    package init(
      last: CrossingRow?, lapStart: Duration?, best: Duration?, lastLap: Duration?,
      flags: RaceFlags
    ) {
      self.last = last
      self.lapStart = lapStart
      self.best = best
      self.lastLap = lastLap
      self.flags = flags
    }
  }

  /// The state of a race's clock.
  package struct Clock: Sendable {
    /// The place of its start; nil without one.
    package var start: Duration?
    /// The place at which it stopped; nil while it runs.
    package var stop: Duration?
    /// The place of the newest event.
    package var now: Duration

    /// Creates the state of a clock.
    package init(start: Duration?, stop: Duration?, now: Duration) {
      self.start = start
      self.stop = stop
      self.now = now
    }
  }
}

extension WaveRow.Clock {
  /// The place at which it stands; nil while it runs.
  package var standingStop: Duration? { stop.flatMap { $0 <= now ? $0 : nil } }
}

extension WaveRow.Runner {
  /// Applies a ruling after all others.
  package mutating func apply(_ decision: RaceEvent.Ruling.Decision) {
    switch decision {
    case .status(let status): ruling = status == .ok ? nil : status
    case .time(let span): penaltyTime += span
    case .laps(let laps): penaltyLaps += laps
    }
  }

  /// Takes all rulings back.
  package mutating func liftRulings() { (ruling, penaltyTime, penaltyLaps) = (nil, .zero, 0) }
}
