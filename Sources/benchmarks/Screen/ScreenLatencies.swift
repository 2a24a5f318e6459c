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
