import CLinux
import Glibc
package import Signals

/// An event loop in one thread: waits in epoll(7) for files and alarms, and runs their actions.
///
/// All signals of a program are confined to the thread that runs the loop, so they need no locks,
/// and the process wakes for nothing else. The clock is CLOCK_BOOTTIME, which includes suspend:
/// alarms that became due while the machine slept run when it wakes.
package final class EventLoop: FileScheduler {
  private let alarms: BootAlarms
  private var files: WatchedFiles
  private var isStopped = false
  /// The number of wake-ups so far.
  package private(set) var wakeUps = 0
  /// An action run at each wake-up, after the actions of the files.
  package var onWakeUp: () -> Void = {}

  /// The system cannot watch a file, or wait.
  package struct Failure: Error, Hashable {
    package let errno: Int32
  }

  /// Creates a loop without files and alarms; nil, with `errno`, if the system has no file left.
  package init?() {
    guard let files = WatchedFiles(), let alarms = BootAlarms() else { return nil }
    self.files = files
    self.alarms = alarms
    _ = self.files.add(alarms.file, EPOLLIN) { [unowned alarms] in alarms.acknowledge() }
  }

  package var now: Duration { alarms.now }

  package func schedule(
    at moment: Duration, _ action: @escaping () -> Void
  ) -> Subscription {
    alarms.schedule(at: moment, action)
  }

  /// Runs an action whenever a file is readable or at its end.
  ///
  /// Files are served in the order in which they were added. The action must read: while the file
  /// is readable, the action runs at each turn of the loop. Cancel before the file is closed, or at
  /// the latest before its number is used again.
  package func whenReadable(_ file: Int32, _ action: @escaping () -> Void) -> Subscription {
    add(file, EPOLLIN, action)
  }

  /// Runs an action whenever a file can be written, or has lost its reader; see
  /// ``whenReadable(_:_:)``.
  package func whenWritable(_ file: Int32, _ action: @escaping () -> Void) -> Subscription {
    add(file, EPOLLOUT, action)
  }

  /// Runs an action when the last reader of a pipe or terminal has closed it.
  package func whenAbandoned(_ file: Int32, _ action: @escaping () -> Void) -> Subscription {
    // epoll(7) reports errors and hang-ups whatever events are requested.
    add(file, EPOLL_EVENTS(0), action)
  }

  private func add(
    _ file: Int32, _ events: EPOLL_EVENTS, _ action: @escaping () -> Void
  ) -> Subscription {
    let listener = files.add(file, events, action)
    return Subscription { [weak self] in
      self?.files.remove(listener)
      // The end of the action may cancel others, so that it must not be within the removal.
      listener.action = nil
    }
  }

  /// Runs the loop until it is stopped; returns at once if it was already stopped.
  ///
  /// Throws the first failure to watch one of its files, or to wait.
  package func run() throws(Failure) {
    while !isStopped {
      alarms.run()
      guard !isStopped else { return }
      alarms.arm()
      if let failure = files.failure { throw Failure(errno: failure) }
      let ready = files.wait()
      // After an interrupted wait the loop starts over.
      if ready.isEmpty { continue }
      wakeUps += 1
      // An action before this one may have removed a listener.
      for listener in ready where !isStopped { listener.action?() }
      if !isStopped { onWakeUp() }
    }
  }

  /// Stops the loop for good, after the action that is running.
  package func stop() { isStopped = true }
}

@available(*, unavailable)
extension EventLoop: Sendable {}

/// A scheduler whose loop waits for files, too.
package protocol FileScheduler: Scheduler {
  /// Runs an action whenever a file is readable or at its end.
  func whenReadable(_ file: Int32, _ action: @escaping () -> Void) -> Subscription
}

extension FileScheduler {
  /// An element whenever a file is readable or at its end; see ``whenReadable(_:_:)``.
  package func readability(of file: Int32) -> Signal<Void> {
    Signal { [self] observer, lifetime in
      let listening = whenReadable(file) { observer.receive(()) }
      lifetime.onEnd { listening.cancel() }
    }
  }
}

/// A file that becomes readable when the wall clock is set.
///
/// timerfd_create(2): with TFD_TIMER_CANCEL_ON_SET a timer on CLOCK_REALTIME "is marked as
/// cancelable if the real-time clock undergoes a discontinuous change", and becomes readable. This
/// also happens after a suspend, since the clock is then set from the hardware clock.
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

  /// Resets the file for the next step; read clocks after this call, not before.
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
  /// It causes no other wake-ups. On a system without such a timer it sends nothing; labels are
  /// then corrected at their next change.
  package var clockSteps: Signal<Void> {
    .deferred { [self] in
      guard let detector = ClockStepDetector() else { return .never }
      return readability(of: detector.file).map { detector.acknowledge() }
    }
  }
}
