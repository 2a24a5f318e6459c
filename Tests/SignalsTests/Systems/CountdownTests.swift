import Signals
import Testing

/// A tap starts a count 3, 2, 1, 0, one a second.
///
/// Taps are ignored in the first three seconds and during a count; all observers share one
/// recognizer; an error shows as "Error".
struct CountdownTests {
  private let marbles = MarbleTest()

  private func countdown(_ taps: Signal<Result<String, Probe.Fault>>) -> Signal<String> {
    counting(taps).shown
  }

  /// The shown texts, and whether a tap would start a count.
  ///
  /// A second is ten frames.
  private func counting(
    _ taps: Signal<Result<String, Probe.Fault>>
  ) -> (shown: Signal<String>, isEnabled: Signal<Bool>) {
    let scheduler = marbles.scheduler
    let isReady = Signal.timer(after: .seconds(3), on: scheduler).map { true }.prepend(false)
    let isCounting = Relay(false)
    let isEnabled = isReady.combineLatest(isCounting.signal).map { $0 && !$1 }
      .removeDuplicates()
      .share(replay: 1)
    let count = Signal.interval(.seconds(1), on: scheduler)
      .map { 3 - $0 }
      .prepend(3)
      .map { number in
        isCounting.value = number > 0
        return Result<String, Probe.Fault>.success("\(number)")
      }
      .prefix(4)
    let shown =
      taps
      .withLatest(from: isEnabled)
      .filter { $0.1 }
      .map { tap, _ in
        switch tap {
        case .success: count
        case .failure(let error): .of(.failure(error))
        }
      }
      .switchToLatest()
      .replaceErrors(with: "Error")
    return (shown, isEnabled)
  }

  @Test func `taps are ignored in the first three seconds and during a count`() {
    let (second, rest) = (String(repeating: "-", count: 9), String(repeating: "-", count: 4))
    let taps = marbles.hot(
      "t\(second)t\(second)t\(second)-t-tt\(second)t\(second)t\(second)-\(rest)t")
    let shown = marbles.record(countdown(taps.results))
    marbles.run(through: 120)
    shown.expect(
      "-\(second)-\(second)-\(second)-3\(second)2\(second)1\(second)0--\(rest)-3\(second)2\(second)1\(second)0"
    )
  }

  @Test func `all observers share one recognizer`() {
    let taps = marbles.hot(String(repeating: "-", count: 35) + "t")
    let recognizer = taps.results.share()
    let shown = (1...3).map { _ in marbles.record(countdown(recognizer)) }
    marbles.run(through: 80)
    taps.expectSubscriptions("^")
    for recording in shown { #expect(recording.elements == ["3", "2", "1", "0"]) }
  }

  @Test func `the control shows whether a tap would count`() {
    let (second, rest) = (String(repeating: "-", count: 9), String(repeating: "-", count: 4))
    let taps = marbles.hot(String(repeating: "-", count: 35) + "t")
    let (shown, isEnabled) = counting(taps.results)
    let control = marbles.record(isEnabled.map { $0 ? "e" : "d" })
    let count = marbles.record(shown)
    marbles.run(through: 80)
    control.expect(
      "d\(second)-\(second)-\(second)e\(rest)d\(second)-\(second)-\(second)e")
    count.expect("-\(second)-\(second)-\(second)-\(rest)3\(second)2\(second)1\(second)0")
  }

  @Test func `an error does not disable the control`() {
    let taps = marbles.hot(String(repeating: "-", count: 35) + "x--t")
    let (shown, isEnabled) = counting(taps.results)
    let control = marbles.record(isEnabled)
    let count = marbles.record(shown)
    marbles.run(through: 39)
    #expect(count.elements == ["Error", "3"])
    #expect(control.elements == ["false", "true", "false"])
  }
}
