import Text

/// Derives the places of events from their clocks, as the fold has done it at their arrival.
struct SourceReader {
  private let session: Session
  private let now: Reading
  /// The number of the first event of each clock, in the order of arrival, from 0.
  private var first: [ClockID: Int] = [:]
  /// The standing corrections of each event, by numbers from 0.
  private var corrections: [Int: [Int]] = [:]

  /// - Complexity: O(n) in the events.
  init(_ session: Session, now: Reading) {
    self.session = session
    self.now = now
    for (number, entry) in session.entries.enumerated() {
      let clock = entry.event.reading.clock
      if first[clock] == nil { first[clock] = number }
      if entry.event.kind.role == .correction, session.standing[number],
        let target = entry.corrected
      {
        corrections[target, default: []].append(number)
      }
    }
  }

  private var entries: Arrivals { session.entries }

  func present() -> Explanation.Source {
    let position = session.summary.timeline?.position(of: now)
    let place = position?.anchor.place ?? .zero
    return Explanation.Source(
      reading: now, readingPlace: place, steps: [], place: place,
      quality: position?.quality ?? .exact,
      wallClockStep: wallClockStep(now, position?.quality, before: entries.count), flags: [],
      clock: now.clock)
  }

  /// Reads an event, by its number in the order of arrival, from 0.
  func event(_ number: Int) -> Explanation.Source {
    let entry = entries[number]
    let placement = entry.placement
    var source = Explanation.Source(
      event: entry.event, reading: entry.event.reading, readingPlace: placement.anchor.place,
      steps: [], place: placement.anchor.place, quality: placement.quality,
      wallClockStep: wallClockStep(entry.event.reading, placement.quality, before: number),
      flags: placement.flags, clock: entry.event.reading.clock)
    arrive(number, &source)
    for correction in corrections[number] ?? [] { correct(&source, by: correction) }
    if let moment = session.moment(number) {
      if moment.isStated { source.flags.insert(.stated) }
      if source.place != moment.place { source.step(.clamped, to: moment.place) }
    }
    return source
  }

  /// Adds the steps that an event's own time makes.
  private func arrive(_ number: Int, _ source: inout Explanation.Source) {
    let (event, placement) = (entries[number].event, entries[number].placement)
    if event.basis == .stated,
      let nearest = nearestReading(to: event.at, statedBy: number)
    {
      let anchor = entries[nearest].placement.anchor
      source.clock = anchor.reading.clock
      source.step(
        .stated(reading: nearest + 1), to: anchor.place + (event.at - anchor.reading.recordedAt))
    } else if event.at != event.reading.recordedAt {
      source.step(.offset, to: source.place + (event.at - event.reading.recordedAt))
    }
    if placement.flags.contains(.waited) {
      source.step(.waited, to: placement.place)
    } else if source.place != placement.place {
      source.step(.clamped, to: placement.place)
    }
  }

  /// Adds the step that a correction makes.
  private func correct(_ source: inout Explanation.Source, by number: Int) {
    guard case .amend(let amendment) = entries[number].event.kind.correction?.change else { return }
    source.flags.insert(.amended)
    let reading: Int
    switch amendment.move {
    case nil: return
    case .by(let span): return source.step(.moved(by: number + 1), to: source.place + span)
    case .at(let moment): reading = nearestReading(to: moment, statedBy: number) ?? number
    case .ago: reading = number
    }
    guard let place = session.statedPlaces[number] else { return }
    source.clock = entries[reading].event.reading.clock
    source.step(.restated(by: number + 1, reading: reading + 1), to: place)
  }

  /// The sound reading nearest to a moment in wall time, among those of the events up to this one;
  /// of equally near ones the first.
  private func nearestReading(to moment: Moment, statedBy number: Int) -> Int? {
    var nearest: (distance: Duration, number: Int)?
    for candidate in 0...number {
      let anchor = entries[candidate].placement.anchor
      guard anchor.isSound else { continue }
      let distance = (moment - anchor.reading.recordedAt).magnitude
      if let nearest, nearest.distance <= distance { continue }
      nearest = (distance, candidate)
    }
    return nearest?.number
  }

  /// By how much the wall clock was set before a stepped reading.
  private func wallClockStep(
    _ reading: Reading, _ quality: ClockQuality?, before number: Int
  ) -> Duration? {
    guard quality == .stepped else { return nil }
    let last = entries[..<number].last { $0.event.reading.clock == reading.clock }?.event.reading
    return last.map { (reading.recordedAt - $0.recordedAt) - (reading.ticks - $0.ticks) }
  }
}

extension SourceReader {
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
    guard let number = first[clock] else {
      let position = session.summary.timeline?.position(of: now)
      return start(
        now, nil, position?.anchor.place ?? .zero, position?.quality ?? .exact,
        before: entries.count)
    }
    let placement = entries[number].placement
    return start(
      placement.anchor.reading, number + 1, placement.anchor.place, placement.quality,
      before: number)
  }

  private func start(
    _ reading: Reading, _ event: Int?, _ place: Duration, _ quality: ClockQuality,
    before number: Int
  ) -> Explanation.ClockStart {
    var start = Explanation.ClockStart(
      clock: reading.clock, event: event, ticks: reading.ticks, place: place, origin: .first,
      quality: quality)
    guard let sound = entries[..<number].lastIndex(where: { $0.placement.anchor.isSound }) else {
      return start
    }
    let anchor = entries[sound].placement.anchor
    start.origin = .wallClock(
      event: sound + 1, place: anchor.place,
      difference: reading.recordedAt - anchor.reading.recordedAt)
    start.clockBefore = anchor.reading.clock
    return start
  }
}

extension Explanation.Source {
  fileprivate mutating func step(_ reason: Explanation.Step.Reason, to place: Duration) {
    steps.append(Explanation.Step(reason: reason, span: place - self.place))
    self.place = place
  }
}
