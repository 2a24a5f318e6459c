import Glibc
import Timing

/// Measures the wake-ups and the processor time of the live screen, and the time until it shows a
/// lap of another process.
func liveScreen(_ bench: Bench) throws -> [Figure] {
  let log = bench.newLog("watched.db")
  let writer = try Writer(log)
  try writer.append(.start(Event.Start(name: "Tempo run")), of: .new(also: false))
  for _ in 0..<8 { try writer.append(.lap(label: nil)) }
  let screen = try Screen([bench.programs().laptimer, "watch", "1", "--db", log])
  let running = try screen.cost("while the clock runs")
  let latencies = try (0..<600).map { try screen.latency(ofLap: $0, writer) }
  try writer.append(.stop, of: .named("1"))
  screen.drain(.milliseconds(200), limit: .seconds(2))
  let stopped = try screen.cost("stopped, ages in seconds")
  // Two hours old: the screen does not change during the measurement.
  try writer.append(
    .start(Event.Start(name: "Long ago")), of: .new(also: true), .ago(.seconds(9000)))
  try writer.append(.stop, of: .named("2"), .ago(.seconds(8000)))
  let idle = try Screen([bench.programs().laptimer, "watch", "2", "--db", log])
  return [running, stopped, try idle.cost("stopped, ages in hours")]
    + [("median", 0.5), ("99 %", 0.99), ("longest", 1)].map { name, part in
      Figure(
        what: "COMMIT of another process to its lap on the screen, \(name)",
        ours: latencies.quantile(part).time)
    }
}

/// The program in a pseudoterminal of 80 columns and 24 rows.
private final class Screen {
  private let process: pid_t
  /// The pseudoterminal, from which the program's output is read.
  private let terminal: Int32

  init(_ words: [String]) throws {
    // ptmx(4) and ioctl_tty(2): Swift's Glibc module lacks posix_openpt(3).
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, lock) = (Int32(-1), Int32(0))
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(terminal, 0x4004_5431, &lock) == 0, ioctl(terminal, 0x8004_5430, &number) == 0,
      ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
    else { throw Child.Failure("/dev/ptmx") }
    setenv("TERM", "xterm", 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    process = try Child.start(words, Child.Streams(terminal: "/dev/pts/\(number)"))
    drain(.milliseconds(500), limit: .seconds(2))
  }

  deinit {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(terminal)
  }

  /// Reads output until there is none for some time, or until a limit.
  func drain(_ quiet: Duration, limit: Duration) {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end, read(within: min(quiet, end - .now)) != nil {}
  }

  /// Reads the next output; nil if there is none within some time, or the program has ended.
  private func read(within timeout: Duration) -> ArraySlice<UInt8>? {
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(timeout / .milliseconds(1)) + 1) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count) : nil
  }

  /// Measures ten seconds without events.
  func cost(_ name: String) throws -> Figure {
    /// The voluntary context switches, each a sleep and a wake-up, and the nanoseconds on a processor.
    func counts() throws -> (wakeUps: Double, nanoseconds: Double) {
      let label = "voluntary_ctxt_switches:"
      let line = try lines(of: "/proc/\(process)/status").first { $0.hasPrefix(label) }
      let time = try lines(of: "/proc/\(process)/schedstat").first?.split(separator: " ").first
      let switches = line?.split(whereSeparator: \.isWhitespace).last
      return (switches.flatMap { Double($0) } ?? 0, time.flatMap { Double($0) } ?? 0)
    }
    let before = try counts()
    drain(.seconds(10), limit: .seconds(10))
    let after = try counts()
    let rate = ((after.wakeUps - before.wakeUps) / 10).hundredths
    let share = ((after.nanoseconds - before.nanoseconds) / 1e8).hundredths
    return Figure(what: "`watch`, \(name)", ours: "\(rate) wake-ups/s, \(share) % of a core")
  }

  /// Appends a lap at a random time, and measures the seconds from then until it is shown.
  func latency(ofLap number: Int, _ writer: Writer) throws -> Double {
    drain(.milliseconds(.random(in: 1...20)), limit: .milliseconds(100))
    // It differs from the previous label in each character, also if that has moved: curses writes
    // only the cells that have changed.
    let label = (0..<8).map { UInt8(ascii: "a") + UInt8((number * 5 + $0) % 26) }
    try writer.append(.lap(label: String(decoding: label, as: UTF8.self)))
    let appended = Child.now()
    var shown: [UInt8] = []
    while !shown.contains(label) {
      guard Child.now() < appended + 2, let output = read(within: .seconds(2)) else {
        throw Child.Failure(description: "a lap is not on the screen after 2 s")
      }
      shown += output
    }
    return Child.now() - appended
  }
}
