/// The neighbors of the operators: each step a closure that calls the next one, which it keeps.
///
/// They are kept from being inlined into one another, as closures in a program's properties are.
enum StoredClosures {
  @inline(never)
  static func map(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { next($0 &* 3) }
  }

  @inline(never)
  static func filter(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { if $0 & 1 == 0 { next($0) } }
  }

  @inline(never)
  static func scan(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
    var total = 0
    return {
      total = total &+ $0
      next(total)
    }
  }

  @inline(never)
  static func sink(_ sum: Sum) -> (Int) -> Void {
    { sum.value = sum.value &+ $0 }
  }

  @inline(never)
  static func withLatest(
    _ next: @escaping (Int, Bool) -> Void
  ) -> (tick: (Int) -> Void, latest: (Bool) -> Void) {
    var latest: Bool?
    return ({ if let latest { next($0, latest) } }, { latest = $0 })
  }

  @inline(never)
  static func filterRunning(_ next: @escaping (Int, Bool) -> Void) -> (Int, Bool) -> Void {
    { if $1 { next($0, $1) } }
  }

  @inline(never)
  static func count(_ next: @escaping (Int) -> Void) -> (Int, Bool) -> Void {
    var count = 0
    return { _, _ in
      count = count &+ 1
      next(count)
    }
  }
}

/// What the last step adds up, so that no step can be left out.
final class Sum {
  var value = 0
}
