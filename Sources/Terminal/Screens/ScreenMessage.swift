import Signals
import Timing

/// A refusal or a note, with the time for which it is shown.
struct ScreenMessage: Hashable, Sendable {
  var text: String
  var style: TextStyle
  var time: Duration

  /// Creates a message that is shown long enough to be read, but at most for `bound`.
  init(_ text: String, style: TextStyle = .bad, atMost bound: Duration? = nil) {
    self.text = text
    self.style = style
    let readingTime = max(.seconds(4), .milliseconds(60) * text.count)
    time = bound.map { min($0, readingTime) } ?? readingTime
  }

  /// The newest message, for its time, and the text about the keys that wait after it; nil without
  /// both.
  static func lasting(
    _ messages: Signal<ScreenMessage?>, waiting: Signal<String?>, on scheduler: any Scheduler
  ) -> Signal<ScreenMessage?> {
    messages
      .map { message in
        guard let message else { return Signal<ScreenMessage?>.of(nil) }
        return Signal<Void>.timer(after: message.time, on: scheduler)
          .map { nil }.prepend(message)
      }
      .switchToLatest()
      .prepend(nil)
      .combineLatest(waiting)
      .map { message, waiting in
        guard let waiting else { return message }
        return ScreenMessage((message.map { $0.text + " " } ?? "") + waiting)
      }
      .removeDuplicates()
  }
}
