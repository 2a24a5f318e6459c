import Text

/// Two ways to do the same work, timed in turn within one run.
struct Contest: Sendable {
  let name: String
  /// Both do the work for so many elements and return a checksum, which must be the same.
  let ours: @Sendable (Int) -> Int
  let neighbor: @Sendable (Int) -> Int

  /// The median nanoseconds an element of both, and the median of the rounds' ratios.
  struct Outcome {
    let ours: Double
    let neighbor: Double
    let ratio: Double
  }

  /// Runs both, taking turns at being first, and a round more at the start to warm up.
  func run(rounds: Int, elements: Int) -> Outcome {
    var times: (ours: [Double], neighbor: [Double]) = ([], [])
    for round in 0...rounds {
      let oursFirst = round.isMultiple(of: 2)
      let first = time(oursFirst ? ours : neighbor, elements)
      let second = time(oursFirst ? neighbor : ours, elements)
      precondition(first.checksum == second.checksum, "\(name): the two do not do the same.")
      guard round > 0 else { continue }
      times.ours.append(oursFirst ? first.nanoseconds : second.nanoseconds)
      times.neighbor.append(oursFirst ? second.nanoseconds : first.nanoseconds)
    }
    return Outcome(
      ours: median(times.ours), neighbor: median(times.neighbor),
      ratio: median(zip(times.ours, times.neighbor).map { $0 / $1 }))
  }

  private func time(
    _ work: (Int) -> Int, _ elements: Int
  ) -> (nanoseconds: Double, checksum: Int) {
    var checksum = 0
    let spent = ContinuousClock().measure { checksum = work(elements) }
    return (spent / .nanoseconds(1) / Double(elements), checksum)
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
