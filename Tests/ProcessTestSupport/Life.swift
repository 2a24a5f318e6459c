import Foundation
import Glibc

/// How far a process has come: it runs, or has ended and was reaped.
final class Life: @unchecked Sendable {
  // All of it is guarded by the condition.
  private let condition = NSCondition()
  private var end: Child.End?

  /// Reaps a process when it ends.
  func watch(_ pid: pid_t) {
    Thread.detachNewThread { [self] in
      var information = siginfo_t()
      // It is still there afterwards, so that its number is nobody else's.
      while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      condition.withLock {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        end =
          status & 0x7F == 0
          ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
        condition.broadcast()
      }
    }
  }

  /// The end, if it was reached.
  var reached: Child.End? { condition.withLock { end } }

  func send(_ signal: Int32, to pid: pid_t) {
    condition.withLock { if end == nil { _ = kill(pid, signal) } }
  }

  /// Kills what still runs.
  func end(_ pid: pid_t) { send(SIGKILL, to: pid) }

  /// Waits for the end.
  func wait() -> Child.End {
    condition.withLock {
      while true {
        if let end { return end }
        condition.wait()
      }
    }
  }

  /// Waits for the end, until a moment at the latest.
  func wait(until deadline: Date) -> Child.End? {
    condition.withLock {
      while end == nil, condition.wait(until: deadline) {}
      return end
    }
  }
}
