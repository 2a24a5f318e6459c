import Signals
import Testing

/// Play and stop are merged into one state, which is false at first, enables and hides the
/// controls, and lets the ticks count only while it is true.
struct PlayStopTests {
  @Test func `the count continues only while it runs`() {
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

  /// Play, stop and a timer that counts while it runs, as a screen would wire them.
  private struct Player {
    let isRunning: Signal<Bool>
    /// What hides the lap control and enables the play control: one run for both.
    let isNotRunning: Signal<Bool>
    /// The count so far, 0 at first, for all who show it.
    let timer: Signal<Int>
    let laps: Signal<[Int]>

    init(play: Signal<String>, stop: Signal<String>, lap: Signal<String>, ticks: Signal<Int>) {
      isRunning = Signal.merge(play.map { _ in true }, stop.map { _ in false })
        .prepend(false)
        .share(replay: 1)
      isNotRunning = isRunning.map { !$0 }.share(replay: 1)
      timer = ticks.withLatest(from: isRunning).filter { $0.1 }
        .scan(0) { count, _ in count + 1 }
        .prepend(0)
        .share(replay: 1)
      laps = timer.sample(on: lap).scan([]) { $0 + [$1] }
    }
  }

  @Test func `the count begins at 0, and later subscribers get the last one`() {
    let stage = Stage()
    let ticks = Probe(
      Signal.interval(.frames(1), on: stage.scheduler).map(String.init), on: stage.scheduler)
    let player = Player(
      play: stage.hot("---p-------p------").signal, stop: stage.hot("-------s-----s----").signal,
      lap: .never, ticks: ticks.numbers)
    let first = stage.record(player.timer)
    let second = stage.record(player.timer, during: "---------^--------!")
    stage.run(through: 18)
    first.expect("0--1234----56-----")
    second.expect("---------4-56-----")
    ticks.expectSubscriptions("^")
  }

  @Test func `the lap control is hidden while it is stopped, by the state that enables play`() {
    let stage = Stage()
    let (play, stop) = (stage.hot("---p-------p---"), stage.hot("-------s-------"))
    let player = Player(play: play.signal, stop: stop.signal, lap: .never, ticks: .never)
    let isLapHidden = stage.record(player.isNotRunning.map { $0 ? "h" : "v" })
    let isPlayEnabled = stage.record(player.isNotRunning.map { $0 ? "e" : "d" })
    let isStopEnabled = stage.record(player.isRunning.map { $0 ? "e" : "d" })
    let late = stage.record(player.isNotRunning, during: "--------^")
    stage.run(through: 14)
    isLapHidden.expect("h--v---h---v---")
    isPlayEnabled.expect("e--d---e---d---")
    isStopEnabled.expect("d--e---d---e---")
    late.expect("--------[true]--[false]")
    play.expectSubscriptions("^")
    stop.expectSubscriptions("^")
  }

  @Test func `laps are sampled from the timer that is shown`() {
    let stage = Stage()
    let player = Player(
      play: stage.hot("---p-------p------").signal, stop: stage.hot("-------s-----s----").signal,
      lap: stage.hot("----l-ll----l-----").signal,
      ticks: .interval(.frames(1), on: stage.scheduler))
    var shown = 0
    let timer = player.timer.subscribe { shown = $0 }
    var laps: [[Int]] = []
    let table = player.laps.subscribe { all in
      laps.append(all)
      #expect(all.last == shown, "a lap is what the screen showed")
    }
    stage.run(through: 18)
    #expect(laps == [[1], [1, 3], [1, 3, 4], [1, 3, 4, 5]])
    withExtendedLifetime((timer, table)) {}
  }
}
