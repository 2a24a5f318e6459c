import CLinux
import Glibc
package import Signals

/// Tells when the wall clock was set: what shows an age is then wrong, however long it was to last.
///
/// timerfd_create(2): with TFD_TIMER_CANCEL_ON_SET a timer on CLOCK_REALTIME "is marked as
/// cancelable if the real-time clock undergoes a discontinuous change", and becomes readable. So it
/// does when the machine comes back from suspend, where the clock is set from that of the hardware.
package final class ClockAlarm {
  /// Readable when the clock was set.
  package let file: Int32

  /// Listens from now on; nil if the system has no timer to give.
  package init?() {
    file = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard file >= 0 else { return nil }
    arm()
  }

  // It runs after an init that fails, too, whose errno is to stay.
  deinit { if file >= 0 { close(file) } }

  /// Takes a ring in, and listens again: what the clocks say is to be read after it, not before.
  package func acknowledge() {
    var expirations: UInt64 = 0
    _ = read(file, &expirations, 8)
    arm()
  }

  private func arm() {
    var setting = itimerspec()
    // Far away: it is not meant to ring.
    setting.it_value.tv_sec = Int(Int32.max) * 100
    let flags: Int32 = 1 | 2  // TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET
    timerfd_settime(file, flags, &setting, nil)
  }
}

extension Loop {
  /// An element each time that the wall clock was set, or the machine has slept.
  ///
  /// Nothing wakes while neither happens. On a system that has no such timer it gives nothing:
  /// labels are then right again with their next change.
  package var clockSteps: Signal<Void> {
    Signal { [self] observer, lifetime in
      guard let alarm = ClockAlarm() else { return }
      let listening = whenReadable(alarm.file) {
        alarm.acknowledge()
        observer.receive(())
      }
      lifetime.onEnd { listening.cancel() }
    }
  }
}
