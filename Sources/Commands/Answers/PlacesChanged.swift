import EventLog
import Logbook
import Racing
import Text
import Timing

extension Answer {
  /// Returns a sentence with the number of places that its command changed in a race, such as
  /// `3 places changed: @812 is 17's now`.
  ///
  /// It is the given sentence if no place changed, for other events than corrections, and in a race
  /// with a damaged event.
  func withPlaces(changedBy receipt: Receipt, _ sentence: Message) throws -> Message {
    guard let changes = try places(changedBy: receipt), !changes.isEmpty else { return sentence }
    // An order may move runners whom it does not name.
    let words: Message =
      if case .race(.ordered) = receipt.kind { "\nPlaces: \(changes.words)." } else { "" }
    return "\(changes.count, "place") changed: \(sentence)\(words)"
  }

  /// The places that a correction changed: those of the receipt, or of a repeated command by the log.
  private func places(changedBy receipt: Receipt) throws -> [PlaceChange]? {
    guard receipt.places == nil, !isStreamed, receipt.kind.isCorrection,
      receipt.profile.plan.race != nil || receipt.profile.timingPoint != nil,
      let logged = try log.event(receipt.id)
    else { return receipt.places }
    let first = requests[0].batch == nil ? nil : receipts.first { $0.session == receipt.session }
    return try log.placesChanged(by: logged, from: first?.version, at: log.reading(instant))?
      .changes
  }
}

extension PlacesChanged {
  /// The changes in one line: `2 changed: 17 from 2 to 1, 4 from 1 to 2`.
  var text: String { "\(changes.count) changed: \(changes.words)" }
}

extension [PlaceChange] {
  /// The changes: `17 from 2 to 1, 4 from 1 to 2`.
  fileprivate var words: String {
    map { change in
      func place(_ number: Int?) -> String { number.map { "\($0)" } ?? "none" }
      return "\(Harmless.text(change.bib)) from \(place(change.from)) to \(place(change.to))"
    }
    .listed(atMost: 10)
  }
}
