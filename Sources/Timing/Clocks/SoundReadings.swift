import Text

/// The sound readings of a session by wall time; the nearest one places a stated moment.
struct SoundReadings: Hashable, Sendable {
  private struct Entry: Hashable {
    var recordedAt: Moment
    var place: Duration
    var version: Int
  }

  /// The readings in the order of wall time; of equal ones, only the earliest arrival.
  private var entries: [Entry] = []
  /// The number of events whose readings were added.
  private var count = 0

  /// Adds the sound readings of the events that have arrived since those that were added before, or
  /// of the first ones up to a count.
  ///
  /// Few sessions have a stated moment: these readings are collected where one is to be placed.
  ///
  /// - Complexity: O(n) in these events while the wall clock runs forwards.
  mutating func add(_ events: Arrivals, through last: Int? = nil) {
    let last = last ?? events.count
    for number in count..<last { add(events.placement(number).anchor, version: number + 1) }
    count = last
  }

  /// Adds the reading of an event, if it is sound.
  ///
  /// - Complexity: O(1) while the wall clock runs forwards, else O(n).
  private mutating func add(_ anchor: Anchor, version: Int) {
    guard anchor.isSound else { return }
    let entry = Entry(
      recordedAt: anchor.reading.recordedAt, place: anchor.place, version: version)
    guard let last = entries.last, last.recordedAt >= entry.recordedAt else {
      entries.append(entry)
      return
    }
    let index = firstIndex(notBefore: entry.recordedAt)
    guard entries[index].recordedAt != entry.recordedAt else { return }
    entries.insert(entry, at: index)
  }

  /// Returns the place of a moment stated by an event with the given reading.
  ///
  /// - Complexity: O(log n).
  func place(of moment: Moment, statedWith own: Anchor) -> Duration? {
    nearest(to: moment, statedWith: own)?.place
  }

  /// Returns the place of a moment, and the number within the session of the event with the nearest
  /// reading, which places it; that of the own event is unknown, and nil.
  func nearest(
    to moment: Moment, statedWith own: Anchor
  ) -> (place: Duration, version: Int?)? {
    var nearest: (distance: Duration, version: Int, place: Duration)?
    func consider(_ recordedAt: Moment, _ place: Duration, _ version: Int) {
      let gap = moment - recordedAt
      if let nearest, (nearest.distance, nearest.version) <= (gap.magnitude, version) { return }
      nearest = (gap.magnitude, version, place + gap)
    }
    let index = firstIndex(notBefore: moment)
    for entry in entries[max(0, index - 1)..<min(entries.count, index + 1)] {
      consider(entry.recordedAt, entry.place, entry.version)
    }
    if own.isSound { consider(own.reading.recordedAt, own.place, .max) }
    return nearest.map { ($0.place, $0.version == .max ? nil : $0.version) }
  }

  private func firstIndex(notBefore moment: Moment) -> Int {
    entries.partitioningIndex { $0.recordedAt >= moment }
  }
}

extension Session {
  /// The sound readings of all events.
  ///
  /// - Complexity: O(n) in the events whose readings were not needed yet.
  var allSound: SoundReadings {
    var sound = sound
    sound.add(entries)
    return sound
  }
}
