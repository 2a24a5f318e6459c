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
    dispatchPrecondition(condition: .onQueue(queue))
    let alarm = agenda.add(at: max(moment, now), action)
    arm()
    return Subscription {
      _ = self.agenda.cancel(alarm)
      self.arm()
    }
  }

  /// Runs what is due; what its actions set for now waits for the next ring.
  fileprivate func ring() {
    armed = nil
    isRinging = true
    let now = now
    while let alarm = agenda.take(dueAt: now) { alarm.action() }
    isRinging = false
    arm()
  }

  private func arm() {
    guard !isRinging, agenda.next != armed else { return }
    armed = agenda.next
    timer.schedule(deadline: armed.map(Self.deadline) ?? .distantFuture, leeway: .nanoseconds(0))
  }

  // Written apart from the initializer: the handler must not take on the isolation of whoever
  // makes the scheduler.
  private nonisolated static func connect(_ timer: any DispatchSourceTimer, to bell: Bell) {
    timer.setEventHandler { bell.ring() }
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
      let nanoseconds = moment / .nanoseconds(1)
      return DispatchTime(uptimeNanoseconds: 1 << 63 | UInt64(max(0, nanoseconds)))
    }
  #else
    private static var bootTime: Duration {
      .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
    }

    private static func deadline(_ moment: Duration) -> DispatchTime {
      DispatchTime(uptimeNanoseconds: UInt64(max(0, moment / .nanoseconds(1))))
    }
  #endif
}
