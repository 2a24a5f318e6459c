import Testing
import Timing
import Text

@Suite struct SplitListTests {
  @Test(arguments: [(0, "no laps"), (1, "1 lap"), (2, "2 laps"), (100, "100 laps")])
  func `the header has the number of laps that count`(count: Int, header: String) {
    #expect(SplitList.header(count: count) == header)
  }

  @Test func `an entry has the lap's number and split`() {
    #expect(SplitList.entry(number: 1, split: .seconds(12.39)) == "1) 00:12.3")
    let precise = StopwatchLabel(precision: 3)
    #expect(
      SplitList.entry(number: 12, split: .seconds(3600), label: precise) == "12) 1:00:00.000")
  }
}
