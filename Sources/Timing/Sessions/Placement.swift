import Text

/// The place of an event on its session's timeline, which later events do not move.
struct Placement: Hashable, Sendable {
  var anchor: Anchor
  var quality: ClockQuality
  /// The place of the event itself.
  var place: Duration
  /// Flags that tell how the place was determined, such as `waited` and `late`.
  var flags: LapFlags

  /// Whether the event is after its reading: a countdown.
  var isAhead: Bool { place > anchor.place }

  /// Whether its reading or the event itself is beyond the timeline.
  var isBeyondTimeline: Bool { anchor.place.isBeyondTimeline || place.isBeyondTimeline }
}

extension Summary {
  /// Places a new event on the timeline; of a press, `latest` is the place of the latest press that
  /// stands.
  ///
  /// A press is a start, stop, resume or lap: measured, it cannot be before those that stand
  /// already, since it only waited for the log.
  func placement(of time: EventTime, among sound: SoundReadings, latest: Duration?) -> Placement {
    let offset = time.at - time.reading.recordedAt
    let (anchor, quality) =
      timeline?.position(of: time.reading)
      ?? (
        Anchor(
          reading: time.reading, place: (.zero - offset).heldOnTimeline, isSound: true), .exact
      )
    var placement = Placement(
      anchor: anchor, quality: quality, place: (anchor.place + offset).heldOnTimeline,
      flags: LapFlags(quality))
    if time.basis != .measured { placement.flags.insert(.stated) }
    if time.basis == .stated, let (place, _) = sound.nearest(to: time.at, statedWith: anchor) {
      placement.place = place.heldOnTimeline
    }
    guard let latest, placement.place < latest else { return placement }
    if time.basis == .measured {
      placement.place = latest
      placement.flags.insert(.waited)
    } else {
      placement.flags.insert(.late)
    }
    return placement
  }

  /// Places a new event; nil if past readings are needed, since its time was stated.
  func placement(of time: EventTime, isPress: Bool) -> Placement? {
    guard time.basis != .stated || timeline == nil else { return nil }
    return placement(
      of: time, among: SoundReadings(), latest: isPress ? stopwatch.latest : nil)
  }
}

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

  /// Returns the place of a moment stated by an event with the given reading, and the number within
  /// the session of the event with the nearest reading, which places it; that of the own event is
  /// unknown, and nil.
  ///
  /// - Complexity: O(log n).
  func nearest(to moment: Moment, statedWith own: Anchor) -> (place: Duration, version: Int?)? {
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
  var allSound: SoundReadings {
    var sound = sound
    sound.add(entries)
    return sound
  }
}
