import Signals

/// The neighbors of the operators: closures that store and call the next one.
///
/// They are not inlined into one another, as with closures in a program's properties.
enum StoredClosures {
  typealias Next = (Int) -> Void

  @inline(never)
  static func map(_ next: @escaping Next) -> Next {
    { next($0 &* 3) }
  }

  @inline(never)
  static func filter(_ next: @escaping Next) -> Next {
    { if $0 & 1 == 0 { next($0) } }
  }

  @inline(never)
  static func scan(_ next: @escaping Next) -> Next {
    var total = 0
    return {
      total = total &+ $0
      next(total)
    }
  }

  @inline(never)
  static func prefix(_ next: @escaping Next) -> Next {
    var remaining = Int.max
    return {
      guard remaining > 0 else { return }
      remaining -= 1
      next($0)
    }
  }

  @inline(never)
  static func prefixWhile(_ next: @escaping Next) -> Next {
    var isOver = false
    return {
      guard !isOver else { return }
      if $0 >= 0 { next($0) } else { isOver = true }
    }
  }

  @inline(never)
  static func dropWhile(_ next: @escaping Next) -> Next {
    var isDropping = true
    return {
      if isDropping, $0 < 10 { return }
      isDropping = false
      next($0)
    }
  }

  @inline(never)
  static func removeDuplicates(_ next: @escaping Next) -> Next {
    var last: Int?
    return {
      if let last, last == $0 >> 1 { return }
      last = $0 >> 1
      next($0 >> 1)
    }
  }

  @inline(never)
  static func currentAndPrevious(_ next: @escaping Next) -> Next {
    var last: Int?
    return {
      let previous = last
      last = $0
      next($0 &- (previous ?? 0))
    }
  }

  @inline(never)
  static func pass(_ next: @escaping Next) -> Next {
    { next($0) }
  }

  @inline(never)
  static func sink(_ sum: Sum) -> Next {
    { sum.value = sum.value &+ $0 }
  }

  /// A list of one receiver.
  static func list(_ next: @escaping Next) -> Next { each([next]) }

  @inline(never)
  static func each(_ all: [Next]) -> Next {
    { for next in all { next($0) } }
  }

  @inline(never)
  static func share(_ all: [Next]) -> (send: Next, newest: () -> Int?) {
    var newest: Int?
    return (
      {
        newest = $0
        for next in all { next($0) }
      }, { newest }
    )
  }

  @inline(never)
  static func withLatest(
    _ next: @escaping (Int, Bool) -> Void
  ) -> (tick: Next, latest: (Bool) -> Void) {
    var latest: Bool?
    return ({ if let latest { next($0, latest) } }, { latest = $0 })
  }

  @inline(never)
  static func sample(_ next: @escaping Next) -> (element: Next, trigger: () -> Void) {
    var newest: Int?
    return ({ newest = $0 }, { if let newest { next(newest) } })
  }

  @inline(never)
  static func combineLatest(
    _ next: @escaping (Int, Int) -> Void
  ) -> (left: Next, right: Next) {
    var newest: (left: Int?, right: Int?) = (nil, nil)
    return (
      {
        newest.left = $0
        if let right = newest.right { next($0, right) }
      },
      {
        newest.right = $0
        if let left = newest.left { next(left, $0) }
      }
    )
  }

  @inline(never)
  static func combineLatest(
    _ next: @escaping (Int, Int, Int) -> Void
  ) -> [Next] {
    var newest: (Int?, Int?, Int?) = (nil, nil, nil)
    func give() {
      if let a = newest.0, let b = newest.1, let c = newest.2 { next(a, b, c) }
    }
    return [
      {
        newest.0 = $0
        give()
      },
      {
        newest.1 = $0
        give()
      },
      {
        newest.2 = $0
        give()
      },
    ]
  }

  @inline(never)
  static func combineLatest(
    _ next: @escaping (Int, Int, Int, Int) -> Void
  ) -> [Next] {
    var newest: (Int?, Int?, Int?, Int?) = (nil, nil, nil, nil)
    func give() {
      if let a = newest.0, let b = newest.1, let c = newest.2, let d = newest.3 {
        next(a, b, c, d)
      }
    }
    return [
      {
        newest.0 = $0
        give()
      },
      {
        newest.1 = $0
        give()
      },
      {
        newest.2 = $0
        give()
      },
      {
        newest.3 = $0
        give()
      },
    ]
  }

  @inline(never)
  static func combineLatest(_ count: Int, _ next: @escaping ([Int]) -> Void) -> [Next] {
    var newest = [Int?](repeating: nil, count: count)
    var all: [Int] = []
    return (0..<count).map { index in
      { number in
        if all.isEmpty {
          newest[index] = number
          all = newest.compactMap { $0 }
          if all.count < count { all = [] }
        } else {
          all[index] = number
        }
        if !all.isEmpty { next(all) }
      }
    }
  }

  @inline(never)
  static func zip(
    _ next: @escaping (Int, Int) -> Void
  ) -> (left: Next, right: Next) {
    var (lefts, rights): ([Int], [Int]) = ([], [])
    return (
      { number in
        if rights.isEmpty { lefts.append(number) } else { next(number, rights.removeFirst()) }
      },
      { number in
        if lefts.isEmpty { rights.append(number) } else { next(lefts.removeFirst(), number) }
      }
    )
  }

  @inline(never)
  static func sinkOfPairs(_ sum: Sum) -> (Int, Int) -> Void {
    { sum.value = sum.value &+ $0 &+ $1 }
  }

  @inline(never)
  static func filterRunning(_ next: @escaping (Int, Bool) -> Void) -> (Int, Bool) -> Void {
    { if $1 { next($0, $1) } }
  }

  @inline(never)
  static func count(_ next: @escaping Next) -> (Int, Bool) -> Void {
    var count = 0
    return { _, _ in
      count = count &+ 1
      next(count)
    }
  }
}

/// The sum computed by the last step, so that no step can be optimized away.
final class Sum {
  var value = 0
}
