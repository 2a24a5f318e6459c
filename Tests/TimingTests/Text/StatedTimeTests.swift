import Testing
import Text
import Timing

@Suite struct StatedTimeTests {
  /// An hour ahead of UTC; set forward at 2 o'clock on 2026-03-29, back at 3 on 2026-10-25.
  let clock = InventedClock(
    offset: 3600,
    changes: [(utc("2026-03-29T01:00:00Z"), 7200), (utc("2026-10-25T01:00:00Z"), 3600)])

  private func moments(
    _ text: String, near anchor: String, now: String
  ) throws(MomentTextError) -> [String] {
    let stated = try StatedTime(text, now: utc(now), clock: clock)
    let moments = try stated.moments(near: utc(anchor))
    return ([moments.first] + [moments.second].compactMap(\.self)).map { moment in
      #expect(stated.canMean(moment))
      #expect(!stated.canMean(moment + .seconds(1)))
      return String(moment.rfc3339.prefix(16))
    }
  }

  @Test(arguments: [
    ("10:21", "2026-11-19T09:30:00Z", "2026-11-19T09:21"),
    ("23:50", "2026-11-18T23:10:00Z", "2026-11-18T22:50"),
    ("00:10", "2026-11-18T22:50:00Z", "2026-11-18T23:10"),
    ("13:00", "2026-11-21T10:00:00Z", "2026-11-20T12:00"),
    ("2026-11-20 13:00", "2026-11-10T10:00:00Z", "2026-11-20T12:00"),
  ])
  func `a time of day is the nearest to the anchor that is not in the future`(
    text: String, anchor: String, moment: String
  ) throws {
    #expect(try moments(text, near: anchor, now: "2026-11-21T10:30:00Z") == [moment])
  }

  @Test func `the nearest time that comes within an hour is refused`() throws {
    let now = "2026-11-21T10:30:00Z"
    #expect(throws: MomentTextError.ahead(utc("2026-11-21T11:20:00Z"))) {
      try moments("12:20", near: "2026-11-21T01:00:00Z", now: now)
    }
    #expect(
      try moments("12:20", near: "2026-11-20T10:00:00Z", now: now) == ["2026-11-20T11:20"])
  }

  @Test(arguments: ["02:40", "2026-10-25 02:40", "sunday 02:40"])
  func `a repeated hour means two moments`(text: String) throws {
    let now = "2026-10-25T05:00:00Z"
    #expect(
      try moments(text, near: now, now: now) == ["2026-10-25T00:40", "2026-10-25T01:40"])
  }

  @Test func `a repeated hour means one moment until it is repeated`() throws {
    let now = "2026-10-25T01:20:00Z"
    #expect(try moments("02:40", near: now, now: now) == ["2026-10-25T00:40"])
  }

  @Test func `an hour that is skipped on the day of the anchor is refused`() throws {
    #expect(throws: MomentTextError.skipped) {
      try moments("02:30", near: "2026-03-29T03:00:00Z", now: "2026-04-02T10:00:00Z")
    }
  }
}
