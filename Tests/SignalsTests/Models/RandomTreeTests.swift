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
  private static func play(_ tree: Tree, _ script: Script, cancelledAt stop: Duration?) -> String? {
    let run = tree.run(Turn(moment: .zero))
    let isInTime = { (moment: Duration) in stop.map { moment < $0 } ?? true }
    let expected = Output(
      elements: run.entries.filter { isInTime($0.at.moment) }.map { "\($0.value)@\($0.at.moment)" },
      end: run.end.flatMap { isInTime($0.moment) ? $0.moment : nil })
    var output = Output()
    var problem: String?
    let subscription = tree.signal().subscribe { value in
      output.elements.append("\(value)@\(script.scheduler.now)")
    } end: {
      output.end = script.scheduler.now
      if !script.isIdle { problem = "observed or scheduled after the end" }
    }
    script.play(stop: stop) {
      subscription.cancel()
      if !script.isIdle { problem = "observed or scheduled after the cancel" }
    }
    if output != expected { return "output \(output)\nexpected \(expected)" }
    subscription.cancel()
    return problem ?? (script.isIdle ? nil : "observed or scheduled after the last cancel")
  }
}

/// Hot sources that send random elements at random times.
final class Script {
  private struct Source {
    let subject = Subject<Int>()
    var run = Run([], end: nil)
  }

  let scheduler = VirtualScheduler()
  private var sources: [Source] = []
  /// The elements in order, with the numbers of their sources; nil is an end.
  private var lines: [(source: Int, moment: Duration, element: Int?)] = []

  /// Adds a source with up to six elements, some at the same moment; some sources do not end.
  func addSource(using seed: inout Seed) -> Int {
    let number = sources.count
    sources.append(Source())
    var second = 0
    for _ in 0..<Int.random(in: 0...6, using: &seed) {
      second += Int.random(in: 0...4, using: &seed)
      add(number, second + 1, Int.random(in: -20...20, using: &seed))
    }
    if Int.random(in: 0..<6, using: &seed) > 0 {
      add(number, second + Int.random(in: 1...5, using: &seed), nil)
    }
    return number
  }

  private func add(_ source: Int, _ second: Int, _ element: Int?) {
    lines.append((source, .seconds(second), element))
  }

  /// Sorts the lines after all sources are added; at the same moment, the older source is first.
  func arrange() {
    lines = lines.enumerated()
      .sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(\.element)
    for (index, line) in lines.enumerated() {
      let turn = Turn(moment: line.moment, order: index + 1)
      if let element = line.element {
        sources[line.source].run.entries.append(.init(at: turn, value: element))
      } else {
        sources[line.source].run.end = turn
      }
    }
  }

  func signal(_ source: Int) -> Signal<Int> { sources[source].subject.signal }

  /// The output of a source to a subscriber from a turn on.
  func run(_ source: Int, from start: Turn) -> Run {
    let run = sources[source].run
    return Run(run.entries.filter { $0.at > start }, end: run.end.map { max($0, start) })
  }

  /// Whether no source is observed and no alarm is set.
  var isIdle: Bool { scheduler.next == nil && !sources.contains { $0.subject.isObserved } }

  /// Sends all lines at their moments, then advances time until no alarm is set; runs an action at
  /// a moment, which differs from those of lines and alarms.
  func play(stop: Duration?, _ action: () -> Void) {
    var stop = stop
    func pass(to moment: Duration) {
      if let due = stop, due < moment {
        scheduler.advance(to: due)
        action()
        stop = nil
      }
      scheduler.advance(to: moment)
    }
    for line in lines {
      pass(to: line.moment)
      let subject = sources[line.source].subject
      if let element = line.element { subject.send(element) } else { subject.end() }
    }
    while let next = scheduler.next { pass(to: next) }
    if let stop {
      scheduler.advance(to: stop)
      action()
    }
  }
}
