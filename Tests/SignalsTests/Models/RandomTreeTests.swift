import ProcessTestSupport
import Signals
import Testing
import TimingTestSupport

/// Random trees of all operators, beside their definitions over lists of timed elements.
///
/// With `LAPTIMER_FAULTS=long`, 100,000 of them; `LAPTIMER_SEED` grows the one that a failure named.
struct RandomTreeTests {
  private struct Given: Equatable, CustomStringConvertible {
    var elements: [String] = []
    var end: Duration?

    var description: String { "\(elements) \(end.map { "end at \($0)" } ?? "no end")" }
  }

  @Test func `random trees equal their definitions, and hold nothing afterwards`() {
    for _ in 0..<Effort.times(3_000, long: 100_000) {
      let seed = Seed()
      var grower = TreeGrower(seed)
      let tree = grower.tree()
      let isCancelled = Bool.random(using: &grower.seed)
      let moment = grower.span() * 5
      let problem = Self.play(tree, grower.script, cancelledAt: isCancelled ? moment : nil)
      #expect(problem == nil, "\(seed): \(tree.text)")
      if problem != nil { return }
    }
  }

  /// Plays a tree, cancelled at a moment if one is given; what is wrong about it, if anything is.
  private static func play(
    _ tree: Tree, _ script: Script, cancelledAt stop: Duration?
  ) -> String? {
    let run = tree.run(Turn(moment: .zero))
    let isInTime = { (moment: Duration) in stop.map { moment < $0 } ?? true }
    let expected = Given(
      elements: run.entries.filter { isInTime($0.at.moment) }
        .map { "\($0.value)@\($0.at.moment)" },
      end: run.end.flatMap { isInTime($0.moment) ? $0.moment : nil })
    var given = Given()
    var problem: String?
    let subscription = tree.signal().subscribe { value in
      given.elements.append("\(value)@\(script.scheduler.now)")
    } end: {
      given.end = script.scheduler.now
      if !script.isIdle { problem = "held at the end" }
    }
    script.play(
      stop: stop.map { stop in
        (
          stop,
          {
            subscription.cancel()
            if !script.isIdle { problem = "held after the cancel" }
          }
        )
      })
    if given != expected { return "given \(given)\nexpected \(expected)" }
    subscription.cancel()
    return problem ?? (script.isIdle ? nil : "held after a cancel at last")
  }
}
