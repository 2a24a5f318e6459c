import Arguments
import Logbook
import Text
import Timing

extension Context {
  /// Returns a sentence, after a space, on a crossing whose bib is a list of entered ones, such as
  /// `17,4`, with the command that records them; else an empty text.
  ///
  /// Any text is a bib, so that the crossing is kept. `race` is the race's own session.
  ///
  /// - Complexity: O(log n) in the entries, of which a list of 16 characters names eight at most.
  func noteOnList(_ bib: String, _ receipt: Receipt, in race: Int) throws -> String {
    let parts = bib.split { ",;".contains($0) }
      .map { String($0.trimmed) }.filter { !$0.isEmpty }
    guard let log = opened, !parts.isEmpty, parts != [bib],
      try parts.allSatisfy({ try log.hasEntry($0, in: race) })
    else { return "" }
    let point = values[RaceOptions.point].map { suggestedOption(RaceOptions.point, $0) }
    let cross = suggestedCommand(
      "cross", parts, options: ["--at \(receipt.at.rfc3339)"] + [point].compactMap(\.self),
      session: receipt.session)
    return """
       Spaces separate bibs: 'laptimer \(cross)' records \(parts.count == 1 ? "the runner" : "the runners"), \
      'laptimer remove @\(receipt.version) --session \(receipt.session)' removes this crossing.
      """
  }
}
