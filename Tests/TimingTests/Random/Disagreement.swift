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
  var width = max(1, best.count / 2)
  while true {
    var begin = 0
    var isShorter = false
    while begin < best.count {
      let fewer = Array(best[..<begin] + best[min(best.count, begin + width)...])
      if let shorter = firstDisagreement(fewer) {
        (best, found) = shorter
        isShorter = true
      } else {
        begin += width
      }
    }
    if width == 1 && !isShorter { return (best, found) }
    width = max(1, width / 2)
  }
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
