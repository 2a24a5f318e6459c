import EventLog
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns an answer with the number of places that its event changed in a race.
  ///
  /// - Parameters:
  ///   - receipt: the event.
  ///   - answer: the answer without it.
  /// - Returns: `3 places changed: @812 is 17's now.`; the answer itself if none changed, for
  ///   other events than corrections, and in a race with so many events that it would take long.
  /// - Throws: `LogError`; `DatabaseError`.
  func withPlaces(changedBy receipt: Receipt, _ answer: String) throws -> String {
    guard receipt.profile.plan.race != nil, receipt.kind.isCorrection,
      receipt.version > 1, receipt.version <= Self.mostFolded, source != "record",
      let count = try placesChanged(by: receipt), count > 0
    else { return answer }
    let places = count == 1 ? "1 place" : "\(count) places"
    return "\(places) changed: \(answer)"
  }

  /// The number of runners whose place is another one after an event than before it.
  private func placesChanged(by receipt: Receipt) throws -> Int? {
    guard let log = opened, var race = try log.race(receipt.session, through: receipt.version - 1)
    else { return nil }
    let now = try log.reading(instant)
    let before = race.standings(at: now)
    try log.forEachEvent(of: receipt.session, after: receipt.version - 1, through: receipt.version)
    { race.apply($0) }
    return race.standings(at: now)?.placeChanges(since: before).count
  }
}

/// The places that an event of a race changed: a derived event, which is not in the log.
struct PlacesChanged {
  /// The event.
  var cause: LoggedEvent
  /// The changes, in the order of the places now.
  var changes: [PlaceChange]

  /// The largest number of changes in a line of JSON.
  static let mostChanges = 100

  /// Writes the object of a line; it has no position and no id.
  func write(to json: inout JSONWriter, uid: EventID) {
    json.field("derived", "places_changed")
    json.field("session", cause.session)
    json.field("uid", uid)
    json.field("cause", cause.event.id)
    json.field("count", changes.count)
    json.array("changes") { list in
      for change in changes.prefix(Self.mostChanges) {
        list.object {
          $0.field("bib", change.bib)
          $0.field("name", change.name)
          $0.field("from", change.from)
          $0.field("to", change.to)
        }
      }
    }
  }

  /// The changes in one line: `2 changed: 17 from 2 to 1, 4 from 1 to 2`.
  var text: String {
    var words = changes.prefix(10).map { change in
      func place(_ number: Int?) -> String { number.map { "\($0)" } ?? "none" }
      return "\(Harmless.text(change.bib)) from \(place(change.from)) to \(place(change.to))"
    }
    if changes.count > words.count { words.append("\(changes.count - words.count) more") }
    return "\(changes.count) changed: " + words.joined(separator: ", ")
  }
}

/// Finds the places that the events of races change, one after the other.
struct PlacesWatch {
  private let log: Logbook
  /// The race after the last event, which the next one mostly is of.
  private var last: (event: LoggedEvent, race: Race)?

  init(_ log: Logbook) {
    self.log = log
  }

  /// Returns the places that an event changed.
  ///
  /// - Returns: the changes; nil without any, for events other than corrections, and in a race
  ///   with more than `Context.mostFolded` events, where it would take long.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the race.
  mutating func change(by logged: LoggedEvent) throws -> PlacesChanged? {
    guard logged.event.kind.isCorrection,
      2...Context.mostFolded ~= logged.event.version, var race = try race(before: logged)
    else { return nil }
    let reading = logged.event.reading
    let before = race.standings(at: reading)
    race.apply(logged.event)
    last = (logged, race)
    let changes = race.standings(at: reading)?.placeChanges(since: before) ?? []
    return changes.isEmpty ? nil : PlacesChanged(cause: logged, changes: changes)
  }

  private mutating func race(before logged: LoggedEvent) throws -> Race? {
    let version = logged.event.version - 1
    // Events of other sessions may belong to the race: then it is folded again.
    guard let last, last.event.session == logged.session,
      logged.position - last.event.position == logged.event.version - last.event.event.version
    else { return try log.race(logged.session, through: version) }
    var race = last.race
    self.last = nil
    try log.forEachEvent(
      of: logged.session, after: last.event.event.version, through: version
    ) { race.apply($0) }
    return race
  }
}
