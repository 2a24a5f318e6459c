import Arguments
import Timing
import Text

extension Refusal {
  /// What was refused and what would work.
  func message(_ session: Int) -> String {
    let subject = "Session \(session)"
    return switch self {
    case .notRunning(.ready):
      "\(subject) is not running: no start stands. 'laptimer start --session \(session)' starts it."
    case .notRunning(.stopped):
      "\(subject) is not running: it is stopped. 'laptimer resume --session \(session)' lets it run on."
    case .notRunning(let phase): "\(subject) is not running: it is \(phase.rawValue)."
    case .notRunningThen: "The clock of session \(session) did not run at that moment."
    case .alreadyRunning: "\(subject) runs already. 'laptimer stop --session \(session)' stops it."
    case .countingDown(let toGo):
      """
      \(subject) is counting down: it starts in \(CountdownLabel().spoken(of: .zero - toGo)). \
      'laptimer undo --session \(session)' calls it off.
      """
    case .notStopped(.ready): "\(subject) is not stopped: it has not been started."
    case .notStopped(let phase): "\(subject) is not stopped: it is \(phase.rawValue)."
    case .notReady:
      """
      \(subject) was started before. 'laptimer resume --session \(session)' lets it run on, \
      'laptimer start' starts a new one.
      """
    case .finished:
      "\(subject) is finished. 'laptimer plan --session \(session)' can change what finishes it."
    case .discarded: "\(subject) is discarded. 'laptimer undo --session \(session)' brings it back."
    case .beforeStart(let span):
      "That moment lies \(shown(span)) before the start of session \(session)."
    case .beforeLastEvent(let span):
      """
      That moment lies \(shown(span)) before the latest start, stop, resume or lap of session \
      \(session). 'laptimer undo --session \(session)' takes that back.
      """
    case .inTheFuture(let span): "That moment lies \(shown(span)) in the future."
    case .beyondTimeline:
      """
      That moment is more than 146 years from the first event of session \(session): no session is \
      so long.
      """
    case .noSuchLap(.number(let number), let count):
      "\(subject) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchLap(.event(let event), _):
      "Event \(event) of session \(session) made no lap that stands."
    case .noSuchTag(let tag): "\(subject) has no tag '\(tag.echoed)'."
    case .tooManyTags(let most): "\(subject) would have more than \(most) tags."
    case .nothingToUndo: "\(subject) has nothing to undo."
    case .nothingToRedo: "\(subject) has nothing to redo."
    }
  }

  /// A span that is told so finely that it is not zero.
  private func shown(_ span: Duration) -> String {
    let isShort = span < .milliseconds(100)
    return StopwatchLabel(precision: isShort ? 9 : 1).text(of: span)
  }
}
