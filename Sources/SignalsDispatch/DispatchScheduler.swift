public import Dispatch
public import Signals

#if os(Linux)
  import Glibc
#endif

/// The real clock: alarms run on a serial dispatch queue, which is the signals' domain.
///
/// Its zero is that of the machine's clock that counts suspend: on Linux `CLOCK_BOOTTIME`, to
/// which its alarms are set too, so that what fell due while the machine slept runs when it wakes.
/// (On other systems, the clock behind `DispatchTime.now()`.) One timer serves all alarms: the
/// process wakes for the first, and not at all for those cancelled.
///
/// Every call belongs on the queue; with the main queue, on the main actor.
public final class DispatchScheduler: Scheduler {
  /// The queue on which alarms run: the signals' domain.
  public let queue: DispatchQueue

  /// How often its timer has rung.
  package private(set) var wakeUps = 0

  private let timer: any DispatchSourceTimer
  private var agenda = Agenda()
  private var armed: Duration?
  private var isRinging = false

  /// A scheduler for the domain of a serial queue.
  ///
  /// May be made anywhere, and then belongs to the queue.
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

  /// Runs what is due, maybe nothing; what its actions set for now waits for the next ring.
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
    // An alarm further away is armed for in steps: the timer knows nothing beyond a century.
    let deadline = armed.map { Self.deadline(min($0, now + Self.longestStep)) }
    timer.schedule(deadline: deadline ?? .distantFuture, leeway: .nanoseconds(0))
  }

  /// After how long the timer rings at the latest while an alarm is set.
  private static let longestStep: Duration = .seconds(86_400)

  // Written apart from the initializer: the handler must not take on the isolation of whoever
  // makes the scheduler.
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

/// The way from the timer to its scheduler.
private final class Bell: @unchecked Sendable {
  // Unchecked: rung by the timer alone, on the queue to which the scheduler belongs.
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

    /// A moment as Dispatch takes it.
    ///
    /// In `dispatch_time_t` a set highest bit (with the next one clear) means the clock that
    /// counts suspend, here CLOCK_BOOTTIME; without it, CLOCK_MONOTONIC. The Swift overlay has no
    /// name for the former, and hands these bits on as they are.
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

  /// A moment that has come or will within a day, rounded up: an alarm is never early.
  private static func nanoseconds(_ moment: Duration) -> UInt64 {
    let attoseconds = max(0, moment.attoseconds)
    return UInt64((attoseconds + 999_999_999) / 1_000_000_000)
  }
}

/// The door into a signals' domain for other threads: what comes from outside is sent on inside.
///
/// The domain is a serial dispatch queue, the main one for the main actor. Elements are delivered
/// in the order of the sends of each thread, never within the send itself, and dropped once the
/// subject is gone. The inlet does not keep the subject alive.
public final class Inlet<Element: Sendable>: @unchecked Sendable {
  // Unchecked: the queue is set once; the subject is touched on the queue alone.
  private let queue: DispatchQueue
  private weak var subject: Subject<Element>?

  /// An inlet to a subject that belongs to a serial queue.
  public init(to subject: Subject<Element>, on queue: DispatchQueue = .main) {
    self.queue = queue
    self.subject = subject
  }

  /// Hands an element to the subject, from any thread.
  public func send(_ element: Element) {
    queue.async { self.subject?.send(element) }
  }

  /// Ends the subject behind all that was sent before, from any thread.
  public func end() {
    queue.async { self.subject?.end() }
  }
}
