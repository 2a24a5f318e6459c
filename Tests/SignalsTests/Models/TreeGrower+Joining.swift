import Signals

extension TreeGrower {
  /// An operator that subscribes to several trees at the beginning.
  mutating func joined(_ place: Place) -> Tree {
    let kind = int(0...9)
    let count =
      switch kind {
      case 0, 2: int(0...4)
      case 3: 4
      case 4: 3
      case 7: int(2...4)
      default: 2
      }
    let trees = (0..<count).map { _ in node(place) }
    switch kind {
    case 0:
      return .joining("merge", trees, { .merge($0) }) { runs, start in
        runs.isEmpty ? Run([], end: start) : .merge(runs)
      }
    case 1...4: return Self.combineLatest(trees, isArray: kind == 2)
    case 5:
      return .joining("withLatest", trees) {
        $0[0].withLatest(from: $0[1]).map { $0 &* 3 &+ $1 }
      } run: { runs, _ in
        runs[0].withLatest(from: runs[1]) { $0 &* 3 &+ $1 }
      }
    case 6:
      return .joining("sample", trees, { $0[0].sample(on: $0[1]) }) { runs, _ in
        runs[1].withLatest(from: runs[0]) { $1 }
      }
    case 7: return .joining("zip", trees, Self.zip) { .zip($0, from: $1, Self.digest) }
    case 8:
      return .joining("prefix(untilOutputFrom:)", trees) {
        $0[0].prefix(untilOutputFrom: $0[1])
      } run: { runs, _ in
        guard let stop = runs[1].entries.first?.at else { return runs[0] }
        if let end = runs[0].end, end < stop { return runs[0] }
        return Run(runs[0].entries.filter { $0.at < stop }, end: stop)
      }
    default:
      return .joining("drop(untilOutputFrom:)", trees) {
        $0[0].drop(untilOutputFrom: $0[1])
      } run: { runs, _ in
        guard let go = runs[1].entries.first?.at else {
          return Run([], end: [runs[0].end, runs[1].end].compactMap { $0 }.min())
        }
        return Run(runs[0].entries.filter { $0.at >= go }, end: runs[0].end)
      }
    }
  }

  private static func zip(_ signals: [Signal<Int>]) -> Signal<Int> {
    switch signals.count {
    case 2: signals[0].zip(signals[1]).map { digest([$0, $1]) }
    case 3: signals[0].zip(signals[1], signals[2]).map { digest([$0, $1, $2]) }
    default: signals[0].zip(signals[1], signals[2], signals[3]).map { digest([$0, $1, $2, $3]) }
    }
  }

  private static func combineLatest(_ trees: [Tree], isArray: Bool) -> Tree {
    .joining(isArray ? "combineLatest[]" : "combineLatest", trees) { signals in
      if isArray { return Signal.combineLatest(signals).map(digest) }
      return switch signals.count {
      case 2: signals[0].combineLatest(signals[1]).map { digest([$0, $1]) }
      case 3: signals[0].combineLatest(signals[1], signals[2]).map { digest([$0, $1, $2]) }
      default:
        signals[0].combineLatest(signals[1], signals[2], signals[3])
          .map { digest([$0, $1, $2, $3]) }
      }
    } run: { runs, start in
      runs.isEmpty ? Run([], end: start) : .combineLatest(runs, digest)
    }
  }

  /// An operator that subscribes to some of its trees later or repeatedly.
  mutating func nested(_ place: Place) -> Tree {
    switch int(0...7) {
    case 0: return repeated(place)
    case 1: return retried(place)
    case 2: return caught(place)
    case 3: return appended(place)
    case 4:
      return .joining("deferred", [node(place)], { signals in .deferred { signals[0] } }) {
        runs, _ in runs[0]
      }
    case 5: return flattened(place, switching: false)
    case 6: return flattened(place, switching: true)
    default: return sharedTwice(place)
    }
  }

  private mutating func repeated(_ place: Place) -> Tree {
    let (tree, times) = (node(place.later), int(0...3))
    return Tree("\(tree.text).repeated(\(times))") {
      tree.signal().repeated(times)
    } run: { start in
      (0..<times).reduce(Run([], end: start)) { run, _ in run.then(tree.run) }
    }
  }

  private mutating func appended(_ place: Place) -> Tree {
    let (first, next) = (node(place), node(place.later))
    return Tree("\(first.text).append(\(next.text))") {
      first.signal().append(next.signal())
    } run: { start in
      first.run(start).then(next.run)
    }
  }

  private mutating func caught(_ place: Place) -> Tree {
    let (tree, next, number) = (node(place), node(place.later), int(2...5))
    return Tree("\(tree.text).catch(\(number), \(next.text))") {
      tree.signal().failing { $0 % number == 1 }.catch { _ in next.signal() }
    } run: { start in
      let run = tree.run(start)
      let (before, stop, _) = run.split { $0 % number == 1 }
      guard let stop else { return run }
      return Run(before, end: stop.at).then(next.run)
    }
  }

  private mutating func retried(_ place: Place) -> Tree {
    let (tree, retries, number) = (node(place.later), int(0...3), int(2...5))
    let isEndless = int(0...1) == 0
    return Tree("\(tree.text).retry(\(isEndless ? "" : "\(retries)"), \(number))") {
      guard isEndless else {
        return tree.signal().failing { $0 % number == 1 }.retry(retries).replaceErrors(with: 99)
      }
      // Only the first runs fail; a signal that always fails at once would retry endlessly.
      return .deferred {
        var runs = 0
        return Signal<Result<Int, TreeFault>>.deferred {
          runs += 1
          let canFail = runs <= retries
          return tree.signal().failing { canFail && $0 % number == 1 }
        }
        .retry()
      }
    } run: { start in
      var output = Run([], end: start)
      for _ in 0..<retries {
        guard let begin = output.end else { return output }
        let run = tree.run(begin)
        let (before, stop, _) = run.split { $0 % number == 1 }
        output = Run(output.entries + before, end: stop?.at ?? run.end)
        if stop == nil { return output }
      }
      return output.then { tree.run($0).map { !isEndless && $0 % number == 1 ? 99 : $0 } }
    }
  }

  private mutating func flattened(_ place: Place, switching: Bool) -> Tree {
    let (outer, isLater) = (node(place), switching && place == .fixed)
    let inners = [node(isLater ? .later : .beside), node(isLater ? .later : .beside)]
    let words = inners.map(\.text).joined(separator: " or ")
    return Tree("\(outer.text).\(switching ? "switchToLatest" : "flatMap")(\(words))") {
      let inner = { (value: Int) in inners[value & 1].signal().map { $0 &+ value } }
      return switching ? outer.signal().map(inner).switchToLatest() : outer.signal().flatMap(inner)
    } run: { start in
      outer.run(start).flatten(
        { entry in inners[entry.value & 1].run(entry.at).map { $0 &+ entry.value } },
        switching: switching)
    }
  }

  /// A shared run for two subscribers, whose elements are joined again.
  private mutating func sharedTwice(_ place: Place) -> Tree {
    let (tree, count, isZip) = (node(place.later), int(0...2), int(0...1) == 0)
    return Tree("\(tree.text).share(replay: \(count)) \(isZip ? "zipped" : "merged")") {
      let shared = tree.signal().share(replay: count)
      let other = shared.map { $0 &* 5 }
      return isZip ? Self.zip([shared, other]) : shared.merge(with: other)
    } run: { start in
      let run = tree.run(start)
      // The second subscriber gets the replayed ones of the elements sent within the first
      // subscription; after an end within that, it starts a new run.
      let early = run.entries.prefix { $0.at == start }.count
      let isOver = run.end == start
      // Each element reaches both subscribers before the next one: separate turns keep that order.
      func turn(_ index: Int) -> Turn { Turn(moment: .nanoseconds(max(0, index - early + 1))) }
      let numbered = run.entries.enumerated().map { Run.Entry(at: turn($0), value: $1.value) }
      let end = run.end.map { _ in isOver ? turn(0) : turn(numbered.count) }
      let first = Run(numbered, end: end)
      let second = Run(
        Array(numbered.dropFirst(isOver ? 0 : max(0, early - count))).map {
          Run.Entry(at: $0.at, value: $0.value &* 5)
        }, end: end)
      let joined =
        isZip ? Run.zip([first, second], from: turn(0), Self.digest) : Run.merge([first, second])
      func back(_ turn: Turn) -> Turn {
        let index = Int(turn.moment / .nanoseconds(1)) + early - 1
        if turn.moment == .zero { return start }
        return index < run.entries.count ? run.entries[index].at : run.end ?? start
      }
      return Run(
        joined.entries.map { Run.Entry(at: back($0.at), value: $0.value) },
        end: joined.end.map(back))
    }
  }
}
