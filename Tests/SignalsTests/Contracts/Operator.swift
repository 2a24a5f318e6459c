import Signals

enum Operator: String, CaseIterable {
  case none, map, compactMap, filter, scan, prepend, prefix, prefixWhile, dropWhile
  case removeDuplicates, currentAndPrevious, repeated, replaceErrors, `catch`
  case merge, combineLatest, withLatest, sample, flatMap, switchToLatest, share, shareReplay
  case delay, deferred
  case dropFirst, append, retry, handleEvents, collect, timeout
  case zip, zipFour, combineLatestArray, combineLatestFour, prefixUntil, dropUntil
  case firstWhere, reduce, collectAll, debounce, throttle, timeoutWithError

  static let passing = allCases.filter { !dropping.contains($0) }

  private static let dropping: [Operator] = [
    .firstWhere, .reduce, .collectAll, .debounce, .throttle,
  ]

  /// The operator over a source; its other sources are immediate or never send.
  func over(_ source: Signal<Int>, on scheduler: VirtualScheduler) -> Signal<Int> {
    switch self {
    case .none: source
    case .map: source.map { $0 }
    case .compactMap: source.compactMap { $0 }
    case .filter: source.filter { _ in true }
    case .scan: source.scan(0) { $1 }
    case .prepend: source.prepend()
    case .prefix: source.prefix(100)
    case .prefixWhile: source.prefix { _ in true }
    case .dropWhile: source.drop { _ in false }
    case .removeDuplicates: source.removeDuplicates()
    case .currentAndPrevious: source.currentAndPrevious().map(\.current)
    case .repeated: source.repeated(1)
    case .replaceErrors: source.map(Result<Int, Probe.Fault>.success).replaceErrors(with: 0)
    case .catch: source.map(Result<Int, Probe.Fault>.success).catch { _ in .never }
    case .merge: source.merge(with: .empty)
    case .combineLatest: source.combineLatest(.of(0)).map(\.0)
    case .withLatest: source.withLatest(from: .of(0)).map(\.0)
    case .sample: source.sample(on: source)
    case .flatMap: source.flatMap { .of($0) }
    case .switchToLatest: source.map { .of($0) }.switchToLatest()
    case .share: source.share()
    case .shareReplay: source.share(replay: 1)
    case .delay: source.delay(.frames(1), on: scheduler)
    case .deferred: .deferred { source }
    case .dropFirst: source.dropFirst(0)
    case .append: source.append()
    case .retry: source.map(Result<Int, Probe.Fault>.success).retry()
    case .handleEvents: source.handleEvents(receiveOutput: { _ in }, receiveCancel: {})
    case .collect: source.collect(1).map { $0[0] }
    case .timeout: source.timeout(.frames(9), scheduler: scheduler)
    case .zip: source.zip(.of(contentsOf: 0..<1000)).map(\.0)
    case .combineLatestArray: .combineLatest([source, .of(0)]).map { $0[0] }
    case .combineLatestFour: source.combineLatest(.of(0), .of(0), .of(0)).map(\.0)
    case .prefixUntil: source.prefix(untilOutputFrom: Signal<Int>.never)
    case .dropUntil: source.drop(untilOutputFrom: .of(0))
    case .zipFour:
      source.zip(.of(contentsOf: 0..<1000), .of(contentsOf: 0..<1000), .of(contentsOf: 0..<1000))
        .map(\.0)
    case .firstWhere: source.first { $0 > 100 }
    case .reduce: source.reduce(0, +)
    case .collectAll: source.collect().map(\.count)
    case .debounce: source.debounce(for: .frames(1), scheduler: scheduler)
    case .throttle: source.throttle(for: .frames(1), scheduler: scheduler, latest: true)
    case .timeoutWithError:
      source.map(Result<Int, Probe.Fault>.success)
        .timeout(.frames(9), scheduler: scheduler) { Probe.Fault() }
        .compactMap { try? $0.get() }
    }
  }
}
