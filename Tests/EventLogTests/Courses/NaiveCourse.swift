import Racing
import Text
import Timing
import struct TimingTestSupport.NaiveClock
import struct TimingTestSupport.NaiveSession

/// An attempt at a course, computed from the events by the second implementation.
struct NaiveAttempt {
  let number: Int
  let uid: EventID
  let course: String
  let start: Moment
  let end: Moment?
  let segments: [String]
  let splits: [Duration?]

  /// Creates the attempt of a session; nil if the session is no attempt.
  init?(_ events: [Event], number: Int) {
    let clock = NaiveClock(NaiveSession(events))
    guard let uid = events.first?.id, let course = clock.profile.plan.course,
      let segments = clock.profile.plan.segments, !clock.profile.isDiscarded,
      let start = clock.startedAt
    else { return nil }
    self.number = number
    self.uid = uid
    self.course = course
    self.start = start
    self.segments = segments
    end = clock.endedAt
    splits = segments.indices.map { index in
      clock.laps.last { $0.segment == index + 1 }?.split
    }
  }

  /// The running time at the last segment; nil for an unfinished attempt.
  var total: Duration? { splits.last ?? nil }

  /// The passages in order, with the keys of their segments.
  var passages: [(key: String, split: Duration)] {
    zip(NaiveCourse.keys(segments), splits).compactMap { key, split in split.map { (key, $0) } }
  }
}

/// The comparisons over some attempts, computed by definition at any cost.
struct NaiveCourse {
  let names: [String]
  /// The attempts that ended, in the order of their ends.
  let attempts: [NaiveAttempt]

  init(_ names: [String], _ all: [NaiveAttempt]) {
    self.names = names
    attempts = all.filter { $0.end != nil }
      .sorted { ($0.end ?? $0.start, $0.uid) < ($1.end ?? $1.start, $1.uid) }
  }

  /// Names with the number of their occurrence: `A1 B1 A2`.
  static func keys(_ names: [String]) -> [String] {
    names.indices.map { index in
      names[index] + "\(names[...index].count { $0 == names[index] })"
    }
  }

  private var keys: [String] { Self.keys(names) }

  /// The finished attempts at the same end.
  private var finished: [NaiveAttempt] {
    attempts.filter { $0.total != nil && Self.keys($0.segments).last == keys.last }
  }

  func splits(_ comparison: Comparison) -> [Duration?]? {
    switch comparison {
    case .personalBest:
      let least = finished.compactMap(\.total).min()
      return finished.first { $0.total == least }.map(splits)
    case .worst:
      let most = finished.compactMap(\.total).max()
      return finished.first { $0.total == most }.map(splits)
    case .latest: return attempts.last.map(splits)
    case .best: return best.contains { $0 != nil } ? best : nil
    case .average:
      return sums { times in
        let sum = times.reduce(0, +)
        return (2 * sum + Int128(times.count)) / (2 * Int128(times.count))
      }
    case .median:
      return sums { times in
        let sorted = times.sorted()
        return (sorted[(times.count - 1) / 2] + sorted[times.count / 2] + 1) / 2
      }
    case .session: return nil
    }
  }

  /// The splits of an attempt on these segments.
  private func splits(_ attempt: NaiveAttempt) -> [Duration?] {
    var splits = [Duration?](repeating: nil, count: names.count)
    var next = 0
    for passage in attempt.passages {
      guard let index = keys.indices.first(where: { $0 >= next && keys[$0] == passage.key }) else {
        continue
      }
      splits[index] = passage.split
      next = index + 1
    }
    return splits
  }

  /// The time of each part of an attempt between two passages.
  private func parts(
    _ attempt: NaiveAttempt
  ) -> [(start: String?, end: String, time: Duration)] {
    let passages = attempt.passages
    return passages.indices.map { index in
      let before = index > 0 ? passages[index - 1] : nil
      return (
        before?.key, passages[index].key, passages[index].split - (before?.split ?? .zero)
      )
    }
  }

  private var best: [Duration?] {
    var best: [Duration?] = []
    for index in names.indices {
      var ways: [Duration] = []
      for part in attempts.flatMap(parts) where part.end == keys[index] {
        guard let start = part.start else {
          ways.append(part.time)
          continue
        }
        if let before = keys[..<index].firstIndex(of: start), let time = best[before] {
          ways.append(time + part.time)
        }
      }
      best.append(ways.min())
    }
    return best
  }

  /// The sums of a figure over the times of each segment, up to the first one without times.
  private func sums(_ figure: ([Int128]) -> Int128) -> [Duration?]? {
    var sum: Duration? = .zero
    let sums = names.indices.map { index -> Duration? in
      let times = attempts.flatMap(parts).filter {
        $0.end == keys[index] && $0.start == (index > 0 ? keys[index - 1] : nil)
      }.map { Int128($0.time.nanoseconds) }
      sum = times.isEmpty ? nil : sum.map { $0 + .nanoseconds(Int64(figure(times))) }
      return sum
    }
    return sums.contains { $0 != nil } ? sums : nil
  }
}
