/// The neighbors of operators that count, collect, or depend on another signal.
extension StoredClosures {
  @inline(never)
  static func dropFirst(_ next: @escaping Next) -> Next {
    var remaining = 10
    return {
      guard remaining == 0 else { return remaining -= 1 }
      next($0)
    }
  }

  @inline(never)
  static func firstWhere(_ next: @escaping Next) -> Next {
    var isOver = false
    return {
      guard !isOver, $0 < 0 else { return }
      isOver = true
      next($0)
    }
  }

  @inline(never)
  static func handleEvents(_ next: @escaping Next) -> Next {
    let seen = Sum()
    let receiveOutput: Next = { seen.value = $0 }
    return {
      receiveOutput($0)
      next($0)
    }
  }

  @inline(never)
  static func collect(_ next: @escaping Next) -> Next {
    var group: [Int] = []
    return {
      if group.isEmpty { group.reserveCapacity(10) }
      group.append($0)
      guard group.count == 10 else { return }
      let full = group
      group = []
      next(full[0] &+ full.count)
    }
  }

  @inline(never)
  static func reduce(_ next: @escaping Next) -> (element: Next, end: () -> Void) {
    var sum = 0
    return ({ sum = sum &+ $0 }, { next(sum) })
  }

  @inline(never)
  static func collectAll(_ next: @escaping Next) -> (element: Next, end: () -> Void) {
    var all: [Int] = []
    return ({ all.append($0) }, { next(all.count &+ (all.last ?? 0)) })
  }

  @inline(never)
  static func prefixUntil(_ next: @escaping Next) -> Next {
    let stop = Sum()
    return { if stop.value == 0 { next($0) } }
  }

  @inline(never)
  static func dropUntil(_ next: @escaping Next) -> Next {
    let go = Sum()
    go.value = 1
    return { if go.value != 0 { next($0) } }
  }

  @inline(never)
  static func succeed(_ next: @escaping (Result<Int, NoFailure>) -> Void) -> Next {
    { next(.success($0)) }
  }

  @inline(never)
  static func retry(_ next: @escaping Next) -> (Result<Int, NoFailure>) -> Void {
    var failures = 0
    return {
      switch $0 {
      case .success(let number): next(number)
      case .failure: failures += 1
      }
    }
  }
}
