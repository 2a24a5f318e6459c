import Arguments
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns the commands that reverse the order of crossings at equal times, which rank as they
  /// were recorded, each on a line of its own; an empty text where no order is needed.
  ///
  /// Measured times of two commands are never equal.
  func photoFinish(_ crossings: [(receipt: Receipt, stored: StoredCrossing?)]) throws -> String {
    guard let log = opened, crossings.count > 1 || values.contains(Options.time) else { return "" }
    var groups: [[Int]] = []
    for (receipt, stored) in crossings.reversed()
    where receipt.profile.timingPoint == nil
      && !groups.contains(where: { $0.contains(receipt.version) })
    {
      guard let stored, stored.isEntered, stored.number != nil,
        let format = stored.format, format.ties == .line, !format.hasOwnClocks
      else { continue }
      let tied = try log.crossings(tiedWith: stored, receipt.version, of: receipt.session)
      if tied.count > 1 { groups.append(tied) }
    }
    guard let session = crossings.first?.receipt.session else { return "" }
    return groups.reversed().map { group in
      let events = group.reversed().map { "@\($0)" }.joined(separator: " ")
      return """
        \nRunners with equal times rank as recorded: 'laptimer order \(events) --session \
        \(session)' reverses them.
        """
    }
    .joined()
  }
}
