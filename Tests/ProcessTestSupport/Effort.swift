import Glibc

/// The number of repetitions in tests, which is far larger with `LAPTIMER_FAULTS=long`.
package enum Effort {
  /// Whether `LAPTIMER_FAULTS` is `long`.
  package static let isLong = getenv("LAPTIMER_FAULTS").map { String(cString: $0) } == "long"

  package static func times(_ usual: Int, long: Int) -> Int { isLong ? long : usual }

  /// Whether memory tells what is in use: the address sanitizer keeps what was freed.
  package static let measuresMemory = dlsym(nil, "__asan_init") == nil
}
