import Signals
import Testing

/// Play and stop are merged into one state, which is false at first, enables and hides the
/// controls, and lets the ticks count only while it is true.
struct PlayStopTests {
  @Test func `the count goes on only while it runs`() {
    let stage = Stage()
    let play = stage.hot("---p-------p-------")
    let stop = stage.hot("-------s-----s-----")
    let ticks = Signal.interval(.frames(1), on: stage.scheduler)
    let isRunning = Signal.merge(play.signal.map { _ in true }, stop.signal.map { _ in false })
      .prepend(false)
      .share(replay: 1)
    let count = ticks.withLatest(from: isRunning).filter { $0.1 }.scan(0) { count, _ in count + 1 }

    let controls = stage.record(isRunning.map { $0 ? "playing" : "stopped" })
    let isPlayHidden = stage.record(isRunning.removeDuplicates().map { $0 ? "h" : "v" })
    let counted = stage.record(count)
    stage.run(through: 18)
    controls.expect("[stopped]--[playing]---[stopped]---[playing]-[stopped]-----")
    isPlayHidden.expect("v--h---v---h-v-----")
    counted.expect("---1234----56-----")
  }

  @Test func `one subscription to each button serves all that follow the state`() {
    let stage = Stage()
    let (play, stop) = (stage.hot("--p"), stage.hot("----s"))
    let isRunning = Signal.merge(play.signal.map { _ in true }, stop.signal.map { _ in false })
      .prepend(false)
      .share(replay: 1)
    let recordings = (1...3).map { _ in stage.record(isRunning, during: "^------!") }
    stage.run(through: 9)
    for recording in recordings { recording.expect("[false]-[true]-[false]--") }
    play.expectSubscriptions("^------!")
    stop.expectSubscriptions("^------!")
  }
}
