import Signals
import Testing
import Timing
import Text

/// A tick every 0.1 s is shown as `MM:SS.t`, and taps sample the ticks.
///
/// A scan collects the laps for the table and the header. The header begins with "no laps".
struct TappedLapTests {
  private let scheduler = VirtualScheduler()
  private let taps = Subject<Void>()

  private var ticks: Signal<String> {
    Signal.interval(.milliseconds(100), on: scheduler)
      .map { StopwatchLabel().text(of: .milliseconds(100) * $0) }
      .prepend("00:00.0")
  }

  @Test func `taps collect laps from the running label`() {
    let running = ticks.share(replay: 1)
    let laps = running.sample(on: taps.signal)
      .scan([]) { $0 + [$1] }
      .share(replay: 1)
    let header = laps.map { SplitList.header(count: $0.count) }.prepend("no laps")
    var shown = (label: "", header: [String](), table: [[String]]())
    let screen = [
      running.subscribe { shown.label = $0 },
      laps.subscribe { shown.table.append($0) },
      header.subscribe { shown.header.append($0) },
    ]
    #expect(shown.label == "00:00.0" && shown.header == ["no laps"] && shown.table == [])

    scheduler.advance(to: .milliseconds(12_345))
    taps.send(())
    #expect(shown.label == "00:12.3")
    scheduler.advance(to: .seconds(61.05))
    taps.send(())
    taps.send(())
    #expect(shown.header == ["no laps", "1 lap", "2 laps", "3 laps"])
    #expect(
      shown.table == [
        ["00:12.3"], ["00:12.3", "01:01.0"], ["00:12.3", "01:01.0", "01:01.0"],
      ])
    #expect(scheduler.wakeUps == 610)

    for subscription in screen { subscription.cancel() }
    #expect(scheduler.next == nil)
    #expect(!taps.isObserved)
  }

  @Test func `a table opened later shows the existing laps`() {
    let laps = ticks.sample(on: taps.signal).scan([]) { $0 + [$1] }.share(replay: 1)
    let early = laps.subscribe { _ in }
    scheduler.advance(to: .seconds(3))
    taps.send(())
    var table: [String] = []
    let late = laps.subscribe { table = $0 }
    #expect(table == ["00:03.0"])
    withExtendedLifetime((early, late)) {}
  }
}
