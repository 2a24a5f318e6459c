import CLinux
import Glibc
package import Signals
import Text

/// The heart of a screen: it sleeps in poll(2) until a file has something to read or an alarm is
/// due, and runs what belongs to it.
///
/// All of a screen lives in the one thread that runs its loop, so nothing has to be locked, and the
/// process wakes for nothing else. The time is CLOCK_BOOTTIME: what falls due while the machine is
/// suspended runs when it wakes.
package final class Loop: Scheduler {
  private let agenda = VirtualScheduler()
  private let timer: Int32
  private var armed: Duration?
  private var files: [(waiting: pollfd, place: Int, action: () -> Void)] = []
  private var lastPlace = 0
  private var isStopped = false
  /// How often it woke up.
  package private(set) var wakeUps = 0
  /// Run whenever it wakes up, behind what belongs to the files: for what is worth a look, but no
  /// wake-up of its own.
  package var onWakeUp: () -> Void = {}

  /// A loop that waits for nothing yet; nil if the system has no timer to give.
  package init?() {
    timer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard timer >= 0 else { return nil }
  }

  // It runs after an init that fails, too, whose errno is to stay.
  deinit { if timer >= 0 { close(timer) } }

  package var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  package func schedule(
    at moment: Duration, _ action: @escaping () -> Void
  ) -> Subscription {
    agenda.schedule(at: moment, action)
  }

  /// Runs an action whenever a file has something to read, or is at its end.
  ///
  /// Of several files those come first that were added first.
  /// The action reads; of a file that is left unread it will run again at once.
  package func whenReadable(_ file: Int32, _ action: @escaping () -> Void) -> Subscription {
    add(pollfd(fd: file, events: Int16(POLLIN), revents: 0), action)
  }

  /// Runs an action when nobody reads any more what is written to a file.
  package func whenAbandoned(_ file: Int32, _ action: @escaping () -> Void) -> Subscription {
    // poll(2): errors and hang-ups are told whatever is asked for.
    add(pollfd(fd: file, events: 0, revents: 0), action)
  }

  private func add(_ waiting: pollfd, _ action: @escaping () -> Void) -> Subscription {
    lastPlace += 1
    let place = lastPlace
    files.append((waiting, place, action))
    return Subscription { [weak self] in self?.files.removeAll { $0.place == place } }
  }

  /// Runs until it is told to stop, which it may have been before it began.
  package func run() {
    while !isStopped {
      agenda.oversleep(to: now)
      guard !isStopped else { return }
      arm()
      wait()
    }
  }

  /// Ends the run for good, once what runs now is done.
  package func stop() { isStopped = true }

  private func wait() {
    var waiting = files.map(\.waiting)
    waiting.append(pollfd(fd: timer, events: Int16(POLLIN), revents: 0))
    // An interrupted wait has found nothing: the loop looks again.
    guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return }
    wakeUps += 1
    if waiting[waiting.count - 1].revents != 0 {
      var expirations: UInt64 = 0
      _ = read(timer, &expirations, 8)
      armed = nil
    }
    for (entry, found) in zip(files, waiting) where found.revents != 0 {
      // What ran before may have taken it away.
      if !isStopped, files.contains(where: { $0.place == entry.place }) { entry.action() }
    }
    if !isStopped { onWakeUp() }
  }

  /// Sets the timer for the first alarm, if it is not set for it already.
  private func arm() {
    guard agenda.next != armed else { return }
    armed = agenda.next
    var setting = itimerspec()
    if let armed {
      // A time of zero would disarm it.
      let parts = max(armed, .nanoseconds(1)).components
      setting.it_value = timespec(
        tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    }
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
