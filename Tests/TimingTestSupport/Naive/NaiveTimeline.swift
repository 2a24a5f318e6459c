import Timing
import Text

/// Where readings lie on a session's timeline, from the table in the design, without any memory
/// but the list of all of them.
struct NaiveTimeline {
  /// The ends of the timeline: 2^62 − 1 nanoseconds each way.
  static let ends =
    Duration.nanoseconds(-4_611_686_018_427_387_903)...(.nanoseconds(4_611_686_018_427_387_903))

  /// A place, or the end that it lies beyond.
  static func held(_ place: Duration) -> Duration {
    place < ends.lowerBound ? ends.lowerBound : place > ends.upperBound ? ends.upperBound : place
  }

  private(set) var readings: [Reading] = []
  private(set) var places: [Duration] = []
  private(set) var qualities: [ClockQuality] = []
  private var sound: [Bool] = []

  /// The timeline on which the first claim happens at 0.
  init(_ claims: some Collection<EventTime>) {
    for time in claims { append(time) }
  }

  /// Lays the reading of the next claim behind those that arrived.
  mutating func append(_ time: EventTime) {
    var laid = lay(time)
    laid.place = Self.held(laid.place)
    readings.append(time.reading)
    places.append(laid.place)
    qualities.append(laid.quality)
    sound.append(laid.sound)
  }

  /// Where the reading of a claim would lie that arrived next, and how well that would be known.
  func lay(_ time: EventTime) -> (place: Duration, quality: ClockQuality, sound: Bool) {
    let reading = time.reading
    guard let newest = readings.indices.last, let anchor = sound.lastIndex(of: true) else {
      return (reading.recordedAt - time.at, .exact, true)
    }
    if let own = readings.lastIndex(where: { $0.clock == reading.clock }) {
      let ticks = reading.ticks - readings[own].ticks
      let wall = reading.recordedAt - readings[own].recordedAt
      let length = ticks < .zero ? .zero - ticks : ticks
      let stepped = max(wall - ticks, ticks - wall) > max(.seconds(1), length / 2000)
      return (places[own] + ticks, stepped ? .stepped : .exact, stepped || sound[own])
    }
    let wall = reading.recordedAt - readings[anchor].recordedAt
    return (
      max(places[anchor] + max(wall, .zero), places[newest]), wall < .zero ? .unknown : .bridged,
      wall >= .zero
    )
  }

  /// Where the claim happened that arrived as this one.
  func place(of time: EventTime, placement: Int) -> Duration {
    switch time.basis {
    case .measured, .ago: Self.held(places[placement] + (time.at - time.reading.recordedAt))
    case .stated: place(ofStated: time.at, placement: placement)
    }
  }

  /// Where a moment lies that was stated by this arrival.
  func place(ofStated moment: Moment, placement: Int) -> Duration {
    var nearest = 0
    for other in 0...placement where sound[other] {
      let distance = abs(moment - readings[other].recordedAt)
      if distance < abs(moment - readings[nearest].recordedAt) { nearest = other }
    }
    return Self.held(places[nearest] + (moment - readings[nearest].recordedAt))
  }

  private func abs(_ span: Duration) -> Duration { span < .zero ? .zero - span : span }
}
