import Testing

@testable import Racing

struct NaturalOrderTests {
  @Test func `a sort of many texts has the natural order`() {
    var bibs = ["", "0", "00", "007", "7", "07", "10", "9", "A7", "A07", "A10", "-1", "1A", "é"]
    bibs += ["999999999999999999999", "9223372036854775807", "9223372036854775808"]
    for left in bibs {
      for right in bibs {
        #expect(
          (NaturalText(left) < NaturalText(right)) == left.precedesNaturally(right),
          "\(left), \(right)")
      }
    }
    #expect(bibs.sortedNaturally { $0 } == bibs.sorted { $0.precedesNaturally($1) })
  }
}
