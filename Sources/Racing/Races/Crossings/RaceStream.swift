import Text
package import Timing

/// A session that times a point of a race: its events begin with a `joined` of that race.
///
/// Only its crossings count, with the corrections of its own events.
struct RaceStream: Sendable {
  private(set) var session = Session()
  /// The point, of crossings that have none.
  let point: String
  /// The rank among devices that read one passage: the lowest counts.
  let priority: Int
  /// Its order among the streams: text that ascends by priority, then by the id of the session.
  let order: String
  /// Its order among the streams in a number that is not 0: by priority, then by the time in the id of
  /// the session.
  let orderKey: UInt64
  private(set) var clock = StreamClock()
  /// Its crossings, by their numbers within the session.
  private(set) var crossings: [Int] = []
  /// The events that the race's own stream takes back.
  private(set) var taken: Set<Int> = []

  init(_ id: EventID, point: String, priority: Int) {
    self.point = point
    self.priority = priority
    let digits = String(UInt64(bitPattern: Int64(priority)) ^ 1 << 63, radix: 16)
    order = String(repeating: "0", count: 16 - digits.count) + digits + " \(id)"
    orderKey = UInt64(max(0, min(priority, 0xFFFE)) + 1) << 48 | id.high >> 16
  }

  /// Whether its crossings count: its `joined` was not taken back, and it was not discarded.
  var counts: Bool { session.stands(1) && !session.summary.profile.isDiscarded }

  /// Applies the next event and returns whether the places of all crossings may have changed.
  mutating func apply(_ event: Event) -> Bool {
    let before = counts
    session.apply(event)
    let (anchor, quality) = session.anchor(event.version)
    let isClockChanged = clock.add(anchor, quality)
    if case .race(.crossed) = event.kind { crossings.append(event.version) }
    return isClockChanged || counts != before
  }

  /// Adds a comparison of its clock, or removes it if it does not stand.
  mutating func updateComparison(_ version: Int) {
    guard let event = session.event(version: version),
      case .race(.clocksCompared(let comparison)) = event.kind
    else { return }
    clock.set(comparison, event.id, of: event.reading.clock, stands: session.stands(version))
  }

  /// Takes back an event by a reversal of the race's own stream, or ends that; returns whether all
  /// crossings count now, or none.
  mutating func take(back isTaken: Bool, _ version: Int) -> Bool {
    guard isTaken != taken.contains(version) else { return false }
    if isTaken { taken.insert(version) } else { taken.remove(version) }
    let before = counts
    session.take(back: isTaken, version)
    return counts != before
  }
}

/// The replay of a race with the sessions that joined it.
extension Race {
  /// The events of the sessions that joined the race, in the order in which a replay plays them.
  ///
  /// Each is played at its place on the race's timeline, by all that is known of the clocks today,
  /// and those of one session in their order.
  ///
  /// - Complexity: O(n log n) in these events.
  package var joinedEvents: [Tape.JoinedEvent] {
    var joined: [(stream: Int, event: Tape.JoinedEvent)] = []
    for (id, number) in streamNumbers {
      let stream = streams[number]
      var newest: Duration?
      for event in stream.session.events {
        guard let known = stream.session.replayPlace(ofEvent: event.version),
          let laid = stream.clock.lay(known.place, by: event.reading.clock, on: clock)
        else { continue }
        let place = newest.map { max($0, laid.place) } ?? laid.place
        newest = place
        joined.append((number, (id, event, place)))
      }
    }
    joined.sort { left, right in
      (left.event.place, left.stream, left.event.event.version)
        < (right.event.place, right.stream, right.event.event.version)
    }
    return joined.map(\.event)
  }

  /// Applies an event of a tape, which may be that of a session that joined the race.
  package mutating func play(_ played: Tape.Entry) {
    guard let stream = played.stream else { return apply(played.event) }
    apply(played.event, of: stream)
  }

  /// Returns a runner whose crossings are marked where another device's counts in their place.
  ///
  /// Crossings of one point by different streams are one passage if they are not further from its
  /// first one than the rule `doubles` says. That of the lowest priority counts, then the earliest.
  ///
  /// - Complexity: O(1) in a race without other streams, else O(k) in the crossings of the runner.
  func runner(_ number: Int, in format: RaceFormat, through latest: Duration) -> WaveJudge.Runner {
    var runner = WaveJudge.Runner(
      number: number, crossings: runners[number].crossings, status: runners[number].status,
      statusPlace: runners[number].statusPlace)
    guard !streams.isEmpty, let span = format.doubles else { return runner }
    let stream = runner.crossings.first?.source.stream
    guard runner.crossings.contains(where: { $0.source.stream != stream }) else { return runner }
    let finish = format.finishPoint
    var passages: [String: SharedPassages] = [:]
    for index in runner.crossings.indices where runner.crossings[index].place <= latest {
      let crossing = runner.crossings[index]
      let priority = crossing.source.stream.map { streams[$0].priority } ?? 0
      let double = passages[crossing.point ?? finish, default: SharedPassages()]
        .add(crossing, index, priority, within: span)
      if let double { runner.crossings[double].flags.insert(.double) }
    }
    return runner
  }
}

/// The passages of a runner at a point, each of which several streams may have read.
private struct SharedPassages {
  private var passages: [(first: Duration, priority: Int, counted: Int)] = []
  /// The first passage that a further crossing may belong to.
  private var open = 0
  /// The first passage that each stream has not read; those after it neither.
  private var next: [Int?: Int] = [:]

  /// Adds the next crossing to the first open passage that its stream has not read, or else to a
  /// new one, and returns the index of the crossing in whose place another one counts.
  ///
  /// - Complexity: amortized O(1).
  mutating func add(
    _ crossing: Race.Crossing, _ index: Int, _ priority: Int, within span: Duration
  ) -> Int? {
    while open < passages.count, crossing.place - passages[open].first > span { open += 1 }
    let passage = max(open, next[crossing.source.stream] ?? 0)
    next[crossing.source.stream] = passage + 1
    guard passage < passages.count else {
      passages.append((crossing.place, priority, index))
      return nil
    }
    let counted = passages[passage].counted
    guard priority < passages[passage].priority else { return index }
    (passages[passage].priority, passages[passage].counted) = (priority, index)
    return counted
  }
}

extension RaceFormat {
  /// The point of a crossing that names none.
  package var finishPoint: String {
    if case .points(let points) = finish, let last = points.last { return last }
    return "finish"
  }
}
