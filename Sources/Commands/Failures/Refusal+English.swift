import Arguments
import Timing
import Text

extension Refusal {
  /// The reason in English, and a command that would work.
  func message(_ session: Int) -> String {
    let subject = "Session \(session)"
    return switch self {
    case .notRunning(.ready):
      "\(subject) is not running: it has not been started. 'laptimer start --session \(session)' starts it."
    case .notRunning(.stopped):
      "\(subject) is not running: it is stopped. 'laptimer resume --session \(session)' resumes it."
    case .notRunning(let phase): "\(subject) is not running: it is \(phase.rawValue)."
    case .notRunningThen: "Session \(session) was not running at that time."
    case .alreadyRunning:
      "\(subject) is already running. 'laptimer stop --session \(session)' stops it."
    case .countingDown(let toGo):
      """
      \(subject) is counting down: it starts in \(CountdownLabel().spoken(of: .zero - toGo)). \
      'laptimer undo --session \(session)' cancels it.
      """
    case .notStopped(.ready): "\(subject) is not stopped: it has not been started."
    case .notStopped(let phase): "\(subject) is not stopped: it is \(phase.rawValue)."
    case .notReady:
      """
      \(subject) was already started. 'laptimer resume --session \(session)' resumes it, \
      'laptimer start' starts a new one.
      """
    case .finished:
      "\(subject) is finished. 'laptimer plan --session \(session)' changes the rules that finish it."
    case .discarded: "\(subject) is discarded. 'laptimer undo --session \(session)' restores it."
    case .beforeStart(let span):
      "The time is \(span.spoken) before the start of session \(session)."
    case .beforeLastEvent(let span):
      """
      The time is \(span.spoken) before the latest start, stop, resume or lap of session \
      \(session). 'laptimer undo --session \(session)' takes that back.
      """
    case .inTheFuture(let span): "The time is \(span.spoken) in the future."
    case .beyondTimeline:
      "The time is more than 146 years from the first event of session \(session)."
    case .noSuchLap(.number(let number), let count):
      "\(subject) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchLap(.event(let event), _):
      "Event \(event) is not a lap."
    case .noSuchTag(let tag): "\(subject) has no tag '\(tag.echoed)'."
    case .tooManyTags(let most): "\(subject) would have more than \(most) tags."
    case .nothingToUndo: "\(subject) has nothing to undo."
    case .nothingToRedo: "\(subject) has nothing to redo."
    }
  }
}

extension Duration {
  /// The span for a sentence: `39 days 21 h`, `2 h 5 min`, `3 min 4 s`, `2.5 s`.
  ///
  /// Truncated to its two largest units; below a minute to tenths of a second, below a tenth exact.
  var spoken: String {
    let seconds = nanoseconds / 1_000_000_000
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    if days > 0 { return Self.joined(days, days == 1 ? "day" : "days", hours, "h") }
    if hours > 0 { return Self.joined(hours, "h", minutes, "min") }
    if minutes > 0 { return Self.joined(minutes, "min", seconds % 60, "s") }
    let isTiny = nanoseconds < 100_000_000
    var digits = "\(nanoseconds % 1_000_000_000 + 1_000_000_000)".dropFirst()
    digits = isTiny ? digits : digits.prefix(1)
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(seconds) s" : "\(seconds).\(digits) s"
  }

  private static func joined(
    _ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String
  ) -> String {
    small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
  }
}
