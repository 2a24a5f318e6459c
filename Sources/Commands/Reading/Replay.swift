import Terminal
import Timing

/// When each event of a tape is printed: pure, in spans of waiting.
struct Replay {
  let tape: Tape
  let pace: Pace
  let keepsGaps: Bool
  /// The running times at which it begins and ends; nil for those of the tape.
  var from: Duration?
  var to: Duration?

  init(tape: Tape, pace: Pace, keepsGaps: Bool) {
    self.tape = tape
    self.pace = pace
    self.keepsGaps = keepsGaps
  }

  /// The printing of an event.
  struct Cue: Hashable {
    /// How long to wait for it after what was printed before.
    var wait: Duration
    /// What the clocks show then.
    var reading: Reading
  }

  /// A cue for each event, nil for those that are not printed.
  var cues: [Cue?] {
    guard let begin = from.map({ tape.position(ofRunningTime: $0) }) ?? .zero else {
      return tape.marks.map { _ in nil }
    }
    let end = to.flatMap { tape.position(ofRunningTime: $0) } ?? tape.length
    var before: Tape.Mark?
    return tape.marks.map { mark in
      defer { before = mark }
      guard mark.at >= begin, mark.at <= end else { return nil }
      let wait = before.map { self.wait(from: max(begin, $0.at), after: $0, for: mark) }
      return Cue(wait: wait ?? .zero, reading: mark.reading)
    }
  }

  /// How long it takes from a position between two marks to the second of them.
  private func wait(
    from position: Duration, after before: Tape.Mark, for mark: Tape.Mark
  ) -> Duration {
    guard case .times(let factor) = pace else { return .zero }
    let stop = max(position, before.at + before.running)
    let stood = (mark.at - stop) / factor
    return (stop - position) / factor + (keepsGaps ? stood : min(stood, Tape.longestGap))
  }
}

/// How fast a past is replayed.
enum Pace: Hashable, Sendable {
  /// So many times as fast as it happened.
  case times(Double)
  /// Without any wait.
  case max

  /// The factor, for a screen, which cannot show everything at once.
  var factor: Double {
    if case .times(let factor) = self { factor } else { .infinity }
  }
}
