import ProcessTestSupport
import Signals
import Testing
import TimingTestSupport

/// Random trees of all operators, compared with their definitions over lists of timed elements.
///
/// `LAPTIMER_FAULTS=long` tests 100,000 trees. `LAPTIMER_SEED` repeats a failed one.
struct RandomTreeTests {
  private struct Output: Equatable, CustomStringConvertible {
    var elements: [String] = []
    var end: Duration?

    var description: String { "\(elements) \(end.map { "end at \($0)" } ?? "no end")" }
  }

  @Test func `random trees equal their definitions, and retain nothing afterwards`() {
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

  /// Plays a tree, optionally with a cancel at a moment, and returns a description of a fault.
  private static func play(
    _ tree: Tree, _ script: Script, cancelledAt stop: Duration?
  ) -> String? {
    let run = tree.run(Turn(moment: .zero))
    let isInTime = { (moment: Duration) in stop.map { moment < $0 } ?? true }
    let expected = Output(
      elements: run.entries.filter { isInTime($0.at.moment) }
        .map { "\($0.value)@\($0.at.moment)" },
      end: run.end.flatMap { isInTime($0.moment) ? $0.moment : nil })
    var output = Output()
    var problem: String?
    let subscription = tree.signal().subscribe { value in
      output.elements.append("\(value)@\(script.scheduler.now)")
    } end: {
      output.end = script.scheduler.now
      if !script.isIdle { problem = "observed or scheduled after the end" }
    }
    script.play(
      stop: stop.map { stop in
        (
          stop,
          {
            subscription.cancel()
            if !script.isIdle { problem = "observed or scheduled after the cancel" }
          }
        )
      })
    if output != expected { return "output \(output)\nexpected \(expected)" }
    subscription.cancel()
    return problem ?? (script.isIdle ? nil : "observed or scheduled after the last cancel")
  }
}
