import Timing
import Text

/// A second implementation of the timeline, whose only state is the list of all readings.
struct NaiveTimeline {
  /// The range of the timeline: 2^62 − 1 nanoseconds in each direction.
  static let range =
    Duration.nanoseconds(-4_611_686_018_427_387_903)...(.nanoseconds(4_611_686_018_427_387_903))

  static func clamped(_ place: Duration) -> Duration {
    place < range.lowerBound
      ? range.lowerBound : place > range.upperBound ? range.upperBound : place
  }

  private(set) var readings: [Reading] = []
  private(set) var places: [Duration] = []
  private(set) var qualities: [ClockQuality] = []
  private var sound: [Bool] = []

  /// Creates a timeline on which the first event happens at 0.
  init(_ times: some Collection<EventTime>) { for time in times { append(time) } }

  mutating func append(_ time: EventTime) {
    var located = locate(time)
    located.place = Self.clamped(located.place)
    readings.append(time.reading)
    places.append(located.place)
    qualities.append(located.quality)
    sound.append(located.sound)
  }

  /// The place and quality of the reading of an event that arrives next.
  func locate(_ time: EventTime) -> (place: Duration, quality: ClockQuality, sound: Bool) {
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

  /// The place of the event that arrived with an index.
  func place(of time: EventTime, placement: Int) -> Duration {
    switch time.basis {
    case .measured, .ago: Self.clamped(places[placement] + (time.at - time.reading.recordedAt))
    case .stated: place(ofStated: time.at, placement: placement)
    }
  }

  /// The place of a moment that the event with an index states.
  func place(ofStated moment: Moment, placement: Int) -> Duration {
    var nearest = 0
    for other in 0...placement where sound[other] {
      let distance = abs(moment - readings[other].recordedAt)
      if distance < abs(moment - readings[nearest].recordedAt) { nearest = other }
    }
    return Self.clamped(places[nearest] + (moment - readings[nearest].recordedAt))
  }

  private func abs(_ span: Duration) -> Duration { span < .zero ? .zero - span : span }
}
