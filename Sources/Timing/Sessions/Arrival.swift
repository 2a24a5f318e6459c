import Text

/// Where an event was put on its session's timeline when it arrived; later events do not move it.
struct Arrival: Hashable, Sendable {
  /// Its reading, with the place of that.
  var anchor: Anchor
  /// How well the reading's place is known.
  var quality: ClockQuality
  /// Where the event itself lies.
  var place: Duration
  /// How its place came about; `waited` and `late` among them.
  var flags: LapFlags

  /// Whether it lay ahead when it was claimed: a countdown.
  var isAhead: Bool { place > anchor.place }

  /// Whether its reading or the event itself lies beyond the timeline.
  var isBeyondTimeline: Bool { anchor.place.isBeyondTimeline || place.isBeyondTimeline }
}

extension Summary {
  /// Where an event lies that arrives now.
  ///
  /// - Parameters:
  ///   - claim: when it happened, and on what that rests.
  ///   - isPress: whether it is a start, stop, resume or lap: measured, it cannot lie before those
  ///     that stand already, since it only waited for the log.
  ///   - sound: the sound readings so far.
  ///   - latest: the place of the latest press that stands.
  /// - Returns: its place, and how that came about.
  func arrival(
    of claim: Claim, isPress: Bool, among sound: SoundReadings, latest: Duration?
  ) -> Arrival {
    let offset = claim.at - claim.reading.recordedAt
    let (anchor, quality) =
      timeline?.position(of: claim.reading)
      ?? (
        Anchor(
          reading: claim.reading, place: (.zero - offset).heldOnTimeline, isSound: true), .exact
      )
    var arrival = Arrival(
      anchor: anchor, quality: quality, place: (anchor.place + offset).heldOnTimeline,
      flags: LapFlags(quality))
    if claim.basis != .measured { arrival.flags.insert(.stated) }
    if claim.basis == .stated, let place = sound.place(of: claim.at, statedWith: anchor) {
      arrival.place = place.heldOnTimeline
    }
    guard isPress, let latest, arrival.place < latest else { return arrival }
    if claim.basis == .measured {
      arrival.place = latest
      arrival.flags.insert(.waited)
    } else {
      arrival.flags.insert(.late)
    }
    return arrival
  }

  /// The same without the sound readings; nil if they are needed to tell.
  func arrival(of claim: Claim, isPress: Bool) -> Arrival? {
    guard claim.basis != .stated || timeline == nil else { return nil }
    return arrival(
      of: claim, isPress: isPress, among: SoundReadings(), latest: stopwatch.latest)
  }
}
