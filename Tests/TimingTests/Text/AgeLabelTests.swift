import Testing
import Timing
import Text

@Suite struct AgeLabelTests {
  @Test(arguments: [
    (-1_000_000, "just now"), (0, "just now"), (4, "just now"), (5, "5s ago"), (59, "59s ago"),
    (60, "1m ago"), (119, "1m ago"), (120, "2m ago"), (3599, "59m ago"), (3600, "1h ago"),
    (86_399, "23h ago"), (86_400, "1d ago"), (172_799, "1d ago"), (172_800, "2d ago"),
    (31_536_000, "365d ago"),
  ])
  func `an age is shown in one unit, truncated`(seconds: Int, text: String) {
    #expect(AgeLabel().text(of: .seconds(seconds)) == text)
    #expect(AgeLabel().text(of: .seconds(seconds) + .nanoseconds(999_999_999)) == text)
  }

  @Test func `it changes when the next unit is complete`() {
    #expect(AgeLabel().nextChange(after: .seconds(-9)) == .seconds(5))
    #expect(AgeLabel().nextChange(after: .seconds(5)) == .seconds(6))
    #expect(AgeLabel().nextChange(after: .seconds(59.5)) == .seconds(60))
    #expect(AgeLabel().nextChange(after: .seconds(61)) == .seconds(120))
    #expect(AgeLabel().nextChange(after: .seconds(3599)) == .seconds(3600))
    #expect(AgeLabel().nextChange(after: .seconds(86_399)) == .seconds(86_400))
  }
}
