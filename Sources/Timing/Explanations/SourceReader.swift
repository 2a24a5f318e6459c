import Text

/// Derives the places of events from their clocks, as the fold has done it at their arrival.
package struct SourceReader {
  private let session: Session
  /// The reading of the present with its place.
  private let now: (anchor: Anchor, quality: ClockQuality)
  /// The number of the first event of each clock, in the order of arrival, from 0.
  private var first: [ClockID: Int] = [:]

  /// - Complexity: O(n) in the events.
  package init(_ session: Session, now: Reading) {
    self.session = session
    self.now =
      session.summary.timeline?.position(of: now)
      ?? (Anchor(reading: now, place: .zero, isSound: true), .exact)
    for (number, event) in session.entries.enumerated() {
      let clock = event.reading.clock
      if first[clock] == nil { first[clock] = number }
    }
  }

  private var entries: Arrivals { session.entries }

  func present() -> Explanation.Source {
    source(nil, now.anchor, now.quality, [], before: entries.count)
  }

  /// Reads an event, by its number in the order of arrival, from 0.
  func event(_ number: Int) -> Explanation.Source {
    let (event, placement) = (entries[number], entries.placement(number))
    var source = source(
      event, placement.anchor, placement.quality, placement.flags, before: number)
    arrive(number, &source)
    for correction in session.corrections(of: number) where entries.stands(correction) {
      correct(&source, by: correction)
    }
    if session.moment(number)?.isStated == true { source.flags.insert(.stated) }
    return source
  }

  /// A source at the place of its reading.
  private func source(
    _ event: Event?, _ anchor: Anchor, _ quality: ClockQuality, _ flags: LapFlags,
    before number: Int
  ) -> Explanation.Source {
    Explanation.Source(
      event: event, reading: anchor.reading, readingPlace: anchor.place, steps: [],
      place: anchor.place, quality: quality,
      wallClockStep: wallClockStep(anchor.reading, quality, before: number), flags: flags,
      clock: anchor.reading.clock)
  }

  /// Adds the steps that an event's own time makes.
  private func arrive(_ number: Int, _ source: inout Explanation.Source) {
    let (event, placement) = (entries[number], entries.placement(number))
    if event.basis == .stated,
      let nearest = nearestReading(to: event.at, statedBy: number)
    {
      let anchor = entries.placement(nearest).anchor
      source.clock = anchor.reading.clock
      source.step(
        .stated(reading: nearest + 1), to: anchor.place + (event.at - anchor.reading.recordedAt))
    } else if event.at != event.reading.recordedAt {
      source.step(.offset, to: source.place + (event.at - event.reading.recordedAt))
    }
    if placement.flags.contains(.waited) { source.step(.waited, to: placement.place) }
  }

  /// Adds the step that a correction makes.
  private func correct(_ source: inout Explanation.Source, by number: Int) {
    guard let amendment = entries.kind(number).correction?.amendment else { return }
    source.flags.insert(.amended)
    let reading: Int
    switch amendment.move {
    case nil: return
    case .by(let span): return source.step(.moved(by: number + 1), to: source.place + span)
    case .at(let moment): reading = nearestReading(to: moment, statedBy: number) ?? number
    case .ago: reading = number
    }
    guard let place = session.statedPlaces[number] else { return }
    source.clock = entries[reading].reading.clock
    source.step(.restated(by: number + 1, reading: reading + 1), to: place)
  }

  /// The event with the sound reading nearest to a moment that one states, among those up to this
  /// one; nil if none of the readings is sound.
  private func nearestReading(to moment: Moment, statedBy number: Int) -> Int? {
    var sound = SoundReadings()
    sound.add(entries, through: number)
    return sound.nearest(to: moment, statedWith: entries.placement(number).anchor)
      .map { $0.version.map { $0 - 1 } ?? number }
  }

  /// By how much the wall clock was set before a stepped reading.
  private func wallClockStep(
    _ reading: Reading, _ quality: ClockQuality, before number: Int
  ) -> Duration? {
    guard quality == .stepped else { return nil }
    let last = entries[..<number].last { $0.reading.clock == reading.clock }?.reading
    return last.map { (reading.recordedAt - $0.recordedAt) - (reading.ticks - $0.ticks) }
  }

  /// The first readings of the clocks to which sources refer, and of those that these refer to.
  func clockStarts(of sources: [Explanation.Source]) -> [Explanation.ClockStart] {
    var starts: [ClockID: Explanation.ClockStart] = [:]
    for source in sources {
      for clock in [source.reading.clock, source.clock] {
        var next: ClockID? = clock
        while let clock = next, starts[clock] == nil {
          let start = start(of: clock)
          starts[clock] = start
          next = start.clockBefore
        }
      }
    }
    return starts.values.sorted { ($0.event ?? .max) < ($1.event ?? .max) }
  }

  private func start(of clock: ClockID) -> Explanation.ClockStart {
    let number = first[clock] ?? entries.count
    let placement = first[clock].map { entries.placement($0) }
    let anchor = placement?.anchor ?? now.anchor
    var start = Explanation.ClockStart(
      clock: clock, event: first[clock].map { $0 + 1 }, ticks: anchor.reading.ticks,
      place: anchor.place, origin: .first, quality: placement?.quality ?? now.quality)
    guard let sound = (0..<number).last(where: { entries.placement($0).anchor.isSound }) else {
      return start
    }
    let before = entries.placement(sound).anchor
    start.origin = .wallClock(
      event: sound + 1, place: before.place,
      difference: anchor.reading.recordedAt - before.reading.recordedAt)
    start.clockBefore = before.reading.clock
    return start
  }
}

extension Explanation.Source {
  fileprivate mutating func step(_ reason: Explanation.Step.Reason, to place: Duration) {
    steps.append(Explanation.Step(reason: reason, span: place - self.place))
    self.place = place
  }
}
