import Foundation

/// The standard output of a process, which a separate thread reads as it arrives.
///
/// So a full pipe never blocks the process, and tests wait for output without polling.
package final class Transcript: @unchecked Sendable {
  // The condition guards all properties.
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var lines = 0
  private var isComplete = false

  /// Starts to read the output of a child, which nothing else may read.
  package init(of child: Child) {
    // The thread owns a duplicate and does not retain the child, which its owner ends.
    let file = fcntl(child.descriptors.output, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [self] in
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        append(chunk[..<max(0, count)])
        guard count > 0 else { break }
      }
      close(file)
    }
  }

  private func append(_ chunk: ArraySlice<UInt8>) {
    condition.withLock {
      bytes += chunk
      lines += chunk.count { $0 == UInt8(ascii: "\n") }
      isComplete = chunk.isEmpty
      condition.broadcast()
    }
  }

  package var soFar: [UInt8] { condition.withLock { bytes } }

  /// Waits for a number of complete lines.
  ///
  /// - Returns: false if the output ends earlier, or at the timeout.
  package func waitForLines(_ count: Int, within seconds: Double = Child.timeout) -> Bool {
    wait(within: seconds) { lines >= count || isComplete }
    return condition.withLock { lines >= count }
  }

  /// Waits for the end of the output.
  ///
  /// - Returns: the complete output; nil at the timeout.
  package func waitForEnd(within seconds: Double = Child.timeout) -> [UInt8]? {
    wait(within: seconds) { isComplete }
    return condition.withLock { isComplete ? bytes : nil }
  }

  private func wait(within seconds: Double, _ isDone: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.withLock { while !isDone(), condition.wait(until: deadline) {} }
  }
}
