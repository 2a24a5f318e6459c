import Arguments
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns the commands that rank crossings at equal times in the order in which they were
  /// recorded, each on a line of its own.
  ///
  /// Measured times of two commands are never equal.
  ///
  /// - Parameter receipts: the crossings of a command.
  /// - Returns: the lines; an empty text where no order is needed.
  /// - Throws: `LogError`; `DatabaseError`.
  func photoFinish(_ receipts: [Receipt]) throws -> String {
    guard let log = opened, receipts.count > 1 || values.contains(Options.time) else { return "" }
    var groups: [[Int]] = []
    for receipt in receipts.reversed()
    where receipt.profile.timingPoint == nil
      && !groups.contains(where: { $0.contains(receipt.version) })
    {
      guard let stored = try storedCrossing(of: receipt), stored.isEntered, stored.number != nil,
        let format = stored.format, format.ties == .line, !format.hasOwnClocks
      else { continue }
      let tied = try log.crossings(tiedWith: receipt.version, of: receipt.session)
      if tied.count > 1 { groups.append(tied) }
    }
    guard let session = receipts.first?.session else { return "" }
    let versions = Set(receipts.map(\.version))
    return groups.reversed().map { group in
      let events = group.map { "@\($0)" }.joined(separator: " ")
      let order = versions.isSuperset(of: group) ? "given" : "recorded"
      return """
        \nRunners with equal times rank by their own starts, then by bib: 'laptimer order \(events) \
        --session \(session)' ranks them as \(order).
        """
    }
    .joined()
  }
}
