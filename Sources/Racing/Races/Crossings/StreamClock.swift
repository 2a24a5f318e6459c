import Text
import Timing

/// Lays the timeline of a stream on that of another one.
///
/// Readings of one clock have the distance of their ticks, in whichever stream they are. From one
/// clock to another, comparisons of both with a third one are used where there are any, else the
/// wall clock.
struct StreamClock: Sendable {
  /// The place on the stream's timeline at which the ticks of each clock are zero.
  private var zeros: [ClockID: Duration] = [:]
  /// The wall clock at the stream's first place; nil before the first event.
  ///
  /// A step of the wall clock changes it: clocks are mostly set to be right.
  private var wallZero: Moment?
  /// The comparisons with each reference that stand.
  private var comparisons: [String: ComparedClocks] = [:]

  /// A place on another stream's timeline.
  struct Laid: Hashable {
    var place: Duration
    /// The largest possible error; nil if it is unknown.
    var doubt: Duration? = .zero
    var flags: RaceFlags
  }

  /// Adds the reading of an event, in O(1), and returns whether places may have changed.
  mutating func add(_ anchor: Anchor, _ quality: ClockQuality) -> Bool {
    let reading = anchor.reading
    let isNew = zeros[reading.clock] == nil
    if isNew { zeros[reading.clock] = anchor.place - reading.ticks }
    guard wallZero == nil || quality == .stepped else { return isNew }
    wallZero = reading.recordedAt - anchor.place
    return true
  }

  /// Adds a comparison, or removes one that does not stand.
  ///
  /// - Complexity: O(n) in the comparisons, in words that are moved.
  mutating func set(_ comparison: ClockComparison, _ id: EventID, of clock: ClockID, stands: Bool) {
    guard let zero = zeros[clock] else { return }
    let sample = ComparedClocks.Sample(comparison, id, of: clock, zero: zero)
    comparisons[comparison.reference, default: ComparedClocks()].set(sample, stands: stands)
  }

  /// Lays a place on another stream's timeline; nil before the other stream's first event.
  func lay(_ place: Duration, by clock: ClockID, on other: StreamClock) -> Laid? {
    if let own = zeros[clock], let zero = other.zeros[clock] {
      return Laid(place: (place - own + zero).heldOnTimeline, flags: [])
    }
    if let laid = compare(place, clock, other) { return laid }
    guard let own = wallZero, let zero = other.wallZero else { return nil }
    return Laid(place: (place + (own - zero)).heldOnTimeline, doubt: nil, flags: .bridged)
  }

  /// Lays a place by the common reference with the least doubt.
  private func compare(_ place: Duration, _ clock: ClockID, _ other: StreamClock) -> Laid? {
    var best: (doubt: Duration, reference: String, place: Duration)?
    for (reference, own) in comparisons {
      guard let (time, doubt) = own.time(at: place, by: clock),
        let found = other.comparisons[reference]?.place(at: time)
      else { continue }
      let sum = doubt + found.doubt
      if let best, (best.doubt, best.reference) < (sum, reference) { continue }
      best = (sum, reference, found.place)
    }
    return best.map {
      Laid(place: $0.place.heldOnTimeline, doubt: $0.doubt.heldOnTimeline, flags: .compared)
    }
  }
}

/// The comparisons of a stream's clocks with one reference.
///
/// Between two comparisons of a clock the offset is interpolated. The doubt is that of the nearest
/// comparison, and grows by 100 ppm of the distance to it.
struct ComparedClocks: Sendable {
  /// A comparison on the stream's timeline.
  struct Sample: Hashable {
    let clock: ClockID
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

  mutating func set(_ sample: Sample, stands: Bool) {
    byPlace[sample.clock, default: []].set(sample, isIn: stands) {
      ($0.place, $0.id) < ($1.place, $1.id)
    }
    byTime[sample.clock, default: []].set(sample, isIn: stands) {
      ($0.time, $0.id) < ($1.time, $1.id)
    }
  }

  /// Returns the time of the reference at a place, by the comparisons of one clock; nil without
  /// any.
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
