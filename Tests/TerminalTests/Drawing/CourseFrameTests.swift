import Live
import Racing
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

struct CourseFrameTests {
  private static let names = (1...18).map { "Hole \($0)" }

  /// An attempt that has passed two of the holes, against a best of 30 s a hole.
  private static func frame(
    _ columns: Int, _ rows: Int, laps: [Int64] = [28, 33], now: Int64 = 80, skipping: String? = nil
  ) throws -> Frame {
    var track = Track()
    try track.perform(.start(.init(name: "Run 3", plan: Plan(course: "golf", segments: names))))
    var time: Int64 = 0
    for lap in laps {
      track.pass(.seconds(lap))
      time += lap
      try track.perform(.lap(label: nil))
    }
    if let skipping { try track.perform(.lap(label: nil, segment: skipping)) }
    track.pass(.seconds(now - time))
    return track.frame(columns, rows) { $0.board.course = course }
  }

  /// The course with one attempt, of 30 s a hole.
  private static var course: CourseComparison {
    let splits = names.indices.map { Duration?.some(.seconds(30 * Int64($0 + 1))) }
    let start = Moment(nanosecondsSince1970: 0)
    let best = Attempt(
      session: 1, uid: EventID(high: 1, low: 1), course: "golf", startedAt: start,
      endedAt: start + .seconds(540), isFinished: true, segments: names, splits: splits)
    let keys = SegmentKey.keys(of: names)
    return CourseComparison(
      CourseHistory(of: [best], on: keys), with: best.track(on: keys, name: "pb"))
  }

  @Test func `a large screen has the segments with their differences`() throws {
    #expect(
      try Self.frame(80, 24).text == """
        Run 3  session 12                                                 started 1m ago
        running
                                                    Hole 3
         ██████   ██      ██████ ██████    ██████   ████ ████     █  ████   ████
         ██  ██ ████   ██     ██ ██  ██    ██  ██   █  █ █  █ █  ██  █  █   █  █
         ██  ██   ██      ██████ ██  ██    ██  ██   █  █ █  █     █  ████   █  █
         ██  ██   ██   ██ ██     ██  ██    ██  ██   █  █ █  █ █   █     █   █  █
         ██████ ██████    ██████ ██████ ██ ██████   ████ ████    ███ ████ █ ████

        2 laps  golf  attempt 2
          segment                                                 time      +/-    split
          Hole 1                                               00:28.0 -00:02.0* 00:28.0
          Hole 2                                               00:33.0 +00:01.0  01:01.0
        • Hole 3                                               00:19.0           01:30.0
          Hole 4                                                                 02:00.0
          Hole 5                                                                 02:30.0
          Hole 6                                                                 03:00.0
          Hole 7                                                                 03:30.0
          Hole 8                                                                 04:00.0
          … 9 more
          Hole 18                                                                09:00.0
        best possible 09:01.0  sum of best 09:00.0  pb 09:00.0

        space stop  l lap  m mark  u undo  n name  p person  k skip  ? help  q quit
        """)
  }

  @Test(arguments: ScreenSizes.all)
  func `all frames of an attempt fit and show the current segment, live and in a replay`(
    columns: Int, rows: Int
  ) throws {
    let course = Self.course
    var track = try Track.started(.init(plan: Plan(course: "golf", segments: Self.names)))
    for index in Self.names.indices {
      let lap = Duration.seconds(30 + 2 * (index % 10))
      // Just after the previous passage, in the middle, and just before the next one.
      for part in [lap / 100, lap * 49 / 100, lap / 2] {
        track.pass(part)
        let frame = track.fitting(columns, rows) { $0.board.course = course }
        #expect(frame.text.contains("space stop"))
        #expect(rows == 1 || frame.text.contains("• Hole \(index + 1)"))
        if (2...10).contains(rows), index > 0 {
          let name = columns == 20 ? "lap" : "Hole \(index + 1)"
          #expect(frame.rows[columns == 20 ? 1 : 0].text.contains("  \(name) 0"))
        }
      }
      try track.perform(.lap(label: nil))
      for (event, segment) in track.session.laps.map({ ($0.event, $0.segment ?? 0) }) {
        let chosen = track.fitting(columns, rows) {
          $0.board.course = course
          $0.state.chosen = event
        }
        let row = chosen.rows.flatMap(\.runs).first { $0.style == .field }
        #expect(rows == 1 || row?.text.hasPrefix("▸ Hole \(segment)") == true)
      }
    }
    #expect(track.phase == .finished)
    let end = track.fitting(columns, rows) { $0.board.course = course }
    #expect(end.text.contains("finished"))
    #expect(end.text.contains("space start next"))
    #expect(!end.text.contains("l lap"))
    #expect(columns < 80 || end.text.contains("11:26.0"), "the last split is the total")

    let rig = ReplayRig(track, columns: columns, rows: rows, course: course)
    rig.press(.character(" "))
    for number in 0..<19 {
      let frame = try #require(rig.frames.last)
      frame.expectFit(columns, rows)
      #expect(rows == 1 || frame.text.contains("Hole \(min(number + 1, 18))"))
      rig.press(.right)
    }
    #expect(rig.frames.last?.text.contains("space replay") == true)
  }

  @Test func `segments that are left out are counted, or marked`() throws {
    #expect(
      try Self.frame(40, 10).text == """
        01:20.0 running  Hole 3 00:19.0
        Run 3  session 12         started 1m ago
        2 laps  golf  attempt 2
        • Hole 3                         01:30.0
          Hole 4                         02:00.0
          … 13 more
          Hole 18                        09:00.0
        best possible 09:01.0

        space stop  l lap  x end  ? help  q quit
        """)
    #expect(
      try Self.frame(40, 9).text.contains(
        """
          Hole 4                         02:00.0
        ⋮ Hole 18                        09:00.0
        """))
    let late = try Self.frame(80, 24, laps: Array(repeating: 30, count: 14), now: 425).text
    #expect(late.contains("\n⋮ Hole 9  "), "\(late)")
    #expect(late.contains("\n  Hole 17  ") && !late.contains("more"), "\(late)")
  }

  @Test func `a skipped segment has neither a time nor that of the other track`() throws {
    let text = try Self.frame(80, 24, laps: [28], now: 80, skipping: "Hole 3").text
    let rows = text.split(separator: "\n").filter { $0.contains("Hole 2") }
    #expect(rows.count == 1 && rows[0].hasSuffix(" -") && !rows[0].contains(":"), "\(text)")
  }

  @Test func `a live difference appears once the segment is slower; tones have styles`() throws {
    let styles = try Self.frame(80, 24).rows.flatMap(\.runs)
      .filter { $0.text.hasPrefix("+") || $0.text.hasPrefix("-") }.map(\.style)
    #expect(styles == [.faint, .gold, .bad], "the title, and two differences")
    #expect(!(try Self.frame(80, 24, laps: [28], now: 57).text.contains("-00:01.0")))
    #expect(try Self.frame(80, 24, laps: [28], now: 59).text.contains("-00:01.0 "))
    #expect(try Self.frame(80, 24, laps: [28], now: 65).text.contains("+00:05.0 "))
  }
}
