import Signals

extension TreeGrower {
  /// An operator over one tree that does not depend on time.
  mutating func single(_ tree: Tree) -> Tree {
    let (count, number) = (int(0...4), int(2...4))
    let isIncluded: (Int) -> Bool = { $0 % number == 0 }
    switch int(0...17) {
    case 0: return tree.then("map", { $0.map { $0 &* 3 } }) { run, _ in run.map { $0 &* 3 } }
    case 1:
      return tree.then("filter(\(number))", { $0.filter(isIncluded) }) { run, _ in
        run.compactMap { isIncluded($0) ? $0 : nil }
      }
    case 2:
      return tree.then("compactMap(\(number))", { $0.compactMap { isIncluded($0) ? -$0 : nil } }) {
        run, _ in run.compactMap { isIncluded($0) ? -$0 : nil }
      }
    case 3:
      return tree.then("scan", { $0.scan(1) { $0 &* 3 &+ $1 } }) { run, _ in
        var sum = 1
        return run.map {
          sum = sum &* 3 &+ $0
          return sum
        }
      }
    case 4:
      return tree.then("prefix(\(count))", { $0.prefix(count) }) { $0.prefix(count, from: $1) }
    case 5:
      return tree.then("prefix(while: \(number))", { $0.prefix { !isIncluded($0) } }) { run, _ in
        let (before, stop, _) = run.split(where: isIncluded)
        return Run(before, end: stop?.at ?? run.end)
      }
    case 6:
      return tree.then("drop(while: \(number))", { $0.drop { !isIncluded($0) } }) { run, _ in
        let (_, stop, behind) = run.split(where: isIncluded)
        return Run((stop.map { [$0] } ?? []) + behind, end: run.end)
      }
    case 7:
      return tree.then("dropFirst(\(count))", { $0.dropFirst(count) }) { run, _ in
        Run(Array(run.entries.dropFirst(count)), end: run.end)
      }
    case 8: return tree.then("first()", { $0.first() }) { $0.prefix(1, from: $1) }
    case 9:
      return tree.then("first(where: \(number))", { $0.first(where: isIncluded) }) { run, start in
        run.compactMap { isIncluded($0) ? $0 : nil }.prefix(1, from: start)
      }
    case 10:
      return tree.then("removeDuplicates(\(number))") { signal in
        signal.removeDuplicates { $0 / number == $1 / number }
      } run: { run, _ in
        var last: Int?
        return run.compactMap { value in
          if let last, last / number == value / number { return nil }
          last = value
          return value
        }
      }
    case 11:
      return tree.then("currentAndPrevious") { signal in
        signal.currentAndPrevious().map { $0.current &- 2 &* ($0.previous ?? 7) }
      } run: { run, _ in
        var previous = 7
        return run.map { value in
          defer { previous = value }
          return value &- 2 &* previous
        }
      }
    case 12:
      let values = (0..<count).map { $0 + 50 }
      return tree.then("prepend\(values)") { signal in
        values.reversed().reduce(signal) { $0.prepend($1) }
      } run: { run, start in
        Run(Run(values, at: start, end: nil).entries + run.entries, end: run.end)
      }
    case 13:
      return tree.then("replaceErrors(\(number))") { signal in
        signal.failing(isIncluded).replaceErrors(with: 77)
      } run: { run, _ in
        run.map { isIncluded($0) ? 77 : $0 }
      }
    case 14:
      return tree.then("collect()", { $0.collect().map(Self.digest) }) { run, _ in
        run.folded(Self.digest)
      }
    case 15:
      return tree.then("collect(\(number))", { $0.collect(number).map(Self.digest) }) { run, _ in
        let groups = stride(from: 0, to: run.entries.count, by: number).map {
          Array(run.entries[$0..<min($0 + number, run.entries.count)])
        }
        let entries = groups.compactMap { group -> Run.Entry? in
          (group.count == number ? group.last?.at : run.end).map {
            Run.Entry(at: $0, value: Self.digest(group.map(\.value)))
          }
        }
        return Run(entries, end: run.end)
      }
    case 16:
      return tree.then("reduce", { $0.reduce(1) { $0 &* 3 &+ $1 } }) { run, _ in
        run.folded { $0.reduce(1) { $0 &* 3 &+ $1 } }
      }
    default:
      return tree.then("handleEvents", { $0.handleEvents(receiveOutput: { _ in }) }) { run, _ in
        run
      }
    }
  }

  static func digest(_ values: [Int]) -> Int { values.reduce(values.count) { $0 &* 31 &+ $1 } }

  /// An operator over one tree that depends on time.
  mutating func timed(_ tree: Tree) -> Tree {
    let (span, scheduler) = (span(), script.scheduler)
    switch int(0...5) {
    case 0:
      return tree.then("delay(\(span))", { $0.delay(span, on: scheduler) }) { run, _ in
        run.delay(span)
      }
    case 1:
      return tree.then("debounce(\(span))", { $0.debounce(for: span, scheduler: scheduler) }) {
        run, _ in run.debounce(span)
      }
    case 2:
      return tree.then("timeout(\(span))", { $0.timeout(span, scheduler: scheduler) }) {
        $0.timeout(span, from: $1)
      }
    case 5:
      return tree.then("timeout(\(span), customError:)") { signal in
        signal.failing { _ in false }.timeout(span, scheduler: scheduler) { TreeFault() }
          .replaceErrors(with: 88)
      } run: { run, start in
        let output = run.timeout(span, from: start)
        guard let end = output.end, end != run.end else { return output }
        return Run(output.entries + [.init(at: end, value: 88)], end: end)
      }
    case let number:
      let latest = number == 3
      return tree.then("throttle(\(span), latest: \(latest))") { signal in
        signal.throttle(for: span, scheduler: scheduler, latest: latest)
      } run: { run, _ in
        run.throttle(span, latest: latest)
      }
    }
  }
}
