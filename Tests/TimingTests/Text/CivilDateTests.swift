import Testing
import Timing
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct CivilDateTests {
  @Test func `days agree with libc's calendar`() {
    for days in stride(from: -800_000, through: 3_000_000, by: 1) {
      let date = CivilDate(daysSince1970: days)
      guard date.daysSince1970 == days else {
        Issue.record("\(date) is not day \(days)")
        return
      }
      guard days % 37 == 0 else { continue }
      var seconds = time_t(days * 86_400)
      var parts = tm()
      gmtime_r(&seconds, &parts)
      #expect(
        [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
          == [date.year, date.month, date.day])
    }
  }

  @Test(arguments: [
    (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
    (2026, 12, 32),
  ])
  func `an invalid day is nil`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func `leap days are valid`() {
    #expect(CivilDate(year: 2024, month: 2, day: 29)?.daysSince1970 == 19_782)
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
  }
}
