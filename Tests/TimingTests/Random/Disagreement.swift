import TimingTestSupport

/// Different answers of two implementations.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}

/// Checks that both answers are equal.
func expect<Answer: Equatable>(
  _ real: Answer, _ naive: Answer, _ subject: @autoclosure () -> String
) throws(Disagreement) {
  if real == naive { return }
  throw Disagreement(
    description: "\(subject()) differs\n  session: \(real)\n    naive: \(naive)")
}

/// Shortens a sequence of steps while both implementations still disagree.
func shrunk(_ steps: [RandomStep]) -> (steps: [RandomStep], disagreement: Disagreement)? {
  guard var (best, found) = firstDisagreement(steps) else { return nil }
  for index in steps.indices.reversed() where index < best.count {
    var fewer = best
    fewer.remove(at: index)
    if let shorter = firstDisagreement(fewer) { (best, found) = shorter }
  }
  return (best, found)
}

/// The steps up to the first disagreement.
private func firstDisagreement(
  _ steps: [RandomStep]
) -> (steps: [RandomStep], disagreement: Disagreement)? {
  var contest = Contest()
  for (index, step) in steps.enumerated() {
    do {
      _ = try contest.take(step)
    } catch {
      return (Array(steps[...index]), error)
    }
  }
  do { try contest.checkFolds() } catch { return (steps, error) }
  return nil
}
