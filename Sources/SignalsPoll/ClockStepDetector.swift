import CLinux
import Glibc
package import Signals

/// A file that becomes readable when the wall clock is set.
///
/// timerfd_create(2): with TFD_TIMER_CANCEL_ON_SET a timer on CLOCK_REALTIME "is marked as
/// cancelable if the real-time clock undergoes a discontinuous change", and becomes readable. This
/// also happens when the machine comes back from suspend, since the clock is then set from the
/// hardware's.
package final class ClockStepDetector {
  /// The file to wait for.
  package let file: Int32

  /// Starts detecting; nil if the system has no timer left.
  package init?() {
    file = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard file >= 0 else { return nil }
    arm()
  }

  // A failed init runs the deinit too; its errno must survive.
  deinit { if file >= 0 { close(file) } }

  /// Makes the file wait for the next step.
  ///
  /// Clocks have to be read after this call, not before.
  package func acknowledge() {
    var expirations: UInt64 = 0
    _ = read(file, &expirations, 8)
    arm()
  }

  private func arm() {
    var setting = itimerspec()
    // The expiry is never reached; only a step of the clock makes the file readable.
    setting.it_value.tv_sec = Int(Int32.max) * 100
    let flags: Int32 = 1 | 2  // TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET
    timerfd_settime(file, flags, &setting, nil)
  }
}

@available(*, unavailable)
extension ClockStepDetector: Sendable {}

extension EventLoop {
  /// An element whenever the wall clock was set or the machine has slept.
  ///
  /// It costs no wake-up otherwise. On a system without such a timer it gives nothing; labels are
  /// then corrected at their next change.
  package var clockSteps: Signal<Void> {
    Signal { [self] observer, lifetime in
      guard let detector = ClockStepDetector() else { return }
      let listening = whenReadable(detector.file) {
        detector.acknowledge()
        observer.receive(())
      }
      lifetime.onEnd { listening.cancel() }
    }
  }
}
