package import Text
package import Timing

/// The rows of the crossings of a race that stand, in the order of their sessions and events.
///
/// Each row is made when it is read: all rows of a long race would take more memory, and more time,
/// than to compute them.
package struct CrossingRows: RandomAccessCollection, Sendable {
  private let race: Race
  /// The number of the race's own session.
  private let own: Int
  /// The numbers of the others, in the order of the race's streams.
  private let others: [Int]
  private var items: [Item] = []

  /// The values of a row that are not those of the crossing as received.
  private struct Item {
    var place: Duration
    var split = Int64(0)
    /// The lap; the least number for none.
    var lap = Int64.min
    var source: Race.Source
    /// The number of the runner.
    var runner: Int32
    /// The number of the passage; 0 if it does not count.
    var number: Int32 = 0
    var flags: RaceFlags
  }

  /// Creates the rows of a race without crossings.
  init() { self.init(of: Race(), 0, [:]) }

  init(of race: Race, _ number: Int, _ numbers: [EventID: Int]) {
    self.race = race
    own = number
    var others = Array(repeating: 0, count: race.streams.count)
    for (id, stream) in race.streamNumbers { others[stream] = numbers[id] ?? 0 }
    self.others = others
  }

  /// Adds a crossing.
  ///
  /// `flags` are those of the judged crossing; nil for those of the crossing itself.
  mutating func add(
    _ crossing: Race.Crossing, _ runner: Int, _ flags: RaceFlags? = nil,
    _ passage: CrossingRow.Passage? = nil
  ) {
    let source = crossing.source
    var item = Item(
      place: crossing.place, source: source, runner: Int32(truncatingIfNeeded: runner),
      flags: flags ?? crossing.flags)
    if let passage {
      item.number = Int32(truncatingIfNeeded: passage.number)
      item.split = passage.split.nanoseconds
      item.lap = passage.lap?.nanoseconds ?? .min
    }
    items.append(item)
  }

  /// Sorts the rows, once all are added.
  mutating func sort() {
    // Only numbers are moved.
    let order = items.indices.map { (event: event($0), index: $0) }
      .sorted { ($0.event.session, $0.event.version) < ($1.event.session, $1.event.version) }
    items = order.map { items[$0.index] }
  }

  /// Returns the row of a crossing as received, which is not judged; nil if it does not stand.
  func row(of crossing: Race.Crossing) -> CrossingRow? {
    row(crossing.source, crossing.place, crossing.flags)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { items.count }

  package subscript(index: Int) -> CrossingRow {
    let item = items[index]
    guard var row = row(item.source, item.place, item.flags) else {
      preconditionFailure("a runner holds a crossing that does not stand")
    }
    if case .bib(let bib) = race.runners[Int(item.runner)].key { row.bib = bib }
    if item.number > 0 {
      row.passage = CrossingRow.Passage(
        number: Int(item.number), split: .nanoseconds(item.split),
        lap: item.lap == .min ? nil : .nanoseconds(item.lap))
    }
    return row
  }

  /// Returns the event of a row, which is the key of the row.
  package func event(_ index: Int) -> CrossingRow.Event { event(items[index].source) }

  private func event(_ source: Race.Source) -> CrossingRow.Event {
    CrossingRow.Event(
      session: source.stream.map { others[$0] } ?? own, version: source.version)
  }

  private func row(
    _ source: Race.Source, _ place: Duration, _ flags: RaceFlags
  ) -> CrossingRow? {
    guard var received = race.crossing(source), let standing = race.standing(source) else {
      return nil
    }
    if let stream = source.stream { received.point = received.point ?? race.streams[stream].point }
    return CrossingRow(
      event: event(source), bib: nil, crossing: received, at: standing.at, place: place,
      runningTime: race.session.runningTime(atPlace: place), flags: flags)
  }
}

/// A crossing that stands.
package struct CrossingRow: Hashable, Sendable {
  /// The event.
  package var event: Event
  /// The runner's bib; nil for a chip that nobody has, and where nobody was named.
  package var bib: String?
  package var crossing: RaceEvent.Crossing
  package var at: Moment
  /// The place on the timeline.
  package var place: Duration
  /// The race's running time; negative before the start, nil without one.
  package var runningTime: Duration?
  /// The passage that it makes; nil if it does not count.
  package var passage: Passage?
  package var flags: RaceFlags

  /// An event of the race's own session, or of one that joined it.
  package struct Event: Hashable, Sendable {
    /// The number of its session.
    package var session: Int
    /// Its number within the session.
    package var version: Int

    /// Creates an event.
    package init(session: Int, version: Int) {
      self.session = session
      self.version = version
    }
  }

  /// A crossing that counts.
  package struct Passage: Hashable, Sendable {
    /// The lap that it completes, or the number of its point, from 1.
    package var number: Int
    /// The time from the start of the runner's clock.
    package var split: Duration
    /// The time since the passage before.
    package var lap: Duration?
  }

  package init(
    event: Event, bib: String?, crossing: RaceEvent.Crossing, at: Moment, place: Duration,
    runningTime: Duration?, flags: RaceFlags, passage: Passage? = nil
  ) {
    self.event = event
    self.bib = bib
    self.crossing = crossing
    self.at = at
    self.place = place
    self.runningTime = runningTime
    self.flags = flags
    self.passage = passage
  }
}
