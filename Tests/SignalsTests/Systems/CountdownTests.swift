import Signals
import Testing

/// A tap starts a count 3, 2, 1, 0, one a second.
///
/// Taps are ignored in the first three seconds and during a count; an error shows as "Error".
struct CountdownTests {
  private let marbles = MarbleTest()

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
    func dashes(_ count: Int) -> String { String(repeating: "-", count: count) }
    let (second, count) = (dashes(9), "3\(dashes(9))2\(dashes(9))1\(dashes(9))0")
    let taps = marbles.hot(
      "t\(second)t\(second)t\(second)-t-tt\(second)t\(second)t\(second)-----t")
    let (shown, isEnabled) = counting(taps.results)
    let control = marbles.record(isEnabled.map { $0 ? "e" : "d" })
    let recording = marbles.record(shown)
    marbles.run(through: 120)
    recording.expect("\(dashes(31))\(count)-------\(count)")
    control.expect("d\(dashes(29))ed\(dashes(29))e-------d\(dashes(29))e")
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
