import Timing
import Text

/// What the session's clock does as of a reading.
struct Present {
  var reading: Reading
  var phase: Phase
  /// The running time; zero while no start stands.
  var runningTime: Duration
  /// What finishes it, if it is a time.
  private let limit: Duration?

  init(_ summary: Summary, at reading: Reading) {
    self.reading = reading
    let place = summary.place(of: reading)
    phase = summary.phase(atPlace: place)
    runningTime = summary.runningTime(atPlace: place) ?? .zero
    limit = summary.profile.plan.limit
  }

  /// After how much time the clock will show something else, in tenths; nil while it stands.
  var changesAfter: Duration? {
    switch phase {
    case .running:
      let next = StopwatchLabel().nextChange(after: runningTime)
      return [next, limit].compactMap { $0.map { $0 - runningTime } }.min()
    case .countdown:
      return CountdownLabel().nextChange(after: runningTime).map { $0 - runningTime }
    case .ready, .stopped, .finished, .discarded: return nil
    }
  }

  /// How long ago a moment was.
  func age(of moment: Moment) -> Duration { reading.recordedAt - moment }
}
