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

  /// Adds the reading of an event.
  ///
  /// - Returns: whether places may lie elsewhere.
  /// - Complexity: O(1).
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
  /// - Parameters:
  ///   - comparison: the comparison.
  ///   - id: its event.
  ///   - clock: the clock of that event.
  ///   - stands: whether it stands.
  /// - Complexity: O(n) in the comparisons, in words that are moved.
  mutating func set(
    _ comparison: ClockComparison, _ id: EventID, of clock: ClockID, stands: Bool
  ) {
    guard let zero = zeros[clock] else { return }
    let sample = ComparedClocks.Sample(comparison, id, of: clock, zero: zero)
    comparisons[comparison.reference, default: ComparedClocks()].set(sample, stands: stands)
  }

  /// Lays a place on another stream's timeline.
  ///
  /// - Parameters:
  ///   - place: the place on this stream's timeline.
  ///   - clock: the clock of the event's reading.
  ///   - other: the clock of the other stream.
  /// - Returns: the place; nil before the other stream's first event.
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
