import Glibc

/// How much is tried: a bounded amount, or far more with `LAPTIMER_FAULTS=long`.
package enum Effort {
  /// Whether far more is tried.
  package static let isLong = getenv("LAPTIMER_FAULTS").map { String(cString: $0) } == "long"

  /// How often something is tried.
  package static func times(_ usual: Int, long: Int) -> Int { isLong ? long : usual }
}
