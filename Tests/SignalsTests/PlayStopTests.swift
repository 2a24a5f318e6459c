import Signals
import Testing

/// Play and stop are merged into one state.
///
/// It is false at first, enables and hides the controls, and the ticks count only while it is true.
struct PlayStopTests {
  /// Play, stop and a timer that counts while playing, connected like on a screen.
  private struct Player {
    let isRunning: Signal<Bool>
    /// Hides the lap control and enables the play control; both share one run.
    let isNotRunning: Signal<Bool>
    /// The shared count, 0 at first.
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

  @Test func `one state counts the ticks, enables play and hides the lap control`() {
    let marbles = MarbleTest()
    let ticks = Probe(
      Signal.interval(.frames(1), on: marbles.scheduler).map(String.init), on: marbles.scheduler)
    let (play, stop) = (marbles.hot("---p-------p------"), marbles.hot("-------s-----s----"))
    let player = Player(play: play.signal, stop: stop.signal, lap: .never, ticks: ticks.numbers)
    let timer = marbles.record(player.timer)
    let lateTimer = marbles.record(player.timer, during: "---------^--------!")
    let isLapHidden = marbles.record(player.isNotRunning.map { $0 ? "h" : "v" })
    let isStopEnabled = marbles.record(player.isRunning.map { $0 ? "e" : "d" })
    let isPlayEnabled = marbles.record(player.isNotRunning, during: "--------^")
    marbles.run(through: 18)
    timer.expect("0--1234----56-----")
    lateTimer.expect("---------4-56-----")
    isLapHidden.expect("h--v---h---v-h----")
    isStopEnabled.expect("d--e---d---e-d----")
    isPlayEnabled.expect("--------[true]--[false]-[true]----")
    for source in [ticks, play, stop] { source.expectSubscriptions("^") }
  }

  @Test func `laps are sampled from the shown timer`() {
    let marbles = MarbleTest()
    let player = Player(
      play: marbles.hot("---p-------p------").signal,
      stop: marbles.hot("-------s-----s----").signal,
      lap: marbles.hot("----l-ll----l-----").signal,
      ticks: .interval(.frames(1), on: marbles.scheduler))
    var shown = 0
    let timer = player.timer.subscribe { shown = $0 }
    var laps: [[Int]] = []
    let table = player.laps.subscribe { all in
      laps.append(all)
      #expect(all.last == shown, "the lap differs from the screen")
    }
    marbles.run(through: 18)
    #expect(laps == [[1], [1, 3], [1, 3, 4], [1, 3, 4, 5]])
    withExtendedLifetime((timer, table)) {}
  }
}
