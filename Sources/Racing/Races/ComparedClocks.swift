import Text
import Timing

/// The comparisons of a stream's clocks with one reference.
///
/// Between two comparisons of a clock the offset is interpolated. The doubt is that of the nearest
/// comparison, and grows by 100 ppm of the distance to it.
struct ComparedClocks: Sendable {
  /// A comparison on the stream's timeline.
  struct Sample: Hashable {
    let clock: ClockID
    /// The place of the comparison.
    let place: Duration
    /// The time of the reference less the place.
    let offset: Duration
    let doubt: Duration
    let id: EventID

    /// The time of the reference.
    var time: Duration { place + offset }

    /// Creates the sample of a comparison, with the place where the ticks of its clock begin.
    init(_ comparison: ClockComparison, _ id: EventID, of clock: ClockID, zero: Duration) {
      self.clock = clock
      self.id = id
      place = (comparison.ticks + zero).heldOnTimeline
      offset = (comparison.offset - zero).heldOnTimeline
      doubt = comparison.doubt.heldOnTimeline
    }
  }

  /// The samples of each clock, by place and by time.
  private var byPlace: [ClockID: [Sample]] = [:]
  private var byTime: [ClockID: [Sample]] = [:]

  /// Adds a sample, or removes it.
  mutating func set(_ sample: Sample, stands: Bool) {
    byPlace[sample.clock, default: []].set(sample, isIn: stands) {
      ($0.place, $0.id) < ($1.place, $1.id)
    }
    byTime[sample.clock, default: []].set(sample, isIn: stands) {
      ($0.time, $0.id) < ($1.time, $1.id)
    }
  }

  /// Returns the time of the reference at a place, by the comparisons of one clock; nil without any.
  func time(at place: Duration, by clock: ClockID) -> (time: Duration, doubt: Duration)? {
    byPlace[clock]?.offset(at: place, \.place).map { (place + $0.offset, $0.doubt) }
  }

  /// Returns the place at a time of the reference, by the clock of the nearest comparison; nil
  /// without any.
  func place(at time: Duration) -> (place: Duration, doubt: Duration)? {
    var nearest: (distance: Duration, id: EventID, clock: ClockID)?
    for (clock, samples) in byTime {
      guard let sample = samples.nearest(to: time, \.time) else { continue }
      let distance = (time - sample.time).magnitude
      if let nearest, (nearest.distance, nearest.id) < (distance, sample.id) { continue }
      nearest = (distance, sample.id, clock)
    }
    guard let nearest else { return nil }
    return byTime[nearest.clock]?.offset(at: time, \.time).map { (time - $0.offset, $0.doubt) }
  }
}

extension [ComparedClocks.Sample] {
  fileprivate mutating func set(
    _ sample: Element, isIn: Bool, by isBefore: (Element, Element) -> Bool
  ) {
    let index = partitioningIndex { !isBefore($0, sample) }
    let isThere = index < count && self[index].id == sample.id
    if isIn, !isThere { insert(sample, at: index) }
    if !isIn, isThere { remove(at: index) }
  }

  /// The last sample that is not after a value, and the first one that is.
  private func neighbors(
    of value: Duration, _ key: KeyPath<Element, Duration>
  ) -> (before: Element?, after: Element?) {
    let index = partitioningIndex { $0[keyPath: key] > value }
    return (index > 0 ? self[index - 1] : nil, index < count ? self[index] : nil)
  }

  /// The sample nearest to a value; of two at the same distance, the one before it.
  fileprivate func nearest(to value: Duration, _ key: KeyPath<Element, Duration>) -> Element? {
    let (before, after) = neighbors(of: value, key)
    guard let before, let after else { return before ?? after }
    return value - before[keyPath: key] <= after[keyPath: key] - value ? before : after
  }

  /// The offset at a value, with its doubt; nil without samples.
  fileprivate func offset(
    at value: Duration, _ key: KeyPath<Element, Duration>
  ) -> (offset: Duration, doubt: Duration)? {
    guard let nearest = nearest(to: value, key) else { return nil }
    // 100 ppm, rounded up.
    let distance = (value - nearest[keyPath: key]).magnitude.nanoseconds
    let doubt = nearest.doubt + .nanoseconds(distance / 10_000 + (distance % 10_000 > 0 ? 1 : 0))
    let (before, after) = neighbors(of: value, key)
    guard let before, let after else { return (nearest.offset, doubt) }
    let (start, end) = (before[keyPath: key], after[keyPath: key])
    let change = Int128((after.offset - before.offset).nanoseconds)
    let share = change * Int128((value - start).nanoseconds) / Int128((end - start).nanoseconds)
    return (before.offset + .nanoseconds(Int64(clamping: share)), doubt)
  }
}
