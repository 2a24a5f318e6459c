import Foundation

/// Reaps a child process and keeps how it ended.
final class Reaper: @unchecked Sendable {
  // The condition guards all properties.
  private let condition = NSCondition()
  private var result: Child.End?

  func watch(_ pid: pid_t) {
    Thread.detachNewThread { [self] in
      var information = siginfo_t()
      // WNOWAIT leaves it unreaped, so that no other process has its id until `end` is set.
      while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      condition.withLock {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        result = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
        condition.broadcast()
      }
    }
  }

  func send(_ signal: Int32, to pid: pid_t) {
    condition.withLock { if result == nil { _ = Glibc.kill(pid, signal) } }
  }

  func kill(_ pid: pid_t) { send(SIGKILL, to: pid) }

  func wait() -> Child.End {
    condition.withLock {
      while true {
        if let result { return result }
        condition.wait()
      }
    }
  }

  /// Waits for the end of the process until a deadline; nil if it still runs.
  func wait(until deadline: Date) -> Child.End? {
    condition.withLock {
      while result == nil, condition.wait(until: deadline) {}
      return result
    }
  }
}
