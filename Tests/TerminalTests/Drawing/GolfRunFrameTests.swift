import Foundation
import Racing
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// A player's best real run, event by event.
struct GolfRunFrameTests {
  private typealias Track = TimingTestSupport.Track

  private static let names = (1...18).map { "Hole \($0)" }

  /// The lap times of each run.
  private static func runs() throws -> [Int: [Duration]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("CommandsTests/Fixtures/golf-runs.csv")
    var runs: [Int: [Duration]] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let run = Int(fields[0]), let time = Int64(fields[5]) else { continue }
      runs[run, default: []].append(.nanoseconds(time))
    }
    return runs
  }

  /// The course with the attempts before run 55.
  private static func course(_ runs: [Int: [Duration]]) throws -> CourseComparison {
    let attempts = (1...54).map { run -> Attempt in
      let start = Moment(nanosecondsSince1970: Int64(run) * 1_000_000_000_000)
      var (splits, total) = ([Duration?](), Duration.zero)
      for lap in runs[run] ?? [] {
        total += lap
        splits.append(total)
      }
      let isFinished = splits.count == names.count
      splits += Array(repeating: nil, count: names.count - splits.count)
      return Attempt(
        session: run, uid: EventID(high: 2, low: UInt64(run)), course: "golf", startedAt: start,
        endedAt: start + total, isFinished: isFinished, segments: names, splits: splits)
    }
    let best = try #require(attempts.first { $0.session == 53 })
    let keys = SegmentKey.keys(of: names)
    return CourseComparison(
      CourseHistory(of: attempts, on: keys), with: best.track(on: keys, name: "pb"))
  }

  @Test(arguments: ScreenSizes.all)
  func `the frames of run 55 fit and show the current hole, live and in a replay`(
    columns: Int, rows: Int
  ) throws {
    let runs = try Self.runs()
    let course = try Self.course(runs)
    var track = Track()
    try track.perform(
      .start(.init(name: "Run 55", plan: Plan(course: "golf", segments: Self.names))))
    for (index, lap) in (runs[55] ?? []).enumerated() {
      // Just after the previous passage, in the middle, and just before the next one.
      for part in [lap / 100, lap * 49 / 100, lap / 2] {
        track.pass(part)
        let frame = track.frame(columns, rows) { $0.board.course = course }
        frame.expectFit(columns, rows, "hole \(index + 1)")
        #expect(frame.text.contains("space stop"))
        #expect(rows == 1 || frame.text.contains("• Hole \(index + 1)"))
        if (2...10).contains(rows), index > 0 {
          let name = columns == 20 ? "lap" : "Hole \(index + 1)"
          #expect(frame.rows[columns == 20 ? 1 : 0].text.contains("  \(name) 0"))
        }
      }
      try track.perform(.lap(label: nil))
      for (event, segment) in track.session.laps.map({ ($0.event, $0.segment ?? 0) }) {
        let chosen = track.frame(columns, rows) {
          $0.board.course = course
          $0.mode.chosen = event
        }
        chosen.expectFit(columns, rows, "hole \(segment) chosen after \(index + 1)")
        let row = chosen.rows.flatMap(\.runs).first { $0.style == .field }
        #expect(rows == 1 || row?.text.hasPrefix("▸ Hole \(segment)") == true)
      }
    }
    #expect(track.phase == .finished)
    let end = track.frame(columns, rows) { $0.board.course = course }
    end.expectFit(columns, rows, "finished")
    #expect(end.text.contains("finished"))
    #expect(end.text.contains("space start next"))
    #expect(!end.text.contains("l lap"))
    if columns >= 80 {
      #expect(end.text.contains("11:25.6"), "the last split is the total of the player's file")
    }

    let rig = ReplayRig(track, columns: columns, rows: rows, course: course)
    rig.press(.character(" "))
    for number in 0..<19 {
      let frame = try #require(rig.frames.last)
      frame.expectFit(columns, rows, "replay at \(number)")
      #expect(rows == 1 || frame.text.contains("Hole \(min(number + 1, 18))"))
      rig.press(.right)
    }
    #expect(rig.frames.last?.text.contains("space replay") == true)
  }
}
