import Arguments
import Logbook
import Racing
import Text
import Timing

/// Notes on entries with chips of other runners, and without a wave.
struct EntryNotes {
  private let race: Race
  private let receipts: [Receipt]

  /// Creates the notes on entries of one command.
  ///
  /// - Parameters:
  ///   - race: the race after them.
  ///   - receipts: the answers to them; at least one.
  init(_ race: Race, _ receipts: [Receipt]) {
    self.race = race
    self.receipts = receipts
  }

  /// The notes, each on a line of its own before which there is a line end.
  var lines: String {
    ([chipsOfOthers] + linkedChips + [missingWaves]).compactMap { $0.map { "\n" + $0 } }.joined()
  }

  private var chips: [(bib: String, chip: FormerChip)] {
    receipts.flatMap { receipt in
      race.formerChips(before: receipt.version).map { (receipt.kind.enteredBib ?? "", $0) }
    }
  }

  /// A note on the chips of other entries, which belong to the new ones now.
  private var chipsOfOthers: String? {
    let chips = chips.filter { !$0.chip.isLinked }
    guard let first = chips.first else { return nil }
    let words = chips.map { "\(Harmless.text($0.chip.chip)) was \(Harmless.text($0.chip.bib))'s" }
    guard chips.count == 1 else {
      return """
        Note: chips of other runners: \(words.listed(atMost: 5)). All their crossings count for the \
        new runners.
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
    let bibs = receipts.compactMap { receipt -> String? in
      guard let bib = receipt.kind.enteredBib, race.entry(bib)?.wave == nil,
        race.entryChange(by: receipt.version) == .entered
      else { return nil }
      return bib
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

  private var session: Int { receipts.first?.session ?? 0 }
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

extension Event.Kind {
  /// The bib of an entry; nil for other kinds.
  fileprivate var enteredBib: String? {
    guard case .race(.entered(let entry)) = self else { return nil }
    return entry.bib
  }
}
