import Testing
import Timing
import TimingTestSupport
import Text

@Suite struct TimeLabelTests {
  @Test(arguments: [AgeLabel(), CountdownLabel()] as [any TimeLabel])
  func `a text stays until its next change, and changes then`(label: any TimeLabel) {
    checkNextChange(of: label)
  }

  @Test(arguments: 0...9)
  func `a stopwatch label changes exactly at its next change`(precision: Int) {
    checkNextChange(of: StopwatchLabel(precision: precision))
  }

  private func checkNextChange(of label: some TimeLabel) {
    var seed = Seed()
    let origin = seed.description
    for _ in 0..<2000 {
      let span = Duration.nanoseconds(seed.nanoseconds() / 2)
      guard let change = label.nextChange(after: span) else { continue }
      let text = label.text(of: span)
      #expect(change > span, "\(span), \(origin)")
      #expect(label.text(of: change) != text, "\(span), \(origin)")
      #expect(label.text(of: change - .nanoseconds(1)) == text, "\(span), \(origin)")
    }
  }
}
