import Text
import Timing

/// Lays the timeline of a stream on that of another one.
///
/// Readings of one clock have the distance of their ticks, in whichever stream they are. Otherwise
/// the wall clock is used.
struct StreamClock: Sendable {
  /// Where the ticks of each clock begin on the stream's timeline.
  private(set) var zeros: [ClockID: Duration] = [:]
  /// What the wall clock showed at the stream's first place; nil before the first event.
  ///
  /// A step of the wall clock changes it: clocks are mostly set to be right.
  private(set) var wallZero: Moment?

  /// What an event has changed of a clock.
  struct Change: OptionSet {
    let rawValue: Int
    /// The stream has a new clock, or another wall clock.
    static let clocks = Change(rawValue: 1 << 0)
  }

  /// A place on another stream's timeline.
  struct Laid: Hashable {
    var place: Duration
    /// The largest possible error; nil if it is unknown.
    var doubt: Duration? = .zero
    var flags: RaceFlags
  }

  /// Adds the reading of an event.
  ///
  /// - Complexity: O(1).
  mutating func add(_ anchor: Anchor, _ quality: ClockQuality) -> Change {
    var change: Change = []
    let reading = anchor.reading
    if zeros[reading.clock] == nil {
      zeros[reading.clock] = anchor.place - reading.ticks
      change = .clocks
    }
    if wallZero == nil || quality == .stepped {
      wallZero = reading.recordedAt - anchor.place
      change = .clocks
    }
    return change
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
    guard let own = wallZero, let zero = other.wallZero else { return nil }
    return Laid(place: (place + (own - zero)).heldOnTimeline, doubt: nil, flags: .bridged)
  }
}
