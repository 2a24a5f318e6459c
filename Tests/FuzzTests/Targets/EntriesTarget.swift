import Racing
import Text
import Timing

/// A CSV file of entries: `entries FILE.csv`.
enum EntriesTarget: FuzzTarget {
  static let name = "entries"

  static func test(_ bytes: [UInt8]) throws {
    do {
      let file = try EntriesFile(bytes)
      let bibs = file.entries.map(\.bib)
      try check(Set(bibs).count == bibs.count, "a bib is accepted twice")
      let chips = file.entries.flatMap { entry -> [String] in
        guard case .set(let chips) = entry.chips else { return [] }
        return chips.map(RaceEvent.comparable(chip:))
      }
      try check(Set(chips).count == chips.count, "a chip is accepted twice")
      for bib in bibs { _ = try Bib.checked(bib) }
    } catch let error as EntriesFileError {
      let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
      try check(1...lines ~= error.line, "line \(error.line) is not in the file")
      let obeyed = error.description.unicodeScalars.first { Harmless.isObeyed($0) }
      try check(obeyed == nil, "\(error) is not harmless")
    }
  }
}
