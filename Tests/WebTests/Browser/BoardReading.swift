import Foundation
import ProcessTestSupport
import Testing

extension ServedLog {
  /// The rows that the board of a race has to show, from what `standings` prints: the place, the bib,
  /// the name, the laps, the last and the best lap, the gap and the interval.
  func boardOfStandings(_ filter: [String] = []) throws -> [[String]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(run(["standings", "1", "--json"] + filter).utf8))
    let results = (json as? [String: Any])?["standings"] as? [[String: Any]] ?? []
    let statuses = results.map { $0["status"] as? String ?? "" }
    let lines = try run(["standings", "1"] + filter).split(separator: "\n").map { Array($0) }
    let table = lines.drop { !String($0).hasPrefix("place") }
      .prefix { $0.first == " " || $0.first == "p" || $0.first?.isNumber == true }
      .filter { !String($0).contains("crossing") }
    let width = table.map(\.count).max() ?? 0
    // Two columns that are empty in all lines end a field.
    func isEmpty(_ column: Int) -> Bool {
      table.allSatisfy { column >= $0.count || $0[column] == " " }
    }
    let ends = (0..<width).filter { isEmpty($0) && isEmpty($0 + 1) && !isEmpty($0 - 1) } + [width]
    func fields(of line: [Character]) -> [String] {
      zip([0] + ends, ends).map { start, end in
        String(line.dropFirst(start).prefix(end - start)).trimmingCharacters(in: .whitespaces)
      }
    }
    let head = table.first.map(fields) ?? []
    #expect(table.count == statuses.count + 1)
    return zip(table.dropFirst(), statuses).enumerated().map { index, row in
      let (line, status) = row
      let fields = Dictionary(zip(head, fields(of: line))) { first, _ in first }
      func short(_ name: String) -> String { Self.short(fields[name] ?? "") }
      let place = short("place").isEmpty ? "–" : short("place")
      let gap =
        switch status {
        case "dnf", "dsq", "dns": status.uppercased()
        case "running" where index == 0 && place == "1": "leader"
        case _ where index == 0 && place == "1": short("time")
        default: short("gap")
        }
      return [
        place, short("bib"), short("name"), short("laps") == "0" ? "" : short("laps"),
        short("last"),
        short("best"), gap, short("interval"),
      ]
    }
  }

  /// The rows that the page of a session has to show, newest first, from what `show` prints: the lap,
  /// or its segment, its time and its split.
  func lapsOfShow(_ session: Int) throws -> [[String]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(self("show", "\(session)", "--json").utf8))
    let laps = (json as? [String: Any])?["laps"] as? [[String: Any]] ?? []
    return laps.reversed().map { lap in
      let number = (lap["number"] as? Int).map(String.init) ?? "–"
      return [
        lap["segment_name"] as? String ?? number, Self.short(lap["lap"] as? String ?? ""),
        Self.short(lap["split"] as? String ?? ""),
      ]
    }
  }

  /// Leaves out leading zeros, and the minutes of differences that have none: `1:36.5`, `+15.6`.
  private static func short(_ text: String) -> String {
    let digits = text.drop { "+-".contains($0) }
    let sign = text.prefix(text.count - digits.count)
    guard digits.dropFirst(2).hasPrefix(":"), digits.count(where: { $0 == ":" }) == 1 else {
      return text
    }
    let isDifference = !sign.isEmpty && digits.hasPrefix("00:")
    let rest = isDifference ? digits.dropFirst(3) : digits
    return String(sign + (rest.hasPrefix("0") ? rest.dropFirst() : rest))
  }
}

extension Browser {
  /// Waits until the board of a race has these rows and no others.
  func wait(forBoard rows: [[String]], within seconds: Double = 60) throws {
    try wait(
      for: rows,
      in: """
        [...document.querySelectorAll("table.board tbody tr")].map((row) =>
          ["place", "bib", "name a", "laps", "last", "best", "gap", "interval"]
            .map((name) => row.querySelector("." + name)?.textContent.trim() ?? ""))
        """, within: seconds)
  }

  /// Waits until the page of a session has these laps and no others.
  func wait(forLaps rows: [[String]]) throws {
    try wait(
      for: rows,
      in: """
        [...document.querySelectorAll("main table tbody tr")].map((row) =>
          ["lap", "time", "split"].map((name) => row.querySelector("." + name)?.textContent ?? ""))
        """, within: 60)
  }

  private func wait(for rows: [[String]], in expression: String, within seconds: Double) throws {
    do {
      try wait(
        for: "JSON.stringify(\(expression)) === JSON.stringify(arguments[0])", rows, within: seconds
      )
    } catch is Timeout {
      #expect(try value(expression) as? [[String]] == rows)
    }
  }
}
