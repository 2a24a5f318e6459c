import CEvent
import CLinux
import Glibc
package import Signals

/// An event loop in one thread on libevent: the loop of a process whose connections libevent serves.
///
/// All signals of the process are confined to the thread that runs the loop. The clock is
/// CLOCK_BOOTTIME, which includes suspend: alarms that became due while the machine slept run when it
/// wakes. (The timers of libevent do not count suspend; one timerfd serves all alarms instead.)
package final class EventScheduler: Scheduler {
  /// The loop of libevent, for its own functions.
  package let base: OpaquePointer
  private let alarms = VirtualScheduler()
  private let timer: Int32
  private var timerEvent: Subscription?
  private var armed: Duration?
  private var isStopped = false

  /// Creates a loop without files and alarms; nil, with `errno`, if the system has no file left.
  package init?() {
    let timer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard timer >= 0 else { return nil }
    guard let base = event_base_new() else {
      close(timer)
      errno = EMFILE
      return nil
    }
    (self.base, self.timer) = (base, timer)
    timerEvent = whenReadable(timer) { [unowned self] in
      var expirations: UInt64 = 0
      _ = read(timer, &expirations, 8)
      armed = nil
    }
  }

  deinit {
    timerEvent = nil
    event_base_free(base)
    close(timer)
  }

  package var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  package func schedule(
    at moment: Duration, _ action: @escaping () -> Void
  ) -> Subscription {
    alarms.schedule(at: moment, action)
  }

  /// Runs an action whenever a file is readable or at its end.
  ///
  /// The action must read: while the file is readable, it runs at each turn of the loop. Cancel
  /// before the file is closed.
  package func whenReadable(_ file: Int32, _ action: @escaping () -> Void) -> Subscription {
    let listener = Listener(action)
    let flags = Int16(EV_READ) | Int16(EV_PERSIST)
    let event = event_new(
      base, file, flags,
      { _, _, context in
        guard let context else { return }
        Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().action()
      }, Unmanaged.passUnretained(listener).toOpaque())
    if let event { event_add(event, nil) }
    return Subscription {
      if let event { event_free(event) }
      withExtendedLifetime(listener) {}
    }
  }

  /// An element whenever a file is readable or at its end; see ``whenReadable(_:_:)``.
  package func readability(of file: Int32) -> Signal<Void> {
    Signal { [self] observer, lifetime in
      let listening = whenReadable(file) { observer.receive(()) }
      lifetime.onEnd { listening.cancel() }
    }
  }

  /// Runs the loop until it is stopped; returns at once if it was already stopped.
  ///
  /// Returns false if libevent cannot wait.
  package func run() -> Bool {
    while !isStopped {
      alarms.oversleep(to: now)
      guard !isStopped else { return true }
      arm()
      if event_base_loop(base, EVLOOP_ONCE) < 0 { return false }
    }
    return true
  }

  /// Stops the loop for good, after the action that is running.
  package func stop() {
    isStopped = true
    event_base_loopbreak(base)
  }

  private final class Listener {
    let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
  }

  /// Sets the timer to the first alarm, unless it is set to it already.
  private func arm() {
    guard alarms.next != armed else { return }
    armed = alarms.next
    var setting = itimerspec()
    if let armed {
      // A time of zero would disarm the timer.
      let parts = max(armed, .nanoseconds(1)).components
      setting.it_value = timespec(
        tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    }
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}

@available(*, unavailable)
extension EventScheduler: Sendable {}
