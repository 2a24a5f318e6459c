package import Text
import Timing

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

  /// A crossing, and the values of its row that are not its own.
  private struct Item {
    var crossing: Race.Crossing
    /// The number of the runner.
    var runner: Int
    var flags: RaceFlags
    var passage: CrossingRow.Passage?
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
    items.append(
      Item(crossing: crossing, runner: runner, flags: flags ?? crossing.flags, passage: passage))
  }

  /// Sorts the rows, once all are added.
  mutating func sort() {
    // Only numbers are moved.
    let order = items.indices.map { (event: event($0), index: $0) }
      .sorted { ($0.event.session, $0.event.version) < ($1.event.session, $1.event.version) }
    items = order.map { items[$0.index] }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { items.count }

  package subscript(index: Int) -> CrossingRow {
    let item = items[index]
    guard var row = row(of: item.crossing) else {
      preconditionFailure("a runner holds a crossing that does not stand")
    }
    row.bib = race.runners[item.runner].key.bib
    (row.flags, row.passage) = (item.flags, item.passage)
    return row
  }

  /// Returns the event of a row, which is the key of the row.
  package func event(_ index: Int) -> CrossingRow.Event { event(items[index].crossing.source) }

  private func event(_ source: Race.Source) -> CrossingRow.Event {
    CrossingRow.Event(
      session: source.stream.map { others[$0] } ?? own, version: source.version)
  }

  /// Returns the row of a crossing that is not judged; nil if it does not stand.
  func row(of crossing: Race.Crossing) -> CrossingRow? {
    guard let received = race.crossing(crossing.source),
      let standing = race.standing(crossing.source)
    else { return nil }
    return CrossingRow(
      event: event(crossing.source), chip: received.chip, point: crossing.point,
      reader: received.reader, at: standing.at,
      runningTime: race.session.runningTime(atPlace: crossing.place), flags: crossing.flags,
      place: crossing.place)
  }
}

/// A crossing that stands.
package struct CrossingRow: Hashable, Sendable {
  /// The event.
  package var event: Event
  /// The runner's bib; nil for a chip that nobody has, and where nobody was named.
  package var bib: String?
  /// The chip as it was read.
  package var chip: String?
  package var point: String?
  package var reader: String?
  package var at: Moment
  /// The race's running time; negative before the start, nil without one.
  package var runningTime: Duration?
  /// The passage that it makes; nil if it does not count.
  package var passage: Passage?
  package var flags: RaceFlags
  /// The place on the timeline.
  package var place: Duration

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

    package init(number: Int, split: Duration, lap: Duration?) {
      self.number = number
      self.split = split
      self.lap = lap
    }
  }

  package init(
    event: Event, bib: String? = nil, chip: String?, point: String?, reader: String?, at: Moment,
    runningTime: Duration?, passage: Passage? = nil, flags: RaceFlags, place: Duration
  ) {
    self.event = event
    self.bib = bib
    self.chip = chip
    self.point = point
    self.reader = reader
    self.at = at
    self.runningTime = runningTime
    self.passage = passage
    self.flags = flags
    self.place = place
  }
}
