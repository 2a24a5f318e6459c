import EventLog
import Logbook
import Racing
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
    guard receipt.profile.plan.race != nil, Self.corrections.contains(receipt.kind),
      receipt.version > 1, receipt.version <= Self.mostFolded, source != "record",
      let count = try placesChanged(by: receipt), count > 0
    else { return answer }
    let places = count == 1 ? "1 place" : "\(count) places"
    return "\(places) changed: \(answer)"
  }

  private static let corrections: Set<String> = [
    "assigned", "linked", "ruled", "ordered", "withdrawn", "amended", "removed", "reverted",
    "planned", "wave_planned",
  ]

  /// The number of runners whose place is another one after an event than before it.
  private func placesChanged(by receipt: Receipt) throws -> Int? {
    guard let log = opened, var race = try log.race(receipt.session, through: receipt.version - 1)
    else { return nil }
    let now = try log.reading(instant)
    let before = race.standings(at: now)?.places ?? [:]
    try log.forEachEvent(of: receipt.session, after: receipt.version - 1, through: receipt.version)
    { race.apply($0) }
    let after = race.standings(at: now)?.places ?? [:]
    return Set(before.keys).union(after.keys).count { before[$0] != after[$0] }
  }
}

extension Standings {
  /// The places of the ranked runners by bib.
  fileprivate var places: [String: Int] {
    var places: [String: Int] = [:]
    for row in waves.lazy.flatMap(\.rows) { places[row.bib] = row.position }
    return places
  }
}
