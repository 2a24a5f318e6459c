import EventLog
import Racing
import Text
import Timing

/// Entries, chips, assignments and rulings.
extension Answer {
  func entered(_ entry: RaceEvent.Entry, _ receipt: Receipt) throws -> Message {
    let bib = entry.bib
    let race = try race(of: receipt)
    let notes = try notes(onEntries: [receipt], of: race)
    switch race?.changedFields(by: receipt.version) {
    case [] where notes != "": return "\(bib) was entered already.\(notes)"
    case []: return "\(bib) was entered already: nothing is changed."
    case let fields?:
      return "\(bib) was entered already: changed \(fields.joined(separator: ", ")).\(notes)"
    case nil:
      let name = entry.name.applied(to: nil).map { " \($0)" } ?? ""
      // Whether a long race had the entry before takes a fold of the race, and so for each line.
      let isUnknown = race == nil && !isStreamed
      return "\(isUnknown ? "Recorded the entry of" : "Entered") \(bib)\(name).\(notes)"
    }
  }

  /// The answer to the entries of a file.
  func enteredTogether() throws -> Message {
    let last = receipts[receipts.count - 1]
    guard let race = try race(of: last) else {
      return "Recorded \(receipts.count, "entry", "entries")."
    }
    var (entered, changed, unchanged) = (0, 0, 0)
    for receipt in receipts {
      switch race.changedFields(by: receipt.version) {
      case []: unchanged += 1
      case .some: changed += 1
      case nil: entered += 1
      }
    }
    let notes = try notes(onEntries: receipts, of: race)
    if unchanged == receipts.count, notes == "" {
      return "\(unchanged, "runner was", "runners were") entered already: nothing is changed."
    }
    let counts = [("entered", entered), ("changed", changed), ("left", unchanged)]
      .filter { $0.1 > 0 }
    var parts = counts.map { "\($0.0) \($0.1)" }
    parts[0] += counts[0].1 == 1 ? " runner" : " runners"
    if unchanged > 0 { parts[parts.count - 1] += " unchanged" }
    let answer = parts.joined(separator: ", ").capitalizedFirst
    return try withPlaces(changedBy: last, "\(answer).") + notes
  }

  func assigned(to bib: String?, _ receipt: Receipt, _ request: Request) throws -> Message {
    let event = request.command.references[0].atSign
    guard let bib else { return "\(event) is nobody's now." }
    return try "\(event) is \(bib)'s now.\(note(onBib: bib, of: receipt))"
  }

  func linked(_ chip: String, to bib: String, _ receipt: Receipt) throws -> Message {
    let from = receipt.timeOfEvent.map { " from \(times.text(of: $0))" } ?? ""
    let former = try race(of: receipt)?.formerChips(before: receipt.version).first
    let until = former.map { " Until then it was \($0.bib)'s." } ?? ""
    return try "Chip \(chip) is \(bib)'s\(from).\(until)\(note(onBib: bib, of: receipt))"
  }

  /// Returns a note, on a line of its own, if a bib is not entered in a race; else an empty text.
  private func note(onBib bib: String, of receipt: Receipt) throws -> Message {
    guard try !(receipt.isEntered ?? log.hasEntry(bib, in: receipt.session)) else { return "" }
    // Lines of 'record' may be very many.
    let nearest = isStreamed ? [] : try log.entries(nearestTo: bib, in: receipt.session)
    return """
      \nNote: \(bib) is not entered.\(nearest.question) \
      \(command: Suggestion("enter", [bib]), session: receipt.session) enters the runner.
      """
  }

  func ruled(_ ruling: RaceEvent.Ruling, _ receipt: Receipt) throws -> Message {
    let bib = ruling.bib
    let reason = (ruling.reason.map { ", \($0.quoted)" } ?? "") + " (@\(receipt.version))"
    switch ruling.decision {
    case .status(.ok): return try "\(statusLifted(ruling.bib, receipt))\(reason)."
    case .status(let status): return "\(bib) is \(status.rawValue) now\(reason)."
    case .time(let span):
      return "\(bib) gets \(PenaltyText.text(time: span))\(reason)."
    case .laps(let laps):
      return "\(bib) \(laps > 0 ? "loses" : "gets") \(abs(laps), "lap")\(reason)."
    }
  }

  /// Says which status `ok` lifted, where the race is known.
  private func statusLifted(_ bib: String, _ receipt: Receipt) throws -> Message {
    guard let race = try race(of: receipt) else { return "The status of \(bib) is lifted" }
    let statuses = (race.rulings[bib] ?? []).filter { $0.event < receipt.version }
      .compactMap { ruling -> RaceEvent.Ruling.Status? in
        guard case .status(let status) = ruling.ruling.decision else { return nil }
        return status
      }
    guard let status = statuses.last, status != .ok else {
      return "\(bib) had no status from a ruling: ok changes nothing"
    }
    return "\(bib) is not \(status.rawValue) any more"
  }
}
