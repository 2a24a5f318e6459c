/// The units in which durations are written, the largest first.
package enum DurationUnit: String {
  case hours = "h"
  case minutes = "m"
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// How many nanoseconds one of it is.
  package var size: Int {
    switch self {
    case .hours: 3_600_000_000_000
    case .minutes: 60_000_000_000
    case .seconds: 1_000_000_000
    case .milliseconds: 1_000_000
    case .microseconds: 1_000
    case .nanoseconds: 1
    }
  }
}
