import Racing
import Testing
import Text
import struct TimingTestSupport.NaiveCourse
import struct TimingTestSupport.Seed

struct ComparisonTests {
  fileprivate static func attempt(
    _ session: Int, _ seconds: [Int64?], of names: [String] = ["A", "B", "C"]
  ) -> Attempt {
    let splits = seconds.map { $0.map { Duration.seconds($0) } }
    let start = Moment(nanosecondsSince1970: Int64(session) * 1_000_000_000_000)
    return Attempt(
      session: session, uid: EventID(high: 1, low: UInt64(session)), course: "golf",
      startedAt: start, endedAt: start + (splits.compactMap { $0 }.max() ?? .zero),
      isFinished: splits.last.map { $0 != nil } ?? false, segments: names, splits: splits)
  }

  private static let attempts = [
    attempt(1, [10, 30, 45]), attempt(2, [12, 28, 46]), attempt(3, [9, nil, 50]),
    attempt(4, [11, nil, nil]),
  ]
  fileprivate static let keys = SegmentKey.keys(of: ["A", "B", "C"])

  @Test func `the best possible time counts what the segment under way has lost`() {
    let course = CourseComparison(CourseHistory(of: Self.attempts, on: Self.keys), with: nil)
    let now = track(12)
    // The best segments take 9, 16 and 15 seconds; segment A has lost 3.
    #expect(course.bestPossible(now) == .seconds(43))
    #expect(course.bestPossible(now, at: .seconds(12)) == .seconds(43))
    #expect(course.bestPossible(now, at: .seconds(28)) == .seconds(43))
    #expect(course.bestPossible(now, at: .seconds(30)) == .seconds(45))
    #expect(course.bestPossible(track(), at: .seconds(10)) == .seconds(41))
    #expect(course.bestPossible(track(12, 30, 46), at: .seconds(50)) == nil)
  }

  @Test func `the best possible time goes on from the last passage`() {
    // The quickest way to B leads over A; the quickest way to C skips B.
    let attempts = [Self.attempt(1, [60, 130, 210]), Self.attempt(2, [60, nil, 200])]
    let history = CourseHistory(of: attempts, on: Self.keys)
    let course = CourseComparison(history, with: nil)
    #expect(course.sumOfBest == .seconds(200))
    #expect(history.combinedSegments.map { "\($0.segments) \($0.best.session)" } == ["1...2 2"])
    #expect(course.bestPossible(track(60)) == .seconds(200))
    // Behind B only the way over C is left.
    #expect(course.bestPossible(track(60, 120)) == .seconds(200))
    // A segment that takes long makes the other way the better one.
    #expect(course.bestPossible(track(60), at: .seconds(205)) == .seconds(205))
    #expect(course.bestPossible(track(60, 120), at: .seconds(210)) == .seconds(210))
  }

  @Test func `a segment of the best that is combined with a skipped one has no time of its own`() {
    let attempts = [Self.attempt(1, [60, 130, 210]), Self.attempt(2, [60, nil, 125])]
    let best = Comparison.best.track(of: CourseHistory(of: attempts, on: Self.keys))
    #expect(best?.splits == [.seconds(60), .seconds(130), .seconds(125)])
    #expect(best.map { (0..<3).map($0.segmentTime) } == [.seconds(60), .seconds(70), nil])
  }

  @Test func `a combined segment counts where it is the shortest way`() {
    let attempts = Self.attempts + [Self.attempt(5, [20, nil, 45])]
    let history = CourseHistory(of: attempts, on: Self.keys)
    #expect(history.bestSplits.last == .seconds(34))
    #expect(history.bestSegments.map { $0?.session } == [3, 2, 1])
    // Of equal times the first one, and of equal ways the one with the shorter last segment.
    let splits: [[Int64?]] = [[20, 30, 45], [20, nil, 45], [20, 30, 45]]
    let equal = CourseHistory(of: zip(1..., splits).map { Self.attempt($0, $1) }, on: Self.keys)
    #expect(equal.bestSegments.map { $0?.session } == [1, 1, 1] && equal.combinedSegments.isEmpty)
  }

  @Test func `comparisons over random attempts equal naive ones`() {
    var seed = Seed()
    for _ in 0..<Seed.tries(120) {
      func names() -> [String] {
        (0..<1 + seed.below(6)).map { _ in ["A", "B", "C", "D"][seed.below(4)] }
      }
      let lists = (0..<1 + seed.below(3)).map { _ in names() }
      var attempts = (1...1 + seed.below(12)).map { number in
        let own = lists[seed.below(lists.count)]
        var time: Int64 = 0
        let splits = own.map { _ -> Int64? in
          time += Int64(1 + seed.below(20))
          return seed.chance(25) ? nil : time
        }
        return Self.attempt(number, splits, of: own)
      }
      let course = lists[0]
      let history = CourseHistory(of: attempts, on: SegmentKey.keys(of: course))
      let naive = NaiveCourse(course, attempts.map { .init($0.segments, $0.splits) })
      for name in Comparison.names {
        let splits = Comparison(name).track(of: history)?.splits
        #expect(splits == naive.splits(of: name), "\(seed): \(name)")
      }
      #expect(
        history.bestSegments.map { $0?.time } == course.indices.map { naive.times($0).min() },
        "\(seed)")
      let totals = naive.attempts.filter(naive.finishes).compactMap(\.total)
      #expect(history.personalBest?.time == totals.min(), "\(seed)")
      #expect(history.finished == totals.count, "\(seed)")
      if let sum = history.bestSplits.last ?? nil {
        #expect(totals.allSatisfy { sum <= $0 }, "\(seed)")
      } else {
        #expect(totals.isEmpty, "\(seed)")
      }
      for index in attempts.indices.reversed() { attempts.swapAt(index, seed.below(index + 1)) }
      let shuffled = CourseHistory(of: attempts, on: history.keys)
      #expect(shuffled.bestSplits == history.bestSplits, "\(seed)")
      #expect(shuffled.personalBest?.time == history.personalBest?.time, "\(seed)")
    }
  }

  private let other = Track(name: "pb", splits: [.seconds(10), .seconds(30), .seconds(45)])
  /// The best segments take 9, 20 and 15 seconds.
  private var course: CourseComparison { course([ComparisonTests.attempt(1, [9, 29, 44])]) }

  private func course(_ attempts: [Attempt]) -> CourseComparison {
    CourseComparison(CourseHistory(of: attempts, on: ComparisonTests.keys), with: other)
  }

  private func track(_ seconds: Int64?...) -> Track {
    let splits = seconds.map { $0.map { Duration.seconds($0) } }
    return Track(name: "", splits: splits + Array(repeating: nil, count: 3 - splits.count))
  }

  /// With the best segments, one that is as quick as the best one is not a new best.
  @Test(arguments: [
    (11, 32, false, Difference.Tone.behindLosing), (11, 30, false, .aheadGaining),
    (12, 31, false, .behindGaining), (8, 29, false, .aheadLosing), (11, 29, true, .bestSegment),
    (11, 30, true, .bestSegment), (11, 31, true, .behindGaining),
  ])
  func `a passage is ahead or behind, gaining or losing, or the best`(
    first: Int64, second: Int64, hasBest: Bool, tone: Difference.Tone
  ) {
    let course = hasBest ? course : course([])
    let difference = course.difference(atPassage: 1, of: track(first, second))
    #expect(difference?.tone == tone)
    #expect(difference?.time == .seconds(second - 30))
  }

  @Test func `between passages it is shown once time is lost`() {
    let ahead = track(8)
    #expect(course.difference(at: .seconds(27), of: ahead) == nil)
    #expect(course.difference(at: .seconds(28.5), of: ahead)?.time == .seconds(-1.5))
    #expect(course.difference(at: .seconds(31), of: ahead)?.time == .seconds(1))
    #expect(course.difference(at: .seconds(31), of: ahead)?.tone == .behindLosing)
    #expect(course.difference(at: .seconds(90), of: track(10, 30, 45)) == nil)
  }
}
