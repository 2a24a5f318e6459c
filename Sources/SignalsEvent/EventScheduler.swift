import CEvent
import Glibc
package import Signals
import SignalsPoll

/// An event loop in one thread on libevent: the loop of a process whose connections libevent serves.
///
/// All signals of the process are confined to the thread that runs the loop. The timers of libevent do
/// not count suspend: alarms are those of ``BootAlarms`` instead.
package final class EventScheduler: FileScheduler {
  /// The loop of libevent, for its own functions.
  package let base: OpaquePointer
  private let alarms: BootAlarms
  private var alarmEvent: Subscription?
  private var isStopped = false
  /// Whether a file could not be watched.
  private var hasFailed = false

  /// Creates a loop without files and alarms; nil, with `errno`, if the system has no file left.
  package init?() {
    guard let alarms = BootAlarms() else { return nil }
    guard let base = event_base_new() else {
      errno = EMFILE
      return nil
    }
    (self.base, self.alarms) = (base, alarms)
    alarmEvent = whenReadable(alarms.file) { [unowned alarms] in alarms.acknowledge() }
  }

  deinit {
    alarmEvent = nil
    // Does what libevent deferred to its loop, such as to free connections.
    event_base_loop(base, EVLOOP_NONBLOCK)
    event_base_free(base)
  }

  package var now: Duration { alarms.now }

  package func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription {
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
      { _, _, context in owner(Listener.self, of: context).action() },
      Unmanaged.passUnretained(listener).toOpaque())
    if event == nil || event_add(event, nil) != 0 { hasFailed = true }
    return Subscription {
      if let event { event_free(event) }
      withExtendedLifetime(listener) {}
    }
  }

  /// Runs the loop until it is stopped; returns at once if it was already stopped.
  ///
  /// Returns false if libevent cannot wait, or could not watch one of the files.
  package func run() -> Bool {
    while !isStopped {
      alarms.run()
      guard !isStopped else { return true }
      alarms.arm()
      if hasFailed || event_base_loop(base, EVLOOP_ONCE) < 0 { return false }
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
}

@available(*, unavailable)
extension EventScheduler: Sendable {}

/// Returns the object that a callback of libevent was given as its context.
package func owner<Owner: AnyObject>(
  _ type: Owner.Type, of context: UnsafeMutableRawPointer?
) -> Owner {
  guard let context else { preconditionFailure("the callbacks have their object") }
  return Unmanaged<Owner>.fromOpaque(context).takeUnretainedValue()
}
