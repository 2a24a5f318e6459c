import Glibc
import Testing
import Text
import TimingTestSupport

@Suite struct RFC3339Tests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000000000Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
      (-86_400_000_000_000, "1969-12-31T00:00:00.000000000Z"),
      (1_795_255_200_250_000_000, "2026-11-21T10:00:00.250000000Z"),
      (.min, "1677-09-21T00:12:43.145224192Z"), (.max, "2262-04-11T23:47:16.854775807Z"),
    ] as [(Int64, String)])
  func `a moment is written in UTC with nine decimals`(nanoseconds: Int64, text: String) throws {
    let moment = Moment(nanosecondsSince1970: nanoseconds)
    #expect(moment.rfc3339 == text)
    #expect(try Moment(rfc3339: text) == moment)
  }

  @Test(arguments: [
    "2026-11-21T10:00:00Z", "2026-11-21t10:00:00z", "2026-11-21 10:00:00Z", "2026-11-21T10:00Z",
    "2026-11-21T11:00:00+01:00", "2026-11-21T05:30:00-04:30", "2026-11-21T10:00:00-00:00",
    "2026-11-22T09:59:00+23:59", "2026-11-21T10:00:00.0000000000000Z",
  ])
  func `every offset gives the same moment`(text: String) throws {
    #expect(try Moment(rfc3339: text).rfc3339 == "2026-11-21T10:00:00.000000000Z")
  }

  @Test func `a leap second is the second that follows`() throws {
    let following = try Moment(rfc3339: "2017-01-01T00:00:00.5Z")
    #expect(try Moment(rfc3339: "2016-12-31T23:59:60.5Z") == following)
    #expect(try Moment(rfc3339: "2017-01-01T00:59:60.5+01:00") == following)
    #expect(try Moment(rfc3339: "2016-12-31T15:59:60.5-08:00") == following)
  }

  @Test(
    arguments: [
      ("", .empty), ("now", .malformed), ("10:00:00Z", .malformed), ("10:00", .malformed),
      ("2026-11-21", .timeMissing), ("2026-11-21T10:00:00", .offsetMissing),
      ("2026-02-29T10:00:00Z", .noSuchDay), ("2026-13-01T10:00:00Z", .noSuchDay),
      ("2026-11-21T24:00:00Z", .noSuchTime), ("2026-11-21T10:60:00Z", .noSuchTime),
      ("2026-11-21T10:00:61Z", .noSuchTime), ("2026-11-21T10:00:60Z", .noLeapSecond),
      ("2026-11-21T23:59:60Z", .noLeapSecond), ("2026-12-31T23:59:60+01:00", .noLeapSecond),
      ("2026-11-21T10:00:00+24:00", .noSuchOffset), ("2026-11-21T10:00:00+01:60", .noSuchOffset),
      ("2026-11-21T10:00:00+0100", .malformed), ("2026-11-21T10:00:00+01", .malformed),
      ("2026-11-21T10:00:00.Z", .malformed), ("2026-11-21T10:00:00,5Z", .malformed),
      ("2026-11-21T10Z", .malformed), ("2026-11-21T9:00:00Z", .malformed),
      ("2026-11-21T10:00:00Z ", .malformed), (" 2026-11-21T10:00:00Z", .malformed),
      ("26-11-21T10:00:00Z", .malformed), ("02026-11-21T10:00:00Z", .malformed),
      ("-2026-11-21T10:00:00Z", .malformed), ("2026-11-21T10:00:00ZZ", .malformed),
      ("2026-11-21T10:00:00.0000000001Z", .finerThanNanoseconds),
      ("1677-09-21T00:12:43.145224191Z", .outOfRange), ("0000-01-01T00:00:00Z", .outOfRange),
      ("2262-04-11T23:47:16.854775808Z", .outOfRange), ("9999-12-31T23:59:59Z", .outOfRange),
      ("2026-11-21\u{0}10:00:00Z", .malformed), ("２０２６-11-21T10:00:00Z", .malformed),
    ] as [(String, MomentTextError)])
  func `an invalid RFC 3339 text is refused with its reason`(text: String, error: MomentTextError) {
    #expect(throws: error) { try Moment(rfc3339: text) }
  }

  @Test func `every moment is parsed back, in every offset`() throws {
    var seed = Seed()
    for _ in 0..<5000 {
      let moment = Moment(nanosecondsSince1970: Int64(bitPattern: seed.next()))
      #expect(try Moment(rfc3339: moment.rfc3339) == moment, "\(seed)")
      var bytes = Array("at ".utf8)
      moment.appendRFC3339(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "at " + moment.rfc3339, "\(seed)")

      let minutes = Int64.random(in: -1439...1439, using: &seed)
      let shifted = moment + .seconds(minutes * 60)
      guard shifted - moment == .seconds(minutes * 60) else { continue }
      let sign = minutes < 0 ? "-" : "+"
      let offset = StopwatchLabel(precision: 0).text(of: .seconds(abs(minutes)))
      let text = String(shifted.rfc3339.dropLast()) + "\(sign)\(offset)"
      #expect(try Moment(rfc3339: text) == moment, "\(text), \(seed)")
    }
  }

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

  @Test(
    arguments: [
      (2026, 2, 29, nil), (1900, 2, 29, nil), (2026, 4, 31, nil), (2026, 13, 1, nil),
      (2026, 0, 1, nil), (2026, 1, 0, nil), (2026, 12, 32, nil), (2024, 2, 29, 19_782),
      (2000, 2, 29, 11_016),
    ] as [(Int, Int, Int, Int?)])
  func `an invalid day is nil, and leap days are valid`(year: Int, month: Int, day: Int, days: Int?)
  {
    #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == days)
  }
}
