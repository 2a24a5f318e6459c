import Signals
import TimingTestSupport

/// A random composition of operators, as a signal and as its definition.
struct Tree {
  /// The composition as source text.
  let text: String
  /// Creates the signal; each call returns a new one without shared state.
  let signal: () -> Signal<Int>
  /// The defined output to a subscriber from a turn on.
  let run: (Turn) -> Run

  init(_ text: String, _ signal: @escaping () -> Signal<Int>, run: @escaping (Turn) -> Run) {
    (self.text, self.signal, self.run) = (text, signal, run)
  }

  /// A tree with an operator over this tree, defined over its run and first turn.
  func then(
    _ text: String, _ transform: @escaping (Signal<Int>) -> Signal<Int>,
    run define: @escaping (Run, Turn) -> Run
  ) -> Tree {
    Tree("\(self.text).\(text)") { [signal] in
      transform(signal())
    } run: { [run] start in
      define(run(start), start)
    }
  }

  static func joining(
    _ text: String, _ trees: [Tree], _ join: @escaping ([Signal<Int>]) -> Signal<Int>,
    run define: @escaping ([Run], Turn) -> Run
  ) -> Tree {
    Tree("\(text)(\(trees.map(\.text).joined(separator: ", ")))") {
      join(trees.map { $0.signal() })
    } run: { start in
      define(trees.map { $0.run(start) }, start)
    }
  }
}

/// The time of a subscription in a tree, which determines the allowed sources.
///
/// A subject serves its observers in the order of their subscriptions. A definition over lists
/// knows that order if all subscribe at the beginning, or if a source has one observer.
enum Place {
  /// At the beginning: the tree shares its sources.
  case fixed
  /// Later or repeatedly, but one run at a time: each source has one observer.
  case later
  /// Several runs at the same time: each run has its own sources.
  case beside

  var later: Place { self == .fixed ? .later : .beside }
}

struct TreeGrower {
  var seed: Seed
  let script = Script()
  private var shared: [Int] = []
  private var budget = 0

  init(_ seed: Seed) {
    self.seed = seed
    budget = int(1...12)
    shared = (0..<3).map { _ in script.addSource(using: &self.seed) }
  }

  mutating func tree() -> Tree {
    let tree = node(.fixed)
    script.arrange()
    return tree
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &seed) }

  /// A random time in attoseconds, so that alarms of different causes do not coincide.
  mutating func span() -> Duration {
    Duration(
      secondsComponent: Int64(int(0...4)),
      attosecondsComponent: Int64(int(1...999_999_999_999_999_999)))
  }

  mutating func node(_ place: Place) -> Tree {
    guard budget > 0 else { return leaf(place) }
    budget -= 1
    switch int(0...9) {
    case 0...3: return single(node(place))
    case 4: return timed(node(place))
    case 5...6: return joined(place)
    default: return nested(place)
    }
  }

  // MARK: Sources

  mutating func leaf(_ place: Place) -> Tree {
    switch int(0...9) {
    case 0...5 where place != .beside:
      let number = place == .fixed ? shared[int(0...2)] : script.addSource(using: &seed)
      return Tree("s\(number)", { [script] in script.signal(number) }) { [script] in
        script.run(number, from: $0)
      }
    case 6:
      let values = (0..<int(0...3)).map { _ in int(-9...9) }
      return Tree("of\(values)", { .of(contentsOf: values) }) { Run(values, at: $0, end: $0) }
    case 7:
      let (span, value) = (span(), int(-9...9))
      return Tree("timer(\(span), \(value))") { [script] in
        Signal<Void>.timer(after: span, on: script.scheduler).map { value }
      } run: {
        let due = Turn(moment: $0.moment + span)
        return Run([value], at: due, end: due)
      }
    case 8: return lasting()
    default:
      let (span, count) = (span(), int(1...4))
      return Tree("interval(\(span)).prefix(\(count))") { [script] in
        .interval(span, on: script.scheduler).prefix(count)
      } run: { start in
        let entries = (1...count).map {
          Run.Entry(at: Turn(moment: start.moment + span * $0), value: $0)
        }
        return Run(entries, end: entries.last?.at)
      }
    }
  }

  /// Elements that last for a time each, the last one endlessly.
  private mutating func lasting() -> Tree {
    let spans = (0..<int(0...3)).map { _ in span() }
    return Tree("lasting(\(spans))") { [script] in
      .deferred {
        var next = 0
        return .lasting(on: script.scheduler) {
          defer { next += 1 }
          return (next, next < spans.count ? spans[next] : nil)
        }
      }
    } run: { start in
      var run = Run([0], at: start, end: nil)
      for (index, span) in spans.enumerated() {
        let turn = Turn(moment: run.entries[index].at.moment + span)
        run.entries.append(.init(at: turn, value: index + 1))
      }
      return run
    }
  }
}

struct TreeFault: Error {}

extension Signal<Int> {
  func failing(_ isFailure: @escaping (Int) -> Bool) -> Signal<Result<Int, TreeFault>> {
    map { isFailure($0) ? .failure(TreeFault()) : .success($0) }
  }
}
