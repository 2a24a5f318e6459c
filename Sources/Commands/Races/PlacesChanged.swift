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
  ///   other events than corrections, in a race with so many events that it would take long, and in
  ///   one with a damaged event.
  /// - Throws: `LogError`; `DatabaseError`.
  func withPlaces(changedBy receipt: Receipt, _ answer: String) throws -> String {
    do {
      return try countingPlaces(changedBy: receipt, answer)
    } catch let error as LogError where error.flaw != nil {
      // The event is saved; another one is damaged, so that the places are not known.
      return answer
    }
  }

  private func countingPlaces(changedBy receipt: Receipt, _ answer: String) throws -> String {
    guard receipt.profile.plan.race != nil || receipt.profile.timingPoint != nil,
      receipt.kind.isCorrection, source != "record", let log = opened,
      let logged = try log.event(receipt.id), let stream = try log.stream(logged),
      let race = try log.race(stream.race, throughPosition: logged.position - 1)
    else { return answer }
    let change = RaceChange(race, logged.event, of: stream)
    let now = try log.reading(instant)
    guard case let count = change.places(at: now).count, count > 0 else { return answer }
    return "\(count == 1 ? "1 place" : "\(count) places") changed: \(answer)"
  }

  /// The race of an answer, with all that joined it; nil if it is in another log, has so many events
  /// that the answer would take long, or has a damaged one.
  func raceForAnswer(_ receipt: Receipt) throws -> Race? {
    guard source != "record", let log = opened, let logged = try log.event(receipt.id) else {
      return nil
    }
    do {
      return try log.stream(logged).flatMap { try log.race($0.race) }
    } catch let error as LogError where error.flaw != nil {
      return nil
    }
  }
}

/// A session that takes part in a race.
private struct Stream {
  /// The number of the race's own session.
  var race: Int
  /// The uid of the session.
  var uid: EventID
}

extension Logbook {
  /// The largest number of events that are folded for an answer, at some 10 µs an event.
  private static var mostFolded: Int { 5_000 }

  /// Returns the race of an event; nil if it is in another log, or had so many events by then that
  /// folding it would take long.
  ///
  /// - Complexity: O(n log n) in the sessions of the race.
  fileprivate func stream(_ logged: LoggedEvent) throws -> Stream? {
    guard let own = try entry(logged.session) else { return nil }
    let point = own.summary.profile.timingPoint
    guard let race = try point.map({ try number(ofSession: $0.race) }) ?? logged.session else {
      return nil
    }
    var count = 0
    for session in try [race] + streams(of: point?.race ?? own.uid) where count <= Self.mostFolded {
      count += try newestVersion(of: session, through: logged.position)
    }
    return count <= Self.mostFolded ? Stream(race: race, uid: own.uid) : nil
  }
}

/// A race before and after an event of one of its sessions.
private struct RaceChange {
  private let before: Race
  private(set) var after: Race

  init(_ before: Race, _ event: Event, of stream: Stream) {
    self.before = before
    after = before
    after.apply(event, of: stream.uid)
  }

  /// The runners whose place the event changed, as of a reading.
  func places(at now: Reading) -> [PlaceChange] {
    after.standings(at: now)?.placeChanges(since: before.standings(at: now)) ?? []
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
    let words = changes.map { change in
      func place(_ number: Int?) -> String { number.map { "\($0)" } ?? "none" }
      return "\(Harmless.text(change.bib)) from \(place(change.from)) to \(place(change.to))"
    }
    return "\(changes.count) changed: " + words.listed(atMost: 10)
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
  /// - Returns: the changes; nil without any, for events other than corrections, and in a race of
  ///   which the log had so many events by then that it would take long.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the race.
  mutating func change(by logged: LoggedEvent) throws -> PlacesChanged? {
    guard logged.event.kind.isCorrection, logged.event.version > 1,
      let stream = try log.stream(logged), let race = try race(stream, before: logged)
    else { return nil }
    let change = RaceChange(race, logged.event, of: stream)
    last = (logged, change.after)
    let changes = change.places(at: logged.event.reading)
    return changes.isEmpty ? nil : PlacesChanged(cause: logged, changes: changes)
  }

  private mutating func race(_ stream: Stream, before logged: LoggedEvent) throws -> Race? {
    // Events of other sessions may belong to the race: then it is folded again.
    guard let last, last.event.session == logged.session,
      logged.position - last.event.position == logged.event.version - last.event.event.version
    else { return try log.race(stream.race, throughPosition: logged.position - 1) }
    var race = last.race
    self.last = nil
    try log.forEachEvent(
      of: logged.session, after: last.event.event.version, through: logged.event.version - 1
    ) { race.apply($0, of: stream.uid) }
    return race
  }
}
