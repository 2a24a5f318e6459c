import CLinux
import Glibc
package import Signals

/// The alarms of an event loop, with a file that becomes readable when the first one is due.
///
/// The clock is CLOCK_BOOTTIME, which includes suspend: alarms that became due while the machine
/// slept run when it wakes.
package final class BootAlarms {
  private let alarms = VirtualScheduler()
  /// The file to wait for.
  package let file: Int32
  private var armed: Duration?

  /// Creates alarms without any; nil, with `errno`, if the system has no file left.
  package init?() {
    file = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard file >= 0 else { return nil }
  }

  // A failed init runs the deinit too; its errno must survive.
  deinit { if file >= 0 { close(file) } }

  /// The time of the clock.
  package var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Runs an action once the clock has reached a moment.
  package func schedule(
    at moment: Duration, _ action: @escaping () -> Void
  ) -> Subscription {
    alarms.schedule(at: moment, action)
  }

  /// Runs the actions that are due.
  package func run() { alarms.oversleep(to: now) }

  /// Resets the file once it was readable.
  package func acknowledge() {
    var expirations: UInt64 = 0
    _ = read(file, &expirations, 8)
    armed = nil
  }

  /// Sets the file to the first alarm, unless it is set to it already.
  package func arm() {
    guard alarms.next != armed else { return }
    armed = alarms.next
    var setting = itimerspec()
    if let armed {
      // A time of zero would disarm the timer.
      let parts = max(armed, .nanoseconds(1)).components
      setting.it_value = timespec(
        tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    }
    timerfd_settime(file, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}

@available(*, unavailable)
extension BootAlarms: Sendable {}
