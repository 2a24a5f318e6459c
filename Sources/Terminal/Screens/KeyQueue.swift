import Signals
import Timing

/// Keys whose events the log cannot record yet, in the order of their presses.
///
/// A log may be locked by another process, or its disk may be full. The first key is tried again
/// periodically. Later keys wait behind it, so that the events keep the order of the keys.
final class KeyQueue {
  /// The keys that wait.
  private(set) var keys: [KeyCommand] = []
  /// A message about the keys that wait; nil if there are none.
  var text: Signal<String?> { message.signal }

  private let scheduler: any Scheduler
  private let append: (KeyCommand) -> AppendAnswer
  private let answered: (KeyCommand, AppendAnswer) -> Void
  private let message = Relay(String?.none)
  private var alarm: Subscription?
  /// The newest reason why the log records nothing.
  private var reason = ""
  /// The refusals of keys that waited together.
  private var refusals: [String] = []

  /// The time between two tries.
  static var period: Duration { .milliseconds(250) }

  /// Creates an empty queue; `answered` receives the answer to a key that waited.
  init(
    on scheduler: any Scheduler, append: @escaping (KeyCommand) -> AppendAnswer,
    answered: @escaping (KeyCommand, AppendAnswer) -> Void
  ) {
    self.scheduler = scheduler
    self.append = append
    self.answered = answered
  }

  /// Appends the event of a key, unless the key has to wait.
  func add(_ key: KeyCommand) -> AppendAnswer {
    if keys.isEmpty {
      let answer = append(key)
      guard case .waiting(let reason) = answer else { return answer }
      refusals = []
      self.reason = reason
      planNextTry()
    }
    keys.append(key)
    showCount()
    return .waiting(reason)
  }

  /// Appends the events of the keys that wait, as far as the log records them.
  func retry() {
    while let key = keys.first {
      let answer = append(key)
      if case .waiting(let reason) = answer {
        self.reason = reason
        showCount()
        return planNextTry()
      }
      keys.removeFirst()
      if case .refused(let reason) = answer {
        if !refusals.contains(reason) { refusals.append(reason) }
        answered(key, .refused("Of the keys that waited: \(refusals.joined(separator: " "))"))
      } else {
        answered(key, answer)
      }
    }
    alarm = nil
    message.value = nil
  }

  private func showCount() {
    let subject = keys.count == 1 ? "1 key waits" : "\(keys.count) keys wait"
    message.value = "\(subject) to be recorded. \(reason)"
  }

  private func planNextTry() {
    alarm = scheduler.schedule(after: Self.period) { [unowned self] in retry() }
  }
}
