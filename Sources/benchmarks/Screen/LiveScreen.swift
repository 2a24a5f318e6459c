import EventLog
import Logbook
import Glibc
import Timing

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
