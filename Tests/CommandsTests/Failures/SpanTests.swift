import Testing

@testable import Commands

struct SpanTests {
  @Test(
    arguments: [
      (.seconds(39 * 86_400 + 21 * 3600 + 3078), "39 days 21 h"), (.seconds(86_400), "1 day"),
      (.seconds(2 * 3600 + 5 * 60), "2 h 5 min"), (.seconds(3600), "1 h"),
      (.seconds(3 * 60 + 4), "3 min 4 s"), (.milliseconds(60_900), "1 min"),
      (.milliseconds(2_590), "2.5 s"), (.seconds(1), "1 s"), (.milliseconds(100), "0.1 s"),
      (.milliseconds(99), "0.099 s"), (.nanoseconds(1), "0.000000001 s"), (.zero, "0 s"),
    ] as [(Duration, String)])
  func `a duration is written with its two largest units`(span: Duration, text: String) {
    #expect(span.spoken == text)
  }
}
