import Glibc
import Host
import Testing
import Text

/// Each test sets `TZ` in a separate process, since it applies to the entire process.
@Suite struct SystemLocalClockTests {
  @Test func `a zone rule in TZ sets the clocks forward and back`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      try check("2026-11-21 10:00", "2026-11-21T09:00:00.000000000Z")
      try check("2026-07-01T10:00:00.5", "2026-07-01T08:00:00.500000000Z")
      try check("2026-10-25 02:30", "2026-10-25T00:30:00.000000000Z")
      try check("2026-10-25 03:00", "2026-10-25T02:00:00.000000000Z")
      try check("2026-03-29 01:59:59", "2026-03-29T00:59:59.000000000Z")
      try check("2026-03-29 03:00", "2026-03-29T01:00:00.000000000Z")
      try check("23:30", "2026-06-30T21:30:00.000000000Z")
      #expect(throws: MomentTextError.skipped) { try check("2026-03-29 02:30", "") }
    }
  }

  @Test func `a clock behind UTC has a negative offset`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1)
      try check("2026-11-01 01:30", "2026-11-01T05:30:00.000000000Z")
      try check("2026-11-01 02:00", "2026-11-01T07:00:00.000000000Z")
      try check("2026-01-01 00:00", "2026-01-01T05:00:00.000000000Z")
      #expect(throws: MomentTextError.skipped) { try check("2026-03-08 02:00", "") }
    }
  }

  @Test func `every second of a year agrees with libc`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1)
      let clock = SystemLocalClock()
      for second in stride(from: 1_767_225_600, to: 1_798_761_600, by: 599) {
        let shown = clock.time(at: Moment(nanosecondsSince1970: Int64(second) * 1_000_000_000))
        var time = time_t(second)
        var parts = tm()
        localtime_r(&time, &parts)
        #expect(shown.date.day == Int(parts.tm_mday))
        #expect(shown.secondOfDay == Int(parts.tm_hour * 3600 + parts.tm_min * 60 + parts.tm_sec))
        let seconds = clock.seconds(showing: shown)
        // The half hour before the clocks are set back is repeated.
        let isRepeated = seconds.count == 2 && seconds[1] - seconds[0] == 1800
        #expect(seconds.contains(second) && (seconds.count == 1 || isRepeated))
      }
    }
  }
}

private func check(_ text: String, _ expected: String) throws {
  let now = try Moment(rfc3339: "2026-07-01T12:00:00Z")
  let read = try Moment(text: text, now: now, clock: SystemLocalClock())
  guard read.rfc3339 == expected else {
    Issue.record("\(text) is read as \(read.rfc3339), not \(expected)")
    exit(1)
  }
}
