import Foundation
import ProcessTestSupport
import Testing

extension ServedLog {
  /// The rows that the board of a race has to show, from what `standings` prints: the place, the bib,
  /// the name, the laps, the last and the best lap, the gap and the interval.
  func boardOfStandings(_ filter: [String] = []) throws -> [[String]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(run(["standings", "1", "--json"] + filter).utf8))
    let document = json as? [String: Any] ?? [:]
    let statuses = (document["waves"] as? [[String: Any]] ?? [document]).flatMap { wave in
      (wave["standings"] as? [[String: Any]] ?? []).map { $0["status"] as? String ?? "" }
    }
    let tables = try Self.tables(in: run(["standings", "1"] + filter), from: "place")
    #expect(tables.joined().count == statuses.count)
    var rest = statuses[...]
    return tables.flatMap { rows in
      rows.enumerated().map { index, row in
        func short(_ name: String) -> String { Self.short(row[name] ?? "") }
        let place = short("place").isEmpty ? "–" : short("place")
        let isFirst = index == 0 && place == "1"
        let gap =
          switch rest.popFirst() {
          case let status? where ["dnf", "dsq", "dns"].contains(status): status.uppercased()
          case "running" where isFirst: "leader"
          case _ where isFirst: short("time")
          default: short("gap")
          }
        return [
          place, short("bib"), short("name"), short("laps") == "0" ? "" : short("laps"),
          short("last"), short("best"), gap, short("interval"),
        ]
      }
    }
  }

  /// The rows of printed tables whose headers begin with a word, and whose rows begin with a space.
  private static func tables(in text: String, from word: String) -> [[[String: String]]] {
    var tables: [[[Character]]] = []
    var isTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(word) {
        tables.append([Array(line)])
        isTable = true
      } else if isTable, line.hasPrefix(" ") {
        tables[tables.count - 1].append(Array(line))
      } else {
        isTable = false
      }
    }
    return tables.map(rows)
  }

  private static func rows(of table: [[Character]]) -> [[String: String]] {
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
    return table.dropFirst().map { line in
      Dictionary(zip(head, fields(of: line))) { first, _ in first }
    }
  }

  /// The rows that the page of a session has to show, newest first, from what `show` prints: the lap,
  /// or its segment, its time, its split, and its difference to the personal best on a course.
  func lapsOfShow(_ session: Int) throws -> [[String]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(self("show", "\(session)", "--json").utf8))
    let details = json as? [String: Any]
    let differences = details?["comparison"] == nil ? [:] : try differences(inShow: session)
    let laps = details?["laps"] as? [[String: Any]] ?? []
    return laps.reversed().map { lap in
      let number = (lap["number"] as? Int).map(String.init) ?? "–"
      let segment = lap["segment_name"] as? String
      let split = lap["split"] as? String ?? ""
      return [
        segment ?? number, Self.short(lap["lap"] as? String ?? ""), Self.short(split),
        segment == nil ? "" : Self.short(differences[split] ?? ""),
      ]
    }
  }

  /// The differences of the laps by their splits.
  private func differences(inShow session: Int) throws -> [String: String] {
    let lines = try self("show", "\(session)").split(separator: "\n")
    return Dictionary(
      lines.compactMap { line in
        // 1) 01:00.0  01:00.0  -01:00.0*  ██████  Out
        let words = line.split(separator: " ")
        guard words.count > 3, words[0].hasSuffix(")"), "+-".contains(words[3].prefix(1)) else {
          return nil
        }
        return (String(words[1]), String(words[3]))
      }, uniquingKeysWith: { first, _ in first })
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
  func wait(forBoard rows: [[String]], within seconds: Double = 30) throws {
    try wait(
      for: rows,
      in: """
        [...document.querySelectorAll("table.board tbody tr:not(.group, :has(.empty))")].map((row) =>
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
          ["lap", "time", "split", "difference"]
            .map((name) => row.querySelector("." + name)?.textContent ?? ""))
        """, within: 30)
  }

  private func wait(for rows: [[String]], in expression: String, within seconds: Double) throws {
    do {
      try wait(
        for: "JSON.stringify(\(expression)) === JSON.stringify(arguments[0])", rows, within: seconds
      )
    } catch let timeout as Timeout {
      #expect(try value(expression) as? [[String]] == rows)
      throw timeout
    }
  }
}
