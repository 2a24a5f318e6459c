import Testing
import Text
import TimingTestSupport

@Suite struct MomentTextTests {
  private let now = utc("2026-11-21T11:00:00Z")

  private func read(_ text: String, now: String? = nil) throws(MomentTextError) -> String {
    let now = now.map(utc) ?? self.now
    return try Moment(text: text, now: now, clock: InventedClock.summerTime).rfc3339
  }

  @Test(arguments: [
    // A time without an offset is local.
    ("2026-11-21T10:00:00.25Z", "2026-11-21T10:00:00.25Z"),
    ("2026-11-21T10:00:00+05:00", "2026-11-21T05:00:00Z"),
    ("2026-11-21T10:00:00", "2026-11-21T09:00:00Z"), ("2026-11-21 10:00", "2026-11-21T09:00:00Z"),
    ("2026-07-01 10:00:00.5", "2026-07-01T08:00:00.5Z"),
    // A time on a named day is local, that of a weekday is never to come.
    ("now", "2026-11-21T11:00:00Z"), ("Now", "2026-11-21T11:00:00Z"),
    ("today 10:00", "2026-11-21T09:00:00Z"), ("today 18:00", "2026-11-21T17:00:00Z"),
    ("Yesterday 18:00:00.5", "2026-11-20T17:00:00.5Z"), ("monday 10:00", "2026-11-16T09:00:00Z"),
    ("sat 10:00", "2026-11-21T09:00:00Z"), ("saturday 18:00", "2026-11-14T17:00:00Z"),
    // A time of day is the latest one in the past.
    ("10:00", "2026-11-21T09:00:00Z"), ("9:30", "2026-11-21T08:30:00Z"),
    ("12:00:00", "2026-11-21T11:00:00Z"), ("13:00:00", "2026-11-20T12:00:00Z"),
    ("23:59:59.5", "2026-11-20T22:59:59.5Z"),
  ])
  func `a text means one moment`(text: String, moment: String) throws {
    #expect(try read(text) == utc(moment).rfc3339)
  }

  @Test func `a repeated hour is its first occurrence`() throws {
    #expect(try read("2026-10-25 02:30") == "2026-10-25T00:30:00.000000000Z")
    let second = "2026-10-25T01:40:00Z"
    #expect(try read("02:30", now: second) == "2026-10-25T00:30:00.000000000Z")
    #expect(try read("02:50", now: second) == "2026-10-25T00:50:00.000000000Z")
    let first = "2026-10-25T00:20:00Z"
    #expect(throws: MomentTextError.ahead(utc("2026-10-25T00:30:00Z"))) {
      try read("02:30", now: first)
    }
  }

  @Test func `an hour that is skipped is refused`() throws {
    #expect(throws: MomentTextError.skipped) { try read("2026-03-29T02:30:00") }
    #expect(throws: MomentTextError.skipped) { try read("02:30", now: "2026-03-29T05:00:00Z") }
    #expect(throws: MomentTextError.skipped) { try read("02:30", now: "2026-03-29T23:00:00Z") }
    #expect(try read("02:30", now: "2026-03-29T00:30:00Z") == "2026-03-28T01:30:00.000000000Z")
    #expect(try read("02:30", now: "2026-03-30T00:31:00Z") == "2026-03-30T00:30:00.000000000Z")
  }

  @Test func `clocks set back over midnight have shown times of tomorrow`() throws {
    let clock = InventedClock(offset: 0, changes: [(utc("2026-05-02T00:30:00Z"), -3600)])
    let now = utc("2026-05-02T00:40:00Z")
    #expect(clock.time(at: now).date == CivilDate(year: 2026, month: 5, day: 1))
    let moment = try Moment(text: "00:10", now: now, clock: clock)
    #expect(moment.rfc3339 == "2026-05-02T00:10:00.000000000Z")
  }

  @Test(
    arguments: [
      ("", .empty), ("tomorrow 10:00", .malformed), ("2026-11-21", .timeMissing),
      ("24:00", .noSuchTime),
      ("10:60", .noSuchTime), ("10:00:60", .noSuchTime), ("23:59:60", .noSuchTime),
      ("2026-12-31 23:59:60", .noSuchTime), ("10:00Z", .malformed), ("10", .malformed),
      ("10:0", .malformed), ("100:00", .malformed), ("2026-11-21 10:00 ", .malformed),
      ("1500-01-01 10:00", .outOfRange), ("2300-01-01 10:00", .outOfRange),
      ("10:00:00.0000000001", .finerThanNanoseconds), ("2026-11-31 10:00", .noSuchDay),
      // Named days.
      ("yesterday", .timeMissing), ("monday ", .timeMissing), ("monday 25:00", .noSuchTime),
      ("yesterday 2026-11-20 10:00", .malformed), ("someday 10:00", .malformed),
      ("mon10:00", .malformed), ("now 10:00", .malformed), ("monday 10:00Z", .malformed),
      // Times of day less than an hour ahead.
      ("12:00:00.000000001", .ahead(utc("2026-11-21T11:00:00.000000001Z"))),
      ("12:59:59", .ahead(utc("2026-11-21T11:59:59Z"))),
    ] as [(String, MomentTextError)])
  func `an invalid moment is refused with its reason`(text: String, error: MomentTextError) {
    #expect(throws: error) { try read(text) }
  }

  @Test func `every local time is parsed as its first moment`() throws {
    var seed = Seed()
    for _ in 0..<3000 {
      let second = Int64.random(in: 1_767_225_600..<1_798_761_600, using: &seed)
      let moment = Moment(nanosecondsSince1970: second * 1_000_000_000)
      let shown = InventedClock.summerTime.time(at: moment)
      let wall = Moment(nanosecondsSince1970: Int64(shown.secondsSince1970) * 1_000_000_000)
      let text = String(wall.rfc3339.dropLast())
      let read = try Moment(text: text, now: now, clock: InventedClock.summerTime)
      let isSecond = InventedClock.summerTime.time(at: moment - .seconds(3600)) == shown
      #expect(read == (isSecond ? moment - .seconds(3600) : moment), "\(text), \(seed)")
    }
  }

  private func moments(_ text: String, near anchor: String, now: String) throws -> [String] {
    let stated = try StatedTime(text, now: utc(now), clock: InventedClock.summerTime)
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
    #expect(try moments("12:20", near: "2026-11-20T10:00:00Z", now: now) == ["2026-11-20T11:20"])
  }

  @Test(
    arguments: ["02:40", "2026-10-25 02:40", "sunday 02:40"].map { ($0, "05:00", true) }
      + [("02:40", "01:20", false)])
  func `once repeated, an hour means two moments`(text: String, time: String, areTwo: Bool) throws {
    let now = "2026-10-25T\(time):00Z"
    let both = ["2026-10-25T00:40", "2026-10-25T01:40"]
    #expect(try moments(text, near: now, now: now) == (areTwo ? both : [both[0]]))
  }

  @Test func `an hour that is skipped on the day of the anchor is refused`() throws {
    #expect(throws: MomentTextError.skipped) {
      try moments("02:30", near: "2026-03-29T03:00:00Z", now: "2026-04-02T10:00:00Z")
    }
  }
}
