public import Text
import Timing

/// The attempts at a course that ended, as tracks on its segments, and the best times among them.
///
/// An attempt may have had other segments: ``Attempt/track(on:name:)`` has the passages that count.
public struct CourseHistory: Hashable, Sendable {
  /// A time, and the attempt that reached it.
  public struct Best: Hashable, Sendable {
    /// The time.
    public var time: Duration
    /// The number of the session.
    public var session: Int
  }

  /// A part of the course between two passages, by the numbers of segments passed there.
  struct Span: Hashable {
    var start: Int
    var end: Int
  }

  /// The segments of the course.
  public let keys: [SegmentKey]
  /// The attempts, in the order of their ends.
  public let tracks: [Track]
  /// The best time of each span that an attempt had between two passages.
  private let bests: [Span: Best]

  /// Creates the history of the attempts that ended, in the order of their ends.
  ///
  /// - Complexity: O(n) in the segments of the attempts.
  public init(of attempts: [Attempt], on keys: [SegmentKey]) {
    let numbers = Dictionary(uniqueKeysWithValues: zip(keys, 0...))
    // Most attempts have the segments of the one before.
    var (names, numbersOfNames): ([String], [Int?]) = ([], [])
    let tracks = attempts.map { attempt in
      if attempt.segments != names {
        names = attempt.segments
        numbersOfNames = SegmentKey.keys(of: names).map { numbers[$0] }
      }
      return attempt.track(numbersOfNames, of: keys.count, name: "")
    }
    self.init(tracks, on: keys)
  }

  private init(_ tracks: [Track], on keys: [SegmentKey]) {
    var bests: [Span: Best] = [:]
    for track in tracks {
      var (start, began) = (0, Duration.zero)
      for (index, split) in track.splits.enumerated() {
        guard let split else { continue }
        let span = Span(start: start, end: index + 1)
        if let session = track.session, bests[span].map({ split - began < $0.time }) ?? true {
          bests[span] = Best(time: split - began, session: session)
        }
        (start, began) = (index + 1, split)
      }
    }
    (self.tracks, self.keys, self.bests) = (tracks, keys, bests)
  }

  /// Returns the attempts with their splits as people see them, so that sums of best times add up.
  public func shown(_ times: StopwatchLabel) -> CourseHistory {
    CourseHistory(tracks.map { $0.shown(times) }, on: keys)
  }

  /// The number of attempts that finish the course.
  public var finished: Int { finishes.count }

  /// The tracks that reach the last segment, with their running times there.
  var finishes: [(track: Track, total: Duration)] {
    tracks.compactMap { track in track.total.map { (track, $0) } }
  }

  /// The finish of least running time, the first of several; nil if there is none.
  public var personalBest: Best? {
    finishes.min { $0.total < $1.total }.flatMap { finish in
      finish.track.session.map { Best(time: finish.total, session: $0) }
    }
  }

  /// The best time of each segment; nil for one that no attempt passed right after the one before.
  public var bestSegments: [Best?] {
    keys.indices.map { bests[Span(start: $0, end: $0 + 1)] }
  }

  /// The least possible running time at each segment, by the best times of segments and of combined
  /// segments, where one was skipped: the shortest way wins.
  ///
  /// Each is a time, or nil for a segment that no way reaches. The last is the sum of best; it is
  /// never above the personal best, which is a way. The rule is that of livesplit-core,
  /// `analysis/sum_of_segments/best.rs`.
  ///
  /// - Complexity: O(n log n) in the spans.
  public var bestSplits: [Duration?] { bestWays.map { $0?.split } }

  /// The segments, from 0, which the quickest way to their end takes together with skipped ones
  /// before them.
  var combinedSplits: Set<Int> {
    let ways = bestWays
    return Set(ways.indices.filter { index in ways[index].map { $0.start < index } ?? false })
  }

  /// The segments that the sum of best takes together, since they are quicker so or have no best
  /// time of their own: by their indices, with their time, in order.
  public var combinedSegments: [(segments: ClosedRange<Int>, best: Best)] {
    let ways = bestWays
    var combined: [(segments: ClosedRange<Int>, best: Best)] = []
    var end = keys.count
    while end > 0, let way = ways[end - 1] {
      if end - way.start > 1 { combined.append((way.start...end - 1, way.best)) }
      end = way.start
    }
    return combined.reversed()
  }

  /// The quickest way to each segment, by the number of the segment before its last part, 0 for the
  /// start, and that part's best time; of equal ways, the one whose last part is the shortest.
  private var bestWays: [(start: Int, best: Best, split: Duration)?] {
    var ways: [(start: Int, best: Best, split: Duration)?] = keys.map { _ in nil }
    for (span, best) in spans {
      guard let before = span.start == 0 ? .zero : ways[span.start - 1]?.split else { continue }
      let split = before + best.time
      if ways[span.end - 1].map({ split < $0.split }) ?? true {
        ways[span.end - 1] = (span.start, best, split)
      }
    }
    return ways
  }

  /// The best times of the spans in the order of their ends; of several, the shortest first.
  var spans: [(key: Span, value: Best)] {
    bests.sorted { ($0.key.end, -$0.key.start) < ($1.key.end, -$1.key.start) }
  }
}
