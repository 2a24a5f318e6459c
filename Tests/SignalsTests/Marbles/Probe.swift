import Signals
import Testing

/// A source that records its subscriptions and releases.
final class Probe {
  struct Fault: Error, Equatable, CustomStringConvertible {
    let description = "x"
  }

  private let source: Signal<String>
  private let scheduler: VirtualScheduler
  private var runs: [Picture] = []

  init(_ source: Signal<String>, on scheduler: VirtualScheduler) {
    self.source = source
    self.scheduler = scheduler
  }

  var signal: Signal<String> {
    Signal { observer, lifetime in
      let run = self.runs.count
      self.runs.append(Picture([], frames: 0))
      self.note(.subscribed, run)
      lifetime.onEnd { self.note(.released, run) }
      self.source.observe(observer, during: lifetime)
    }
  }

  /// The signal with its elements as numbers.
  var numbers: Signal<Int> {
    signal.compactMap { Int($0) }
  }

  /// The signal with each `x` as a failure.
  var results: Signal<Result<String, Fault>> {
    signal.map { $0 == "x" ? .failure(Fault()) : .success($0) }
  }

  /// Whether a subscription is active.
  var isSubscribed: Bool { runs.contains { $0.entries.last?.mark == .subscribed } }

  /// Expects subscriptions with these diagrams: `^--!`.
  func expectSubscriptions(
    _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actual = runs.map(\.drawing)
    #expect(
      runs == expected.map(Picture.init),
      "subscriptions expected: \(expected)\nactual:                 \(actual)",
      sourceLocation: sourceLocation)
  }

  private func note(_ mark: Picture.Mark, _ run: Int) {
    runs[run].entries.append(.init(frame: Recording.frame(of: scheduler.now), mark: mark))
  }
}
