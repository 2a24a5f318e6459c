import EventLog
import Glibc
import Timing

/// What the live screen costs while it is looked at, and how soon it shows what others append.
///
/// - Parameter program: the path of the program, built for release.
/// - Returns: a table, and a line on the latency.
/// - Throws: what the log says, if it cannot be made in /tmp.
func liveScreen(_ program: String) throws -> String {
  let folder = "/tmp/laptimer-benchmark-\(getpid())"
  mkdir(folder, 0o700)
  let path = folder + "/laptimer.db"
  defer { for name in ["", "-wal", "-shm", "-bell"] { unlink(path + name) } }
  defer { rmdir(folder) }
  let pen = try BenchmarkPen(path)
  try pen.append(.start(Event.Start(name: "Tempo run")), of: .new(also: false))
  for _ in 0..<8 { try pen.append(.lap(label: nil)) }
  let variables = ["LAPTIMER_DB=\(path)", "TERM=xterm", "LANG=C.UTF-8"]
  guard let screen = ScreenProcess([program, "watch"], environment: variables) else {
    return "The program cannot be run: \(program)"
  }
  screen.drain(quiet: .milliseconds(500), limit: .seconds(2))

  var lines = ["The live screen      wake-ups/s   % of a core"]
  lines.append(cost("running", screen, .seconds(10)))
  let latencies = try (0..<200).map { _ in try latency(screen, pen) }.sorted()
  try pen.append(.stop)
  screen.drain(quiet: .milliseconds(200), limit: .seconds(2))
  lines.append(cost("just stopped", screen, .seconds(10)))
  func at(_ share: Double) -> String {
    let value = latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))]
    return "\(Int(value / .microseconds(1))) µs"
  }
  lines.append(
    "From another process's append, durable, to the frame: "
      + "median \(at(0.5)), 99 % \(at(0.99)), longest \(at(1))")
  return lines.joined(separator: "\n")
}

/// What it costs for a while in which only time passes.
private func cost(_ name: String, _ screen: ScreenProcess, _ span: Duration) -> String {
  let (sleeps, time) = (screen.sleeps, screen.processorTime)
  screen.drain(quiet: span, limit: span)
  let seconds = span / .seconds(1)
  let rate = Double(screen.sleeps - sleeps) / seconds
  let share = (screen.processorTime - time) / .seconds(1) / seconds * 100
  func shown(_ value: Double, _ digits: Double) -> String {
    "\((value * digits).rounded() / digits)"
  }
  return "  \(name)".padding(21) + shown(rate, 10).padding(13) + shown(share, 1000)
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}

/// How long after an append has returned its lap is on the screen; zero if it was there before.
private func latency(_ screen: ScreenProcess, _ pen: BenchmarkPen) throws -> Duration {
  let clock = ContinuousClock()
  pen.count += 1
  // It differs from the label before it in each character, so that curses writes it as a whole.
  let label = (0..<8).map { UInt8(ascii: "a") + UInt8((pen.count + $0) % 26) }
  // Let the frame of a tick pass, so that it is not taken for that of the lap.
  while screen.waitForOutput(.zero) { _ = screen.readOutput() }
  try pen.append(.lap(label: String(decoding: label, as: UTF8.self)))
  let durable = clock.now
  var shown: [UInt8] = []
  while clock.now < durable + .seconds(2) {
    guard screen.waitForOutput(.seconds(2)) else { break }
    shown += screen.readOutput()
    let seen = clock.now
    if shown.contains(label) { return seen - durable }
  }
  return .seconds(2)
}

/// Who appends to the log that is looked at.
private final class BenchmarkPen {
  var count = 0
  private let log: EventLog
  private let clock = ClockIdentity(bootID: "benchmark", device: "benchmark")
  private var generator = SystemRandomNumberGenerator()

  init(_ path: String) throws {
    log = try EventLog(LogFile(path), for: .appending(longLived: true))
  }

  func append(_ command: Command, of target: Request.Target = .named("1")) throws {
    var (wall, ticks) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &ticks)
    let now = Moment(nanosecondsSince1970: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec))
    _ = try log.append(
      Request(
        id: EventID(at: now, using: &generator), command, of: target,
        instant: Instant(
          clock: clock, ticks: .seconds(ticks.tv_sec) + .nanoseconds(ticks.tv_nsec),
          recordedAt: now),
        source: "benchmark"))
  }
}

extension String {
  fileprivate func padding(_ columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
