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
  static func removeDuplicates(_ next: @escaping Next) -> Next {
    var last: Int?
    return {
      if let last, last == $0 >> 1 { return }
      last = $0 >> 1
      next($0 >> 1)
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
  static func sink(_ sum: Sum) -> Next {
    { sum.add($0) }
  }

  @inline(never)
  static func list(_ all: [Next]) -> Next {
    { for next in all { next($0) } }
  }

  @inline(never)
  static func withLatest(
    _ next: @escaping (Int, Bool) -> Void
  ) -> (tick: Next, latest: (Bool) -> Void) {
    var latest: Bool?
    return ({ if let latest { next($0, latest) } }, { latest = $0 })
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

  @inline(never)
  static func sample(_ sum: Sum) -> (a: Next, b: Next) {
    let next = sink(sum)
    var newest: Int?
    return ({ newest = $0 }, { _ in if let newest { next(newest) } })
  }

  @inline(never)
  static func combineLatest(_ sum: Sum) -> (a: Next, b: Next) {
    let next = pairs(sum)
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
  static func zip(_ sum: Sum) -> (a: Next, b: Next) {
    let next = pairs(sum)
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
  private static func pairs(_ sum: Sum) -> (Int, Int) -> Void {
    { sum.add($0 &+ $1) }
  }
}
