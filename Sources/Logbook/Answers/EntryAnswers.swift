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
    case []: return "Recorded an entry that changes nothing: \(bib) was entered already."
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
      return "Recorded \(unchanged) entries that change nothing: the runners were entered already."
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
    let statuses = race.rulings(on: bib).filter { $0.event < receipt.version }
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

extension Answer {
  /// The notes on entries, each after a line end; an empty text without any.
  ///
  /// `race` is the race after them; nil if it is not known.
  func notes(onEntries receipts: [Receipt], of race: Race?) throws -> Message {
    guard let race, let notes = EntryNotes(race, receipts) else { return "" }
    return try notes.lines + noteOnElimination(receipts, race)
  }

  /// A note on new runners in a race by elimination in which laps were completed.
  private func noteOnElimination(_ receipts: [Receipt], _ race: Race) throws -> Message {
    guard let receipt = receipts.first,
      case .elimination? = receipt.profile.plan.race?.finish
    else { return "" }
    let bibs = Set(
      receipts.compactMap { receipt -> String? in
        guard case .race(.entered(let entry)) = receipt.kind,
          race.isNewEntry(receipt.version)
        else { return nil }
        return entry.bib
      })
    let waves = try race.standings(at: log.reading(instant))?.waves ?? []
    guard !bibs.isEmpty,
      waves.contains(where: { wave in
        wave.rows.contains { bibs.contains($0.bib) && $0.passages.isEmpty }
          && wave.rows.contains { !$0.passages.isEmpty }
      })
    else { return "" }
    return """
      \nNote: laps of this race by elimination are complete. A runner who enters late counts from the \
      first lap, and is out on an elimination lap that all others have completed: then others are in \
      who were out. \(command: "undo", session: receipt.session) takes this back.
      """
  }
}

/// Notes on entries with chips of other runners, and without a wave.
struct EntryNotes {
  private let race: Race
  /// The number of the race's session.
  private let session: Int
  /// The entries of the command, each with the number of its event.
  private let entries: [(version: Int, entry: RaceEvent.Entry)]

  /// Creates the notes on the entries of one command in the race after them; nil without any.
  init?(_ race: Race, _ receipts: [Receipt]) {
    guard let first = receipts.first else { return nil }
    self.race = race
    session = first.session
    entries = receipts.compactMap { receipt in
      guard case .race(.entered(let entry)) = receipt.kind else { return nil }
      return (receipt.version, entry)
    }
  }

  /// The notes, each after a line end; empty without any.
  var lines: Message { Message(joining: [chipsOfOthers] + linkedChips + [missingWaves]) }

  private var chips: [(bib: String, chip: FormerChip)] {
    entries.flatMap { version, entry in
      race.formerChips(before: version).map { (entry.bib, $0) }
    }
  }

  /// A note on the chips of other entries, which belong to the new ones now.
  private var chipsOfOthers: Message {
    let chips = chips.filter { !$0.chip.isLinked }
    guard let first = chips.first else { return "" }
    let words = chips.map { "\($0.chip.chip) was \($0.chip.bib)'s" }
    guard chips.count == 1 else {
      return """
        \nNote: chips of other runners: \(words.listed(atMost: 5)). All their crossings count for the \
        new runners. \(command: "undo", session: session) takes this back, and \
        \(command: "enter BIB --chip CHIP", session: session) gives a runner another chip.
        """
    }
    return """
      \nNote: chip \(words[0]); all its crossings are \(first.bib)'s now. \
      \(command: "undo", session: session) takes this back, and \
      \(link(first.chip.chip, first.bib)) gives the chip from now on.
      """
  }

  /// Notes on chips that links gave to other runners, who keep them.
  private var linkedChips: [Message] {
    chips.filter(\.chip.isLinked).map { bib, chip in
      """
      \nNote: chip \(chip.chip) is linked to \(chip.bib): only its crossings before that link count \
      for \(bib). \(link(chip.chip, bib)) gives it from now on.
      """
    }
  }

  private func link(_ chip: String, _ bib: String) -> Message {
    "\(command: Suggestion("chip", [chip, bib]), session: session)"
  }

  /// A note on new runners without a wave in a race that has waves.
  private var missingWaves: Message {
    let waves = race.waveNames
    guard let first = waves.first else { return "" }
    let bibs = entries.compactMap { version, entry in
      race.entry(entry.bib)?.wave == nil && race.isNewEntry(version) ? entry.bib : nil
    }
    guard let bib = bibs.first else { return "" }
    let enter = Suggestion(
      "enter", [bib], options: [Suggestion("\(option: "--wave", first)").words])
    return """
      \nNote: \(bibs.count == 1 ? "\(bib) is" : "\(bibs.count) of the runners are") in no wave, and the \
      start of the race is the gun. The waves: \(waves.listed(atMost: 5)). \
      \(command: enter, session: session) puts \(bibs.count == 1 ? "the" : "a") runner in one.
      """
  }
}
