import Signals

/// The operators that join two sources, for tests in which both are active.
enum Joining: String, CaseIterable {
  case merge, combineLatest, combineLatestArray, zip, withLatest, sample, flatMap, switchToLatest,
    `catch`

  /// The operator over two sources; joined elements have tens from `a` and ones from `b`.
  func over(_ a: Signal<Int>, _ b: Signal<Int>) -> Signal<Int> {
    switch self {
    case .merge: a.merge(with: b)
    case .combineLatest: a.combineLatest(b).map { 10 * $0 + $1 }
    case .combineLatestArray: .combineLatest([a, b]).map { 10 * $0[0] + $0[1] }
    case .zip: a.zip(b).map { 10 * $0 + $1 }
    case .withLatest: a.withLatest(from: b).map { 10 * $0 + $1 }
    case .sample: a.sample(on: b)
    case .flatMap: a.flatMap { tens in b.map { 10 * tens + $0 } }
    case .switchToLatest: a.map { tens in b.map { 10 * tens + $0 } }.switchToLatest()
    case .catch: a.map { _ in Result<Int, Probe.Fault>.failure(.init()) }.catch { _ in b }
    }
  }
}
