import Racing
import Text
import Timing

/// A CSV file of entries: `entries FILE.csv`.
enum EntriesTarget: FuzzTarget {
  static let name = "entries"

  static func test(_ bytes: [UInt8]) throws {
    do {
      let file = try EntriesFile(bytes)
      let bibs = file.rows.map(\.entry.bib)
      try check(Set(bibs).count == bibs.count, "a bib is accepted twice")
      let chips = file.rows.flatMap { row -> [String] in
        guard case .set(let chips) = row.entry.chips else { return [] }
        return chips.map(RaceEvent.comparable(chip:))
      }
      try check(Set(chips).count == chips.count, "a chip is accepted twice")
      for row in file.rows { _ = try Bib.checked(row.entry.bib) }
      let lines = file.rows.map(\.line)
      try check(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }, "lines are out of order")
    } catch let error as EntriesFileError {
      let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
      try check(1...lines ~= error.line, "line \(error.line) is not in the file")
      let obeyed = error.description.unicodeScalars.first { Harmless.isObeyed($0) }
      try check(obeyed == nil, "\(error) is not harmless")
    }
  }
}
