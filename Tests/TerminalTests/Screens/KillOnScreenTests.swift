import Foundation
import Glibc
import ProcessTestSupport
import Testing
import TimingTestSupport

/// A screen is killed at a random moment while its keys record laps.
struct KillOnScreenTests {
  /// The number of laps that the screen shows.
  private func shown(on terminal: PseudoTerminal) -> Int? {
    for line in terminal.screen.lines {
      let words = line.split(separator: " ")
      for (count, word) in zip(words, words.dropFirst()) where word == "lap" || word == "laps" {
        if let count = Int(count) { return count }
      }
    }
    return nil
  }

  @Test func `a killed screen loses no lap that it showed`() throws {
    var seed = Seed()
    var (acknowledged, lost) = (0, 0)
    for _ in 0..<Effort.times(5, long: 500) {
      let (log, terminal) = try RealLog.started()
      try terminal.type("l", expecting: "1 lap")
      terminal.type("llllllll")
      let moment = Date(timeIntervalSinceNow: .random(in: 0...0.02, using: &seed))
      _ = terminal.process.wait(until: moment)
      terminal.signal(SIGKILL)
      #expect(try terminal.waitForEnd() == .signal(SIGKILL))
      let shown = max(1, shown(on: terminal) ?? 1)
      let laps = try log.events().count { $0 == "lapped" }
      #expect((shown...9).contains(laps), "\(shown) shown, \(laps) there, \(seed)")
      #expect(try log.run("lap").output.hasPrefix("\(laps + 1)) "), "\(seed)")
      #expect(try log.run("check").exit == 0, "\(seed)")
      acknowledged += shown
      lost += max(0, shown - laps)
    }
    print("kill -9 of a screen: \(acknowledged) laps shown, \(lost) lost, \(seed)")
  }
}
