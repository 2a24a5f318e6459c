import Dispatch
import Signals
import SignalsDispatch
import Testing

/// A screen on the main actor, like in a program.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DomainTests {
  private final class Screen {
    let keys = Subject<Character>()
    private let scheduler = DispatchScheduler(queue: .main)
    private(set) var shown = ""
    private var subscriptions: [Subscription] = []

    init(whenDone done: @escaping () -> Void) {
      let cursor = Signal.interval(.milliseconds(1), on: scheduler).map { _ in Character("_") }
      subscriptions.append(
        keys.signal.map { _ in cursor.prefix(2) }.switchToLatest()
          .merge(with: keys.signal)
          .subscribe { [unowned self] character in
            shown.append(character)
            if shown.count == 3 { done() }
          })
    }
  }

  @Test func `a class of the main actor holds signals, timers and an inlet`() async {
    var screen: Screen?
    await withCheckedContinuation { continuation in
      let made = Screen { continuation.resume() }
      screen = made
      Self.press(["a"], Inlet(to: made.keys))
    }
    #expect(screen?.shown == "a__")
  }

  /// Sends keys from another thread.
  private nonisolated static func press(_ keys: [Character], _ inlet: Inlet<Character>) {
    DispatchQueue.global().async {
      for key in keys { inlet.send(key) }
    }
  }
}
