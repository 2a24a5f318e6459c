import Testing
import Timing
import Text

@Suite struct CountdownLabelTests {
  let label = CountdownLabel()

  @Test(
    arguments: [
      (-3_000_000_000, "3"), (-2_999_999_999, "3"), (-2_000_000_001, "3"), (-2_000_000_000, "2"),
      (-1, "1"), (0, "0"), (1, "0"), (.max, "0"), (-59_000_000_000, "59"),
      (-59_000_000_001, "1:00"),
      (-90_000_000_000, "1:30"), (-3_599_000_000_001, "1:00:00"), (.min, "2562047:47:17"),
    ] as [(Int64, String)])
  func `seconds to go are rounded up`(nanoseconds: Int64, text: String) {
    #expect(label.text(of: .nanoseconds(nanoseconds)) == text)
  }

  @Test func `it becomes zero at the start, and stays`() {
    #expect(label.nextChange(after: .seconds(-3)) == .seconds(-2))
    #expect(label.nextChange(after: .seconds(-2.5)) == .seconds(-2))
    #expect(label.nextChange(after: .nanoseconds(-1)) == .zero)
    #expect(label.nextChange(after: .zero) == nil)
  }

  @Test func `its text is a valid duration`() throws {
    for seconds in [1, 59, 60, 61, 3599, 3600, 86_399] {
      let text = label.text(of: .seconds(-seconds))
      #expect(try Duration(text: text) == .seconds(seconds))
    }
  }
}
