import Arguments
import Logbook
import Racing
import Text
import Timing

/// Notes on entries with chips of other runners, without a wave, and of withdrawn runners.
struct EntryNotes {
  private let race: Race
  /// The number of the race's session.
  private let session: Int
  /// The entries of the command, each with the number of its event.
  private let entries: [(version: Int, entry: RaceEvent.Entry)]

  /// Creates the notes on entries of one command; nil without any.
  ///
  /// - Parameters:
  ///   - race: the race after them.
  ///   - receipts: the answers to them.
  init?(_ race: Race, _ receipts: [Receipt]) {
    guard let first = receipts.first else { return nil }
    self.race = race
    session = first.session
    entries = receipts.compactMap { receipt in
      guard case .race(.entered(let entry)) = receipt.kind else { return nil }
      return (receipt.version, entry)
    }
  }

  /// The notes, each on a line of its own before which there is a line end.
  var lines: String {
    ([chipsOfOthers] + linkedChips + [missingWaves, lostFields])
      .compactMap { $0.map { "\n" + $0 } }.joined()
  }

  private var chips: [(bib: String, chip: FormerChip)] {
    entries.flatMap { version, entry in
      race.formerChips(before: version).map { (entry.bib, $0) }
    }
    // A chip of several entries of one command was noted in its file.
    .filter { _, former in former.isLinked || !given.contains([former.bib, former.chip]) }
  }

  /// The bib and the chip of each chip that the command gives.
  private var given: Set<[String]> {
    Set(
      entries.flatMap { _, entry -> [[String]] in
        guard case .set(let chips) = entry.chips else { return [] }
        return chips.map { [entry.bib, RaceEvent.comparable(chip: $0)] }
      })
  }

  /// A note on the chips of other entries, which belong to the new ones now.
  private var chipsOfOthers: String? {
    let chips = chips.filter { !$0.chip.isLinked }
    guard let first = chips.first else { return nil }
    let words = chips.map { "\(Harmless.text($0.chip.chip)) was \(Harmless.text($0.chip.bib))'s" }
    guard chips.count == 1 else {
      return """
        Note: chips of other runners: \(words.listed(atMost: 5)). All their crossings count for the \
        new runners. 'laptimer undo --session \(session)' takes this back, and 'laptimer enter BIB \
        --chip CHIP --session \(session)' gives a runner another chip.
        """
    }
    return """
      Note: chip \(words[0]); all its crossings are \(Harmless.text(first.bib))'s now. 'laptimer undo \
      --session \(session)' takes this back, and \(link(first.chip.chip, first.bib)) gives the chip \
      from now on.
      """
  }

  /// Notes on chips that links gave to other runners, who keep them.
  private var linkedChips: [String?] {
    chips.filter(\.chip.isLinked).map { bib, chip in
      """
      Note: chip \(Harmless.text(chip.chip)) is linked to \(Harmless.text(chip.bib)): only its \
      crossings before that link count for \(Harmless.text(bib)). \(link(chip.chip, bib)) gives it \
      from now on.
      """
    }
  }

  private func link(_ chip: String, _ bib: String) -> String {
    "'laptimer chip \(chip.shellQuoted.echoed) \(bib.shellQuoted.echoed) --session \(session)'"
  }

  /// A note on new runners without a wave in a race that has waves.
  private var missingWaves: String? {
    let waves = race.waveNames
    guard let first = waves.first else { return nil }
    let bibs = entries.compactMap { version, entry in
      race.entry(entry.bib)?.wave == nil && race.entryChange(by: version) == .entered
        ? entry.bib : nil
    }
    guard let bib = bibs.first else { return nil }
    let subject =
      bibs.count == 1 ? "\(Harmless.text(bib)) is" : "\(bibs.count) of the runners are"
    let enter = "laptimer enter \(bib.shellQuoted.echoed) --wave \(first.shellQuoted.echoed)"
    return """
      Note: \(subject) in no wave, and the start of the race is the gun. The waves: \
      \(waves.map { Harmless.text($0) }.listed(atMost: 5)). \
      '\(enter) --session \(session)' puts \(bibs.count == 1 ? "the" : "a") runner in one.
      """
  }

  /// A note on runners who were withdrawn: a later entry does not restore the old fields.
  private var lostFields: String? {
    let lost = entries.map { ($0.entry.bib, race.fieldsLost(by: $0.version)) }
      .filter { !$0.1.isEmpty }
    guard let (bib, fields) = lost.first else { return nil }
    guard lost.count == 1 else {
      return
        "Note: \(lost.count) of the runners were withdrawn: their earlier entries are not restored."
    }
    let names = fields.map(\.name).joined(separator: ", ")
    let version = entries.last { $0.entry.bib == bib }?.version
    let former = version.flatMap { race.withdrawnEntry(bib, before: $0) }
    let words = former.map { $0.words(fields) } ?? "enter \(bib.shellQuoted.echoed)"
    return """
      Note: \(Harmless.text(bib)) was withdrawn: the earlier entry is not restored (\(names)). \
      'laptimer \(words) --session \(session)' restores it.
      """
  }
}

extension Race.Entry {
  /// The words of the command that enters the runner with some of the fields, quoted for a shell.
  func words(_ fields: [EntryChange.Field] = EntryChange.Field.allCases) -> String {
    func option(_ name: any Parameter, _ value: String?) -> String? {
      value.flatMap { value in
        let words = value.shellQuoted.echoed
        return name.definitions.first.map {
          value.hasPrefix("-") ? "\($0.key)=\(words)" : "\($0.key) \(words)"
        }
      }
    }
    var words = ["enter", bib.shellQuoted.echoed]
    for field in fields {
      switch field {
      case .name: words += [name?.shellQuoted.echoed].compactMap(\.self)
      case .first: words += [option(EnterCommand.first, first)].compactMap(\.self)
      case .last: words += [option(EnterCommand.last, last)].compactMap(\.self)
      case .team: words += [option(EnterCommand.team, team)].compactMap(\.self)
      case .category: words += [option(EnterCommand.category, category)].compactMap(\.self)
      case .wave: words += [option(EnterCommand.wave, wave)].compactMap(\.self)
      case .chips: words += chips.compactMap { option(EnterCommand.chips, $0) }
      }
    }
    return words.joined(separator: " ")
  }
}

extension EntryChange.Field {
  /// The name in an answer.
  var name: String {
    switch self {
    case .name: "name"
    case .first: "first name"
    case .last: "last name"
    case .team: "team"
    case .category: "category"
    case .wave: "wave"
    case .chips: "chips"
    }
  }
}
