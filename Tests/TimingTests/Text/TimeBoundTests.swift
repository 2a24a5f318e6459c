import Testing
import Text

@Suite struct TimeBoundTests {
  /// An hour ahead of UTC, two from 2026-03-29 on.
  let clock = InventedClock(offset: 3600, changes: [(utc("2026-03-29T01:00:00Z"), 7200)])
  /// A Saturday, 12:30 local time.
  let now = utc("2026-11-21T10:30:00Z")

  private func read(_ text: String, isEnd: Bool = false) throws(MomentTextError) -> Moment {
    try Moment(bound: text, isEnd: isEnd, now: now, clock: clock)
  }

  /// The hours of the begin and the end, in UTC.
  @Test(arguments: [
    ("2026-11-15", "2026-11-14T22", "2026-11-15T22"),
    ("2026-03-29", "2026-03-28T23", "2026-03-29T22"), ("today", "2026-11-20T22", "2026-11-21T22"),
    ("Yesterday", "2026-11-19T22", "2026-11-20T22"), ("saturday", "2026-11-20T22", "2026-11-21T22"),
    ("monday", "2026-11-15T22", "2026-11-16T22"), ("Sun", "2026-11-14T22", "2026-11-15T22"),
    ("last monday", "2026-11-15T22", "2026-11-16T22"),
    ("last Sat", "2026-11-13T22", "2026-11-14T22"), ("this week", "2026-11-15T22", "2026-11-22T22"),
    ("Last week", "2026-11-08T22", "2026-11-15T22"),
    ("this month", "2026-10-31T22", "2026-11-30T22"),
    ("last month", "2026-09-30T22", "2026-10-31T22"),
    ("this year", "2025-12-31T23", "2026-12-31T22"),
    ("last year", "2024-12-31T23", "2025-12-31T23"),
  ])
  func `a day begins and ends at local midnight`(text: String, first: String, end: String) throws {
    #expect(try read(text) == utc("\(first):00:00Z"))
    #expect(try read(text, isEnd: true) == utc("\(end):00:00Z") - .nanoseconds(1))
  }

  @Test(arguments: [
    ("7d", "2026-11-14T10:30:00Z"), ("2w", "2026-11-07T10:30:00Z"),
    ("3h", "2026-11-21T07:30:00Z"), ("1h30m", "2026-11-21T09:00:00Z"),
    ("0d", "2026-11-21T10:30:00Z"),
    ("10:00", "2026-11-21T08:00:00Z"), ("2026-11-01 09:00", "2026-11-01T07:00:00Z"),
    ("2026-11-01T09:00:00Z", "2026-11-01T09:00:00Z"), ("now", "2026-11-21T10:30:00Z"),
    ("yesterday 10:00", "2026-11-20T08:00:00Z"), ("monday 10:00", "2026-11-16T08:00:00Z"),
    ("last saturday 10:00", "2026-11-14T08:00:00Z"),
  ])
  func `spans back and moments are bounds, too`(text: String, moment: String) throws {
    #expect(try read(text) == utc(moment))
    #expect(try read(text, isEnd: true) == utc(moment))
  }

  @Test func `a period begins at the first of two moments, and ends at the second`() throws {
    let clock = InventedClock(offset: 7200, changes: [(utc("2026-10-25T01:00:00Z"), 3600)])
    func read(isEnd: Bool) throws -> Moment {
      try Moment(bound: "2026-10-25 02:40", isEnd: isEnd, now: now, clock: clock)
    }
    #expect(try read(isEnd: false) == utc("2026-10-25T00:40:00Z"))
    #expect(try read(isEnd: true) == utc("2026-10-25T01:40:00Z"))
  }

  @Test func `a day whose midnight is skipped begins later`() throws {
    let clock = InventedClock(offset: -10_800, changes: [(utc("2026-10-18T03:00:00Z"), -7200)])
    let moment = try Moment(bound: "2026-10-18", isEnd: false, now: now, clock: clock)
    #expect(moment == utc("2026-10-18T03:00:00Z"))
  }

  @Test(
    arguments: [
      ("", .empty), ("2026-02-29", .noSuchDay), ("7x", .malformedBound), ("7", .malformedBound),
      ("tomorrow", .malformedBound), ("7d3", .malformedBound),
      ("last day", .malformedBound), ("next week", .malformedBound), ("last", .malformedBound),
      ("99999999999w", .outOfRange),
    ] as [(String, MomentTextError)])
  func `other texts are refused`(text: String, reason: MomentTextError) {
    #expect(throws: reason) { try read(text) }
  }

  @Test func `a time of day less than an hour ahead is refused`() {
    #expect(throws: MomentTextError.ahead(utc("2026-11-21T11:29:59Z"))) { try read("13:29:59") }
    #expect(throws: Never.self) { try read("13:30") }
  }

  @Test(arguments: [
    ("trac", "track"), ("tempo run", "Tempo run"), ("Tmepo run", "Tempo run"), ("zzz", nil),
    ("6x40", "6x400"), ("t", nil), ("", nil),
    // Swapped letters are nearer than a wrong letter.
    ("dqs", "dsq"),
    // Of equally near names the first is taken.
    ("dnq", "dnf"), ("race", "race1"),
  ])
  func `the nearest name is found`(typed: String, name: String?) {
    let names = ["Tempo run", "track", "6x400", "dnf", "dns", "dsq", "race1", "race2"]
    #expect(Spelling.nearest(to: typed, among: names) == name)
  }
}
