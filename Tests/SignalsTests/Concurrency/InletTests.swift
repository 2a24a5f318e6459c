import Dispatch
import Signals
import SignalsDispatch
import Testing

struct InletTests {
  private let queue = DispatchQueue(label: "domain")

  @Test func `elements and the end arrive in order, after the send returns`() {
    let subject = Subject<Int>()
    var log: [String] = []
    let subscription = subject.signal.subscribe {
      log.append("\($0)")
    } end: {
      log.append("end")
    }
    let inlet = Inlet(to: subject, on: queue)
    queue.sync {
      inlet.send(1)
      #expect(log.isEmpty)
    }
    inlet.send(2)
    inlet.send(3)
    inlet.end()
    inlet.send(4)
    queue.sync {}
    #expect(log == ["1", "2", "3", "end"])
    #expect(!subscription.isActive)
  }

  @Test func `an inlet does not retain its subject, and drops later elements`() {
    var subject: Subject<Int>? = Subject()
    weak let gone = subject
    var received: [Int] = []
    let inlet = subject.map { Inlet(to: $0, on: queue) }
    let subscription = subject?.signal.subscribe { received.append($0) }
    inlet?.send(1)
    queue.sync {}
    subscription?.cancel()
    subject = nil
    #expect(gone == nil)
    inlet?.send(2)
    inlet?.end()
    queue.sync {}
    #expect(received == [1])
  }
}

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
