import Foundation
import Glibc

extension Child {
  /// Its peak resident memory so far, in KiB; nil once it has ended.
  package var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Waits for its end, and samples its peak memory each millisecond.
  ///
  /// - Returns: the largest sample, in KiB.
  package func peakMemoryToEnd(within seconds: Double = Child.timeout) throws -> Int {
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
