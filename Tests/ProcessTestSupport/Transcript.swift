import Foundation
import Glibc

/// What a process writes to its standard output, taken as it comes by a thread of its own: so the
/// process is never kept from writing, and what comes is waited for without looking again.
package final class Transcript: @unchecked Sendable {
  // All of it is guarded by the condition.
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var lines = 0
  private var isWhole = false

  /// Reads what a child writes to its pipe, to the end; nobody else may read there.
  package init(of child: Child) {
    // One of its own, so that it does not keep the child alive: that ends with its owner.
    let file = fcntl(child.descriptors.output, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [self] in
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        take(chunk[..<max(0, count)])
        guard count > 0 else { break }
      }
      close(file)
    }
  }

  private func take(_ chunk: ArraySlice<UInt8>) {
    condition.withLock {
      bytes += chunk
      lines += chunk.count { $0 == UInt8(ascii: "\n") }
      isWhole = chunk.isEmpty
      condition.broadcast()
    }
  }

  /// What has come so far.
  package var soFar: [UInt8] { condition.withLock { bytes } }

  /// Waits until so many lines have come to their ends.
  ///
  /// - Returns: false if the output came to its end before, or the time.
  package func hasLines(_ count: Int, within seconds: Double = Child.patience) -> Bool {
    wait(within: seconds) { lines >= count || isWhole }
    return condition.withLock { lines >= count }
  }

  /// Waits for the end of the output.
  ///
  /// - Returns: all of it; nil if it goes on after that time.
  package func toEnd(within seconds: Double = Child.patience) -> [UInt8]? {
    wait(within: seconds) { isWhole }
    return condition.withLock { isWhole ? bytes : nil }
  }

  private func wait(within seconds: Double, _ isSo: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !isSo(), condition.wait(until: deadline) {}
    }
  }
}
