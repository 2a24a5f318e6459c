import Glibc

/// How much is tried: a bounded amount, or far more with `LAPTIMER_FAULTS=long`.
enum Effort {
  static let isLong = getenv("LAPTIMER_FAULTS").map { String(cString: $0) } == "long"

  static func times(_ usual: Int, long: Int) -> Int { isLong ? long : usual }
}
