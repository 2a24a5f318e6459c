import Racing
import Testing
import Text
import Timing
import TimingTestSupport

struct EntriesFileTests {
  private func file(_ text: String) throws(EntriesFileError) -> EntriesFile {
    try EntriesFile(Array(text.utf8))
  }

  private func message(_ text: String) -> String? { message(Array(text.utf8)) }

  private func message(_ bytes: [UInt8]) -> String? {
    #expect(throws: EntriesFileError.self) { try EntriesFile(bytes) }?.description
  }

  private static let ada = RaceEvent.Entry("17") {
    $0.name = .set("Ada Lovelace")
    $0.team = .set("Engine, Ltd")
    $0.chips = .set(["0A1B", "0C"])
  }
  private static let alan = RaceEvent.Entry("007") {
    $0.name = .set(#"Alan "Bombe" Turing"#)
    $0.category = .set("M40")
  }

  @Test(arguments: [
    """
    bib,name,team,category,chips
    17,Ada Lovelace,"Engine, Ltd",,0A1B | 0C
    007,"Alan ""Bombe"" Turing",,M40,
    """,
    "\u{FEFF}Number;Full Name;Club;Class;Transponder\r\n"
      + "17;Ada Lovelace;Engine, Ltd;;\"0A1B;0C\"\r\n"
      + "007;\"Alan \"\"Bombe\"\" Turing\";;M40\r\n",
    "category\tchip 1\tName\tchip 2\tteam\tBib No.\r\t0A1B\t Ada Lovelace \t0C\tEngine, Ltd\t17\r"
      + "\r\t\t\t\t\t\rM40\t\t\"Alan \"\"Bombe\"\" Turing\"\t\t\t\"007 \"\r",
    "\u{FEFF}sep=;\r\nSTARTNR;NAME;CLUB;CLASS;TAG\r\n17;Ada Lovelace;Engine, Ltd;;0A1B/0C\r\n"
      + "007;\"Alan \"\"Bombe\"\" Turing\";;M40;\r\n",
    "SEP=^\nname^team^category^chip^bib\nAda Lovelace^Engine, Ltd^^0A1B,0C^17\n"
      + "\"Alan \"\"Bombe\"\" Turing\"^^M40^^007",
  ])
  func `separators, quotes, line ends and column order make no difference`(text: String) throws {
    let file = try file(text)
    #expect(file.entries == [Self.ada, Self.alan])
    #expect(file.ignoredColumns == [])
  }

  @Test func `an entry has the line on which it begins`() throws {
    let text = "\n\nbib,name\r\n1,\"A\r\nB\n\"\n\n , \n"
    #expect(try file(text).entries.map(\.name) == [.set("A\r\nB")])
    #expect(message(text + "1,C\n") == "line 9: bib '1' is on line 4, too")
  }

  @Test func `an empty cell leaves the field, an unknown column is reported`() throws {
    let file = try file(
      "paid,bib,first,last,wave,start,Remark, \nyes,1,,Hopper,blue,10:00:30\nno,2,Grace,,,,x,\n")
    #expect(file.ignoredColumns == ["paid", "start", "Remark"])
    #expect(
      file.entries == [
        RaceEvent.Entry("1") {
          $0.last = .set("Hopper")
          $0.wave = .set("blue")
        }, RaceEvent.Entry("2") { $0.first = .set("Grace") },
      ])
  }

  @Test func `a chip named twice counts once, and control characters stay in a name`() throws {
    let file = try file("bib,chips,name\n1,0a/0A//0b/ 0 B,\"\u{1B}[31mred\"\n")
    #expect(file.entries.first?.chips == .set(["0a", "0b"]))
    #expect(file.entries.first?.name == .set("\u{1B}[31mred"))
  }

  @Test(arguments: [
    ("bib;chip\n2;aa 02\n", ["aa 02"]),
    ("bib;chip\n2;\"aa 02 ; bb  03\"\n", ["aa 02", "bb  03"]),
    ("bib,chips\n2,\"aa 02, bb\ncc\"\n", ["aa 02", "bb", "cc"]),
    ("bib,chips\n2, / | \n", nil),
  ])
  func `spaces are part of a chip`(_ text: String, _ chips: [String]?) throws {
    let expected: PlanChange.Rule<[String]> = chips.map { .set($0) } ?? .unchanged
    #expect(try file(text).entries.map(\.chips) == [expected])
  }

  @Test(arguments: [
    ("", "line 1: the file is empty; its first line names the columns"),
    (" \n,,\n", "line 1: the file is empty; its first line names the columns"),
    ("17,Ada\n", "line 1: the first line names no column 'bib'"),
    ("\nname,bibb\n", "line 2: the first line names no column 'bib'"),
    ("bib,name,number\n", "line 1, column 'number': column 'bib' has the same field"),
    ("sep=;\nname\n", "line 2: the first line names no column 'bib'"),
    ("sep=,,\nbib\n", "line 1: the first line names no column 'bib'"),
    ("bib,name,bib\n", "line 1, column 'bib': the first line names it twice"),
    ("bib,name\n1,A\n2,B,C\n", "line 3, column 3: the line has more cells than there are columns"),
    ("bib,name\n1,A\n,B\n", "line 3: the bib is missing"),
    (
      "bib\n12345678901234567\n",
      "line 2, column 'bib': the bib is not valid: it has 17 characters; the limit is 16"
    ),
    ("bib\n1\u{7}7\n", "line 2, column 'bib': the bib is not valid: it has a control character"),
    ("bib,category\n1,a\u{7}\n", "line 2, column 'category': it has a control character"),
    ("name,bib\nA,1\nB,2\n\nC,1\n", "line 5: bib '1' is on line 2, too"),
    ("bib,chip\n1,A B/c\n2,d\n3,e/ab\n", "line 4: chip 'ab' is on line 2, too"),
    ("bib,name\n1,\"A\n2,B\n", "line 2, column 2: the quote is not closed"),
    ("bib,name\n1,\"A\nB\"C\n", "line 3, column 2: a separator must follow the closing quote"),
    (
      "bib,name\n1,A\n11;B\n",
      "line 3, column 'bib': the bib has ';', but the first line separates columns by ','"
    ),
    (
      "bib\tname\n1\tA\n11,B\n",
      "line 3, column 'bib': the bib has ',', but the first line separates columns by a tab"
    ),
    (
      "bib,tags\n1,\(Array(repeating: "x", count: 17).joined(separator: "|"))\n",
      "line 2, column 'tags': an entry has at most 16 chips"
    ),
    (
      "bib,wave\n1,\(String(repeating: "w", count: 1025))\n",
      "line 2, column 'wave': the text is not valid: it has 1025 bytes; the limit is 1024"
    ),
    (
      String(repeating: ",", count: 100_000),
      "line 1, column 1001: the line has more than 1,000 columns"
    ),
    (
      "bib\n1\n" + String(repeating: ",", count: 100_000),
      "line 3, column 1001: the line has more than 1,000 columns"
    ),
  ])
  func `an error names the line and the column`(_ text: String, _ expected: String) {
    #expect(message(text) == expected)
  }

  @Test func `bytes that are not UTF-8 are named by line`() {
    let reason = "it is not valid UTF-8; save it as 'CSV UTF-8' in the spreadsheet"
    #expect(message(Array("bib,name\r\n1,A\r\n2,".utf8) + [0xE9, 0x0A]) == "line 3: \(reason)")
    #expect(message([0xFF, 0xFE, 0x62, 0x00]) == "line 1: \(reason)")
  }

  @Test func `the number of entries is limited`() throws {
    let lines = (1...EntriesFile.mostEntries).map { "\($0)\n" }.joined()
    #expect(try file("bib\n" + lines).entries.count == EntriesFile.mostEntries)
    #expect(
      message("bib\n" + lines + "x\n") == "line 100002: the file has more than 100,000 entries")
  }

  @Test func `random entries are read as they are written`() throws {
    var seed = Seed()
    let paths: [String: WritableKeyPath<RaceEvent.Entry, PlanChange.Rule<String>>] = [
      "name": \.name, "first": \.first, "last": \.last, "team": \.team, "category": \.category,
      "wave": \.wave,
    ]
    for _ in 0..<1000 {
      let separator = [",", ";", "\t"][seed.below(3)]
      let end = ["\n", "\r\n", "\r"][seed.below(3)]
      let fields = (["bib"] + paths.keys.sorted()).shuffled(using: &seed)
      var entries: [RaceEvent.Entry] = []
      var text = fields.joined(separator: separator) + end
      for bib in 0..<seed.below(5) {
        var entry = RaceEvent.Entry(bib: "\(bib)")
        let cells = fields.map { field -> String in
          guard let path = paths[field] else { return entry.bib }
          var value = seed.cell()
          if ["team", "category", "wave"].contains(field),
            value.unicodeScalars.contains(where: Harmless.isObeyed)
          {
            value = "plain"
          }
          if !value.isEmpty { entry[keyPath: path] = .set(value) }
          return "\"" + value.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
        }
        entries.append(entry)
        text += cells.joined(separator: separator) + end
      }
      #expect(try file(text).entries == entries, "\(seed): \(text.debugDescription)")
    }
  }
}

extension Seed {
  /// A text without spaces around it, often empty.
  fileprivate mutating func cell() -> String {
    let text = chance(30) ? "" : String.random(using: &self)
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
