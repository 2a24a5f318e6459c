import Signals
import Testing
import Timing
import Text

/// A relative timestamp sends its text, waits exactly until the text changes and repeats; a new
/// moment replaces it.
struct RelativeTimestampTests {
  private let scheduler = VirtualScheduler()

  private func age(since moment: Duration) -> Signal<String> {
    Signal.lasting(on: scheduler) { [scheduler] in
      let (label, age) = (AgeLabel(), scheduler.now - moment)
      return (label.text(of: age), label.nextChange(after: age).map { $0 - age })
    }
  }

  @Test func `each wake-up changes the text, over three days`() {
    var shown: [(text: String, at: Duration)] = []
    let subscription = age(since: .zero).subscribe { shown.append(($0, scheduler.now)) }
    scheduler.advance(to: .seconds(3 * 86_400))
    let expected: [(String, Int)] =
      [("just now", 0)]
      + (5...59).map { ("\($0)s ago", $0) }
      + (1...59).map { ("\($0)m ago", $0 * 60) }
      + (1...23).map { ("\($0)h ago", $0 * 3600) }
      + (1...3).map { ("\($0)d ago", $0 * 86_400) }
    #expect(shown.map(\.text) == expected.map(\.0))
    #expect(shown.map(\.at) == expected.map { .seconds($0.1) })
    #expect(scheduler.wakeUps == expected.count - 1)
    subscription.cancel()
    #expect(scheduler.next == nil)
  }

  @Test func `after a late wake-up the text is current, and the next one exact`() {
    var shown: [String] = []
    let subscription = age(since: .zero).subscribe { shown.append($0) }
    scheduler.advance(to: .seconds(58))
    scheduler.oversleep(to: .seconds(185))
    #expect(shown.suffix(2) == ["58s ago", "3m ago"])
    #expect(scheduler.next == .seconds(240))
    subscription.cancel()
  }
}
