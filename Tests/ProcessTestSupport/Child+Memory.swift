import Foundation
import Glibc

extension Child {
  /// The most memory that it has had at once up to now, in KiB; nil once it has ended.
  package var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Watches it to its end.
  ///
  /// - Returns: the most memory that it was seen to have in KiB, looked at each millisecond.
  package func peakMemoryToEnd(within seconds: Double = Child.patience) throws -> Int {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var peak = 0
    var end: End?
    while end == nil, Date() < deadline {
      peak = max(peak, peakMemory ?? 0)
      end = wait(until: Date(timeIntervalSinceNow: 0.001))
    }
    guard end != nil else { throw Failure(call: "wait", errno: ETIMEDOUT) }
    return peak
  }
}
