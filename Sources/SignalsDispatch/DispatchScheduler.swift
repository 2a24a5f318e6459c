public import Dispatch
public import Signals

#if os(Linux)
  import Glibc
#endif

/// A scheduler in real time: alarms run on a serial dispatch queue, which is the signals' domain.
///
/// On Linux its clock is `CLOCK_BOOTTIME`, which includes suspend: alarms that became due while the
/// machine slept run when it wakes. (On other systems, its clock is that of `DispatchTime.now()`.)
/// One timer serves all alarms: the process wakes only for the first alarm that is set.
///
/// All calls must be made on the queue; with the main queue, on the main actor.
public final class DispatchScheduler: Scheduler {
  /// The queue on which alarms run: the signals' domain.
  public let queue: DispatchQueue

  /// The number of times that the timer has fired.
  package private(set) var wakeUps = 0

  private let timer: any DispatchSourceTimer
  private var agenda = Agenda()
  private var armed: Duration?
  private var isRinging = false

  /// Creates a scheduler for the domain of a serial queue.
  ///
  /// It can be created anywhere, and then belongs to the queue.
  public init(queue: DispatchQueue = .main) {
    self.queue = queue
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    Self.connect(timer, to: Bell(self))
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  /// The time since the machine started, suspend included.
  public var now: Duration { Self.bootTime }

  /// Runs an action on the queue when a moment has come; see ``Scheduler/schedule(at:_:)``.
  ///
  /// Complexity: O(log alarms).
  public func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription {
    setOnce(at: moment, action)
  }

  /// Runs the alarms that are due; alarms that they set for now wait for the next call.
  fileprivate func ring() {
    wakeUps += 1
    armed = nil
    isRinging = true
    let now = now
    while let (_, alarm) = agenda.take(dueAt: now) { alarm.ring() }
    isRinging = false
    arm()
  }

  private func arm() {
    guard !isRinging, agenda.next != armed else { return }
    armed = agenda.next
    // A distant alarm is armed in steps: the timer has a range of about a century.
    let deadline = armed.map { Self.deadline(min($0, now + Self.longestStep)) }
    timer.schedule(deadline: deadline ?? .distantFuture, leeway: .nanoseconds(0))
  }

  /// The longest time for which the timer is armed.
  private static let longestStep: Duration = .seconds(86_400)

  // Separate from the initializer: the handler must not inherit the isolation of the caller.
  private nonisolated static func connect(_ timer: any DispatchSourceTimer, to bell: Bell) {
    timer.setEventHandler { bell.ring() }
  }
}

extension DispatchScheduler: AgendaOwner {
  package func set(_ alarm: AgendaAlarm, at moment: Duration) {
    dispatchPrecondition(condition: .onQueue(queue))
    agenda.set(alarm, at: max(moment, now))
    arm()
  }

  package func cancel(_ alarm: AgendaAlarm) {
    agenda.cancel(alarm)
    arm()
  }
}

/// A weak reference from the timer to its scheduler.
private final class Bell: @unchecked Sendable {
  // Unchecked: only the timer uses it, on the queue to which the scheduler belongs.
  private weak var scheduler: DispatchScheduler?

  init(_ scheduler: DispatchScheduler) {
    self.scheduler = scheduler
  }

  func ring() {
    scheduler?.ring()
  }
}

extension DispatchScheduler {
  #if os(Linux)
    private static var bootTime: Duration {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Converts a moment for Dispatch.
    ///
    /// In `dispatch_time_t` a set highest bit (with the next one clear) selects the clock that
    /// includes suspend, here CLOCK_BOOTTIME; without it, CLOCK_MONOTONIC. The Swift overlay has no
    /// name for the former, and passes these bits unchanged.
    private static func deadline(_ moment: Duration) -> DispatchTime {
      DispatchTime(uptimeNanoseconds: 1 << 63 | nanoseconds(moment))
    }
  #else
    private static var bootTime: Duration {
      .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
    }

    private static func deadline(_ moment: Duration) -> DispatchTime {
      DispatchTime(uptimeNanoseconds: nanoseconds(moment))
    }
  #endif

  /// A moment in the past or within a day in nanoseconds, rounded up: an alarm is never early.
  private static func nanoseconds(_ moment: Duration) -> UInt64 {
    let attoseconds = max(0, moment.attoseconds)
    return UInt64((attoseconds + 999_999_999) / 1_000_000_000)
  }
}

/// Sends elements from other threads to a subject in its domain.
///
/// The domain is a serial dispatch queue, the main one for the main actor. Elements of each thread
/// are delivered in the order of their sends, after the send has returned. They are dropped after
/// the subject was released; the inlet does not retain it.
public final class Inlet<Element: Sendable>: @unchecked Sendable {
  // Unchecked: the queue is set once; the subject is only used on the queue.
  private let queue: DispatchQueue
  private weak var subject: Subject<Element>?

  /// Creates an inlet to a subject that belongs to a serial queue.
  public init(to subject: Subject<Element>, on queue: DispatchQueue = .main) {
    self.queue = queue
    self.subject = subject
  }

  /// Sends an element to the subject, from any thread.
  public func send(_ element: Element) {
    queue.async { self.subject?.send(element) }
  }

  /// Ends the subject after all earlier elements, from any thread.
  public func end() {
    queue.async { self.subject?.end() }
  }
}
