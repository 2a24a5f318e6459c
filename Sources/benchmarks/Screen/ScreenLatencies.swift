import EventLog
import Glibc
import Logbook
import Timing

/// How soon a live screen shows what another process appends.
struct ScreenLatencies {
  /// From the return of an append, durable and told to others, to its lap on the screen: sorted.
  private var durable: [Duration] = []
  /// The same, less what both processes waited for a processor that others had: sorted.
  private var undisturbed: [Duration] = []
  /// From the beginning of an append, its fsync included, to its lap on the screen: sorted.
  private var whole: [Duration] = []
  /// How many laps were not seen at all.
  private var unseen = 0

  private static let patience = Duration.seconds(2)

  /// Appends so many laps, at moments that have nothing to do with the ticks of the screen.
  init(of screen: ScreenProcess, _ pen: ScreenPen, count: Int) throws {
    let clock = ContinuousClock()
    for number in 0..<count {
      screen.drain(quiet: .milliseconds(.random(in: 1...20)), limit: .milliseconds(100))
      let label = Self.label(number)
      let begun = clock.now
      try pen.append(.lap(label: String(decoding: label, as: UTF8.self)))
      let waited = screen.waitingTime
      let appended = clock.now
      if Self.sees(label, on: screen, until: appended + Self.patience) {
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
      "From the end of another process's append to the frame: " + Self.told(durable),
      "The same, less the waiting for a processor: " + Self.told(undisturbed),
      "From its beginning, the fsync included: " + Self.told(whole),
      "Laps appended: \(durable.count + unseen), not seen: \(unseen)",
    ]
  }

  /// A label that differs in each character from the one before it, also where a wider column has
  /// moved it: curses writes only the cells that have changed.
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

  private static func told(_ latencies: [Duration]) -> String {
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

/// What the live screen costs while it is looked at, and how soon it shows what others append.
///
/// - Parameter program: the path of the program, built for release.
/// - Returns: a table, and lines on the latency.
/// - Throws: what the log says, if it cannot be made in /tmp.
func liveScreen(_ program: String) throws -> String {
  let folder = "/tmp/laptimer-benchmark-\(getpid())"
  mkdir(folder, 0o700)
  let path = folder + "/laptimer.db"
  defer { for name in ["", "-wal", "-shm", "-bell"] { unlink(path + name) } }
  defer { rmdir(folder) }
  let pen = try ScreenPen(path)
  try pen.append(.start(Event.Start(name: "Tempo run")), of: .new(also: false))
  for _ in 0..<8 { try pen.append(.lap(label: nil)) }
  let variables = ["LAPTIMER_DB=\(path)", "TERM=xterm", "LANG=C.UTF-8"]
  func open(_ session: String) -> ScreenProcess? {
    let screen = ScreenProcess([program, "watch", session], environment: variables)
    screen?.drain(quiet: .milliseconds(500), limit: .seconds(2))
    return screen
  }
  guard let screen = open("1") else { return "The program cannot be run: \(program)" }

  var lines = ["The live screen           wake-ups/s   % of a core"]
  lines.append(cost("running", screen, .seconds(10)))
  let latencies = try ScreenLatencies(of: screen, pen, count: 600)
  try pen.append(.stop)
  screen.drain(quiet: .milliseconds(200), limit: .seconds(2))
  lines.append(cost("stopped, ages in s", screen, .seconds(10)))
  // Two hours old: nothing that it shows changes while it is looked at.
  try pen.append(.start(Event.Start(name: "Long ago")), of: .new(also: true), .ago(.seconds(9000)))
  try pen.append(.stop, of: .named("2"), .ago(.seconds(8000)))
  if let idle = open("2") { lines.append(cost("stopped, ages in h", idle, .seconds(10))) }
  return (lines + latencies.lines).joined(separator: "\n")
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
  return "  \(name)".padding(26) + shown(rate, 10).padding(13) + shown(share, 1000)
}

extension String {
  fileprivate func padding(_ columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
