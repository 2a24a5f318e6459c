import Text

/// The place of an event on its session's timeline, which later events do not move.
struct Placement: Hashable, Sendable {
  /// The event's reading and its place.
  var anchor: Anchor
  /// The accuracy of the reading's place.
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
  /// Places a new event on the timeline; `latest` is the place of the latest press that stands.
  ///
  /// A press is a start, stop, resume or lap: measured, it cannot lie before those that stand
  /// already, since it only waited for the log.
  func placement(
    of time: EventTime, isPress: Bool, among sound: SoundReadings, latest: Duration?
  ) -> Placement {
    if time.basis == .measured, time.at == time.reading.recordedAt, let timeline {
      // Most events happen at their reading.
      let (anchor, quality) = timeline.position(of: time.reading)
      var placement = Placement(
        anchor: anchor, quality: quality, place: anchor.place, flags: LapFlags(quality))
      if isPress, let latest, anchor.place < latest {
        placement.place = latest
        placement.flags.insert(.waited)
      }
      return placement
    }
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
    if time.basis == .stated, let place = sound.place(of: time.at, statedWith: anchor) {
      placement.place = place.heldOnTimeline
    }
    guard isPress, let latest, placement.place < latest else { return placement }
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
      of: time, isPress: isPress, among: SoundReadings(), latest: stopwatch.latest)
  }
}
