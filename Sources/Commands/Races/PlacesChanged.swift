import EventLog
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns an answer with the number of places that its event changed in a race, such as
  /// `3 places changed: @812 is 17's now`.
  ///
  /// It is the given answer if no place changed, for other events than corrections, and in a race
  /// with a damaged event. `first` is the first event of the command; nil if there is no other one.
  func withPlaces(
    changedBy receipt: Receipt, _ answer: String, from first: Receipt? = nil
  ) throws -> String {
    guard receipt.profile.plan.race != nil || receipt.profile.timingPoint != nil,
      receipt.kind.isCorrection, source != "record", let log = opened,
      let logged = try log.event(receipt.id),
      let change = try log.placesChanged(
        by: logged, from: first?.version, at: log.reading(instant))
    else { return answer }
    let count = change.changes.count
    // An order may move runners whom it does not name.
    let words = if case .race(.ordered) = receipt.kind { "\nPlaces: \(change.words)." } else { "" }
    return "\(count == 1 ? "1 place" : "\(count) places") changed: \(answer)\(words)"
  }

  /// The race of an answer, with all that joined it; nil if it is in another log or has a damaged
  /// event, and for the lines of `record`.
  func raceForAnswer(_ receipt: Receipt) throws -> Race? {
    guard source != "record", let log = opened else { return nil }
    return try log.event(receipt.id).flatMap(log.race(ofEvent:))
  }
}

extension PlacesChanged {
  /// The changes in one line: `2 changed: 17 from 2 to 1, 4 from 1 to 2`.
  var text: String { "\(changes.count) changed: \(words)" }

  /// The changes: `17 from 2 to 1, 4 from 1 to 2`.
  fileprivate var words: String {
    changes.map { change in
      func place(_ number: Int?) -> String { number.map { "\($0)" } ?? "none" }
      return "\(Harmless.text(change.bib)) from \(place(change.from)) to \(place(change.to))"
    }
    .listed(atMost: 10)
  }
}
