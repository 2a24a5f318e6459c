package import Text
import Timing

/// The formats of results: those of rows, and a page.
package enum StandingsFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  case rows(TableFormat), html

  package static let allCases = TableFormat.allCases.map(rows) + [html]

  package var rawValue: String {
    if case .rows(let format) = self { format.rawValue } else { "html" }
  }

  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }
}

extension StandingsReport {
  /// Writes the report in a format.
  ///
  /// A table is cut to `width` columns, text in CSV is made harmless in a terminal, and with
  /// `defusing` an apostrophe precedes texts that a spreadsheet would run. `drain` is called after
  /// each runner in other formats than a table and those of pages, and may remove the bytes.
  package func write(
    _ format: StandingsFormat, isTerminal: Bool = false, width: Int? = nil,
    isColored: Bool = false, defusing: Bool = false, to output: inout [UInt8],
    draining drain: (inout [UInt8]) throws -> Void = { _ in }
  ) throws {
    switch format {
    case .rows(.json):
      var json = JSONWriter()
      swap(&json.bytes, &output)
      try write(to: &json) { try drain(&$0.bytes) }
      json.endLine()
      swap(&json.bytes, &output)
    case .rows(.ndjson) where !hasPoints:
      var json = JSONWriter()
      swap(&json.bytes, &output)
      for wave in standings.waves {
        try writeObjects(wave.rows, to: &json) {
          $0.endLine()
          try drain(&$0.bytes)
        }
      }
      swap(&json.bytes, &output)
    case .html: writePage(to: &output)
    case .rows(.table):
      line(Harmless.text("\(title): \(summary)"), to: &output)
      try writeTables(to: &output, heading: { Harmless.text($0) }) {
        AlignedRows(width: width, isColored: isColored)
      }
      writeSentences(to: &output, Harmless.text)
    case .rows(.markdown):
      line("# " + Self.markdown(title), to: &output)
      line("", to: &output)
      if let start { line(start + "\n", to: &output) }
      line(Self.markdown(summary), to: &output)
      try writeTables(to: &output, heading: { "## \(Self.markdown($0))\n" }) { MarkdownRows() }
      writeSentences(to: &output, Self.markdown)
    case .rows(let format):
      var rows = format.rows(isTerminal: isTerminal, defusing: defusing)
      if hasPoints {
        try writePoints(to: &rows, &output)
      } else {
        try write(to: &rows, &output, draining: drain)
      }
    }
  }

  /// Writes the tables of each wave below its heading.
  private func writeTables(
    to output: inout [UInt8], heading: (String) -> String, _ format: () -> some RowFormat
  ) throws(RowFormatError) {
    for wave in standings.waves {
      line("", to: &output)
      if let title = title(of: wave) { line(heading(title), to: &output) }
      for (index, sheet) in sheets(wave).enumerated() {
        if index > 0 { line("", to: &output) }
        var rows = format()
        try sheet.write(to: &rows, &output)
      }
    }
  }

  var title: String { name ?? "Race \(session)" }

  /// The format, the rules that are not the default ones, and the state.
  var summary: String {
    let rules = standings.format.rulesText
    // The clock may go on after the last finish.
    let end = standings.finishTime ?? standings.runningTime
    let phase = standings.phase
    let state =
      phase.rawValue + (end.map { " " + times.clockText(of: $0) } ?? "")
      + (phase.isProvisional ? ", provisional" : "")
    return ([standings.format.text] + (rules.isEmpty ? [] : [rules]) + [state])
      .joined(separator: "; ")
  }

  /// The title of a wave, with its format if it has its own, and whether it has not started; nil
  /// for the only wave without a name.
  func title(of wave: Standings.Wave) -> String? {
    guard let name = wave.name ?? (standings.waves.count > 1 ? "without a wave" : nil) else {
      return nil
    }
    let format = wave.format == standings.format ? nil : wave.format.text
    let isWaiting = !wave.isStarted && standings.phase != .ready && standings.phase != .countdown
    let facts = [format, isWaiting ? "not started" : nil].compactMap(\.self)
    return name + (facts.isEmpty ? "" : ": " + facts.joined(separator: "; "))
  }

  private func sheets(_ wave: Standings.Wave) -> [StandingsSheet] {
    if hasPoints { return [StandingsSheet(pointsOf: wave, times)] }
    let laps = hasLaps && wave.hasPassages ? [StandingsSheet(lapsOf: wave, times)] : []
    return [StandingsSheet(wave, times, rulings)] + laps
  }

  /// The sentences after the tables, by their subjects.
  var sentences: [[String]] {
    let waves = standings.waves
    let hasNoLaps = hasLaps && !waves.contains(where: \.hasPassages)
    // Runners crossed before the gun, which may have been forgotten.
    let forgotten = waves.filter { !$0.isStarted && $0.rows.contains { !$0.others.isEmpty } }
    let guns = forgotten.compactMap(\.name).map {
      "No gun of wave \($0): 'laptimer \(gunCommand($0))' starts it."
    }
    let unknown = standings.unknown.map { unknown in
      let crossings = unknown.crossings == 1 ? "1 crossing" : "\(unknown.crossings) crossings"
      if let chip = unknown.chip { return "\(crossings) of unknown chip \(chip)." }
      if let bib = unknown.bib { return "\(crossings) of unknown bib \(bib)." }
      return "\(crossings) without a bib."
    }
    let contradictions = hasPoints ? contradictions?.map(\.text) : nil
    return [
      hasNoLaps ? ["No laps."] : [], guns + unknown,
      contradictions == [] ? ["No contradictions."] : contradictions ?? [],
    ].filter { !$0.isEmpty }
  }

  private func writeSentences(to output: inout [UInt8], _ escape: (String) -> String) {
    for sentences in sentences {
      line("", to: &output)
      for sentence in sentences { line(escape(sentence), to: &output) }
    }
  }

  private func line(_ text: String, to output: inout [UInt8]) {
    output.append(text)
    output.append(UInt8(ascii: "\n"))
  }

  /// Text with a backslash before characters that begin markup.
  private static func markdown(_ text: String) -> String {
    var escaped = ""
    for scalar in Harmless.text(text).unicodeScalars {
      if "\\|<>&[]*`_#".unicodeScalars.contains(scalar) { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
