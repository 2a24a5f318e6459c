import EventLog
import Glibc
import Logbook
import Timing

/// The times until a live screen shows the events of another process.
struct ScreenLatencies {
  /// From the return of an append to its lap on the screen, sorted.
  private var durable: [Duration] = []
  /// The same without the time that both processes waited for a processor, sorted.
  private var undisturbed: [Duration] = []
  /// From the beginning of an append, including its fsync, to its lap on the screen, sorted.
  private var whole: [Duration] = []
  /// The number of laps that did not appear.
  private var unseen = 0

  private static let timeout = Duration.seconds(2)

  /// Appends laps at random times, independent of the ticks of the screen.
  init(of screen: ScreenProcess, _ writer: ScreenWriter, count: Int) throws {
    let clock = ContinuousClock()
    for number in 0..<count {
      screen.drain(quiet: .milliseconds(.random(in: 1...20)), limit: .milliseconds(100))
      let label = Self.label(number)
      let begun = clock.now
      try writer.append(.lap(label: String(decoding: label, as: UTF8.self)))
      let waited = screen.waitingTime
      let appended = clock.now
      if Self.sees(label, on: screen, until: appended + Self.timeout) {
        let seen = clock.now
        durable.append(seen - appended)
        undisturbed.append(seen - appended - (screen.waitingTime - waited))
        whole.append(seen - begun)
      } else {
        unseen += 1
      }
    }
    durable.sort()
    undisturbed.sort()
    whole.sort()
  }

  /// The figures, in lines.
  var lines: [String] {
    [
      "From the end of another process's append to the frame: " + Self.summary(durable),
      "The same without the wait for a processor: " + Self.summary(undisturbed),
      "From its beginning, including the fsync: " + Self.summary(whole),
      "Laps appended: \(durable.count + unseen), not seen: \(unseen)",
    ]
  }

  /// A label that differs from the previous one in each character, also if it has moved: curses
  /// writes only the cells that have changed.
  private static func label(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(ascii: "a") + UInt8((number * 5 + $0) % 26) }
  }

  private static func sees(
    _ label: [UInt8], on screen: ScreenProcess, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var shown: [UInt8] = []
    while ContinuousClock.now < deadline {
      guard screen.waitForOutput(deadline - .now) else { return false }
      shown += screen.readOutput()
      if shown.contains(label) { return true }
    }
    return false
  }

  private static func summary(_ latencies: [Duration]) -> String {
    func at(_ share: Double) -> String {
      guard !latencies.isEmpty else { return "?" }
      let place = min(latencies.count - 1, Int(Double(latencies.count) * share))
      return "\(Int(latencies[place] / .microseconds(1))) µs"
    }
    return "median \(at(0.5)), 95 % \(at(0.95)), 99 % \(at(0.99)), longest \(at(1))"
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}

/// Measures the cost of the live screen, and the latency of other processes' events.
///
/// - Parameter program: the path of the program, built for release.
/// - Returns: a table, and lines on the latency.
/// - Throws: the error of the log if it cannot be created in /tmp.
func liveScreen(_ program: String) throws -> String {
  let folder = "/tmp/laptimer-benchmark-\(getpid())"
  mkdir(folder, 0o700)
  let path = folder + "/laptimer.db"
  defer { for name in ["", "-wal", "-shm", "-bell"] { unlink(path + name) } }
  defer { rmdir(folder) }
  let writer = try ScreenWriter(path)
  try writer.append(.start(Event.Start(name: "Tempo run")), of: .new(also: false))
  for _ in 0..<8 { try writer.append(.lap(label: nil)) }
  let variables = ["LAPTIMER_DB=\(path)", "TERM=xterm", "LANG=C.UTF-8"]
  func open(_ session: String) -> ScreenProcess? {
    let screen = ScreenProcess([program, "watch", session], environment: variables)
    screen?.drain(quiet: .milliseconds(500), limit: .seconds(2))
    return screen
  }
  guard let screen = open("1") else { return "The program cannot be run: \(program)" }

  var lines = ["The live screen           wake-ups/s   % of a core"]
  lines.append(cost("running", screen, .seconds(10)))
  let latencies = try ScreenLatencies(of: screen, writer, count: 600)
  try writer.append(.stop)
  screen.drain(quiet: .milliseconds(200), limit: .seconds(2))
  lines.append(cost("stopped, ages in s", screen, .seconds(10)))
  // Two hours old: the screen does not change during the measurement.
  try writer.append(
    .start(Event.Start(name: "Long ago")), of: .new(also: true), .ago(.seconds(9000)))
  try writer.append(.stop, of: .named("2"), .ago(.seconds(8000)))
  if let idle = open("2") { lines.append(cost("stopped, ages in h", idle, .seconds(10))) }
  return (lines + latencies.lines).joined(separator: "\n")
}

/// Measures the cost of a screen during a time without events.
private func cost(_ name: String, _ screen: ScreenProcess, _ span: Duration) -> String {
  let (sleeps, time) = (screen.sleeps, screen.processorTime)
  screen.drain(quiet: span, limit: span)
  let seconds = span / .seconds(1)
  let rate = Double(screen.sleeps - sleeps) / seconds
  let share = (screen.processorTime - time) / .seconds(1) / seconds * 100
  func shown(_ value: Double, _ digits: Double) -> String {
    "\((value * digits).rounded() / digits)"
  }
  return "  \(name)".padding(26) + shown(rate, 10).padding(13) + shown(share, 1000)
}

extension String {
  fileprivate func padding(_ columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
