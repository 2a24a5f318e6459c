import EventLog
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns the crossing of an amendment in one line: `17 Ada: lap 3  12:04.2  lap 04:01.1`; nil
  /// for other events.
  func crossing(amendedBy receipt: Receipt) throws -> String? {
    guard let (log, target) = try correctedCrossing(receipt), let race = try race(of: receipt),
      let stored = try log.storedCrossing(target.event.version, of: target.session, in: race),
      let line = CrossingLine(stored)
    else { return nil }
    return line.text("@\(target.event.version)", times)
  }

  /// Returns the crossing that an event removed, as it was before: `17 Ada: lap 3 12:04.2 lap
  /// 04:01.1`; nil for other events.
  ///
  /// In a race with a damaged event, it is only the bib.
  func crossing(removedBy receipt: Receipt) throws -> String? {
    guard source != "record", let (log, target) = try correctedCrossing(receipt) else { return nil }
    guard let logged = try log.event(receipt.id),
      let standings = try log.standings(before: logged, at: log.reading(instant)),
      let (row, format) = standings.row(of: target.event.id)
    else { return target.event.noun + "." }
    return row.crossingLine(target.event.id, "@\(target.event.version)", format, times)
  }

  /// The crossing that an event amends or removes; nil for other events.
  private func correctedCrossing(
    _ receipt: Receipt
  ) throws -> (log: Logbook, target: LoggedEvent)? {
    guard let log = opened, let id = receipt.kind.target, let target = try log.event(id),
      case .race(.crossed) = target.event.kind
    else { return nil }
    return (log, target)
  }
}
