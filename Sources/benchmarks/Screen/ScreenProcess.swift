import EventLog
import Glibc
import Logbook
import Text
import Timing

/// The program in a pseudoterminal.
final class ScreenProcess {
  let process: pid_t
  /// The pseudoterminal, from which the program's output is read.
  let terminal: Int32

  /// Runs a program in 80 columns and 24 rows; nil if that fails.
  init?(_ words: [String], environment: [String]) {
    // ptmx(4) and ioctl_tty(2): Swift's Glibc module lacks posix_openpt(3).
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, lock) = (Int32(-1), Int32(0))
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(terminal, 0x4004_5431, &lock) == 0, ioctl(terminal, 0x8004_5430, &number) == 0,
      ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
    else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables) == 0
    else { return nil }
    self.process = process
  }

  deinit {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(terminal)
  }

  /// Reads output until there is none for the time `quiet`, or until `limit`.
  func drain(quiet: Duration, limit: Duration) {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while clock.now < end, waitForOutput(min(quiet, end - clock.now)) { _ = readOutput() }
  }

  /// Waits for output.
  func waitForOutput(_ patience: Duration) -> Bool {
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Int32(patience / .milliseconds(1)) + 1) > 0
  }

  /// Reads the available output.
  func readOutput() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(terminal, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// The number of voluntary context switches: each is a sleep followed by a wake-up.
  var sleeps: Int {
    let name = "voluntary_ctxt_switches:"
    let line = Self.lines(of: "status", "\(process)").first { $0.hasPrefix(name) } ?? ""
    return line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
  }

  /// The processor time that it has used, to the nanosecond.
  var processorTime: Duration { Self.spans("\(process)")[0] }

  /// The time for which it and this thread were ready to run while other processes ran.
  var waitingTime: Duration { Self.spans("\(process)")[1] + Self.spans("thread-self")[1] }

  /// proc_pid_schedstat: time on a processor, time spent waiting for one.
  private static func spans(_ task: String) -> [Duration] {
    let line = lines(of: "schedstat", task).first ?? ""
    let spans = line.split(separator: " ").prefix(2).map { Duration.nanoseconds(Int64($0) ?? 0) }
    return spans.count == 2 ? spans : [.zero, .zero]
  }

  private static func lines(of file: String, _ task: String) -> [Substring] {
    let descriptor = open("/proc/\(task)/\(file)", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  }
}

/// Appends to the log that the screen shows.
final class ScreenWriter {
  private let log: Logbook
  private let clock = ClockIdentity(bootID: "benchmark", device: "benchmark")
  private var generator = SystemRandomNumberGenerator()

  /// Creates the log at a path.
  init(_ path: String) throws {
    log = try Logbook(LogFile(path), for: .appending(longLived: true))
  }

  /// Appends the event of a command.
  func append(
    _ command: Command, of target: Request.Target = .named("1"), _ time: Request.Time = .now
  ) throws {
    var (wall, ticks) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &ticks)
    let now = Moment(nanosecondsSince1970: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec))
    _ = try log.append(
      Request(
        id: EventID(at: now, using: &generator), command, of: target, time: time,
        instant: Instant(
          clock: clock, ticks: .seconds(ticks.tv_sec) + .nanoseconds(ticks.tv_nsec),
          recordedAt: now),
        source: "benchmark"))
  }
}
