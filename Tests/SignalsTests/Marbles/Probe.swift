import Signals
import Testing

/// A source of marbles that notes when it is subscribed to and when released.
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

  /// The same, its elements numbers.
  var numbers: Signal<Int> {
    signal.compactMap { Int($0) }
  }

  /// The same, each `x` a failure.
  var results: Signal<Result<String, Fault>> {
    signal.map { $0 == "x" ? .failure(Fault()) : .success($0) }
  }

  /// Whether a subscription has begun that is not released.
  var isSubscribed: Bool { runs.contains { $0.entries.last?.mark == .subscribed } }

  /// Each subscription so far as a picture: `^--!`.
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
