import Testing
import Text
import Timing
import TimingTestSupport

@testable import Racing

struct StandingsReportTests {
  private var standings = Standings.crit

  private func report(_ standings: Standings = .crit, hasLaps: Bool = false) -> StandingsReport {
    StandingsReport(
      session: 3, uid: EventID(high: 1, low: 2), name: "Crit", position: 812,
      standings: standings, hasLaps: hasLaps)
  }

  private func text(_ report: StandingsReport, _ format: StandingsFormat) throws -> String {
    var output: [UInt8] = []
    try report.write(format, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test mutating func `the best lap is the best of the laps as they are shown`() throws {
    // Exactly, the second lap is the best one.
    standings.waves[0].rows = [Standings.Row(bib: "1", "Ada", laps: [1190, 2300])]
    let shown = try text(report(standings), .rows(.table))
    #expect(shown.contains("last     best"))
    #expect(shown.contains("00:01.2  00:01.1"))
    #expect(try text(report(standings), .rows(.json)).contains(#""best_ns":1110000000"#))
  }

  @Test(arguments: [TableFormat.json, .ndjson, .csv, .tsv], [false, true])
  mutating func `a report is the same if its bytes are removed while it is written`(
    format: TableFormat, hasLaps: Bool
  ) throws {
    standings.waves.append(standings.waves[0])
    for waves in 1...2 {
      var report = report(standings, hasLaps: hasLaps)
      report.standings.waves = Array(standings.waves.prefix(waves))
      var (bytes, removed, parts): ([UInt8], [UInt8], Int) = ([], [], 0)
      try report.write(.rows(format), to: &bytes) { bytes in
        removed += bytes
        bytes = []
        parts += 1
      }
      #expect(parts == report.standings.waves.reduce(0) { $0 + $1.rows.count })
      #expect(String(decoding: removed + bytes, as: UTF8.self) == (try text(report, .rows(format))))
    }
    struct Full: Error {}
    var bytes: [UInt8] = []
    #expect(throws: Full.self) {
      try report(hasLaps: hasLaps).write(.rows(format), to: &bytes) { _ in throw Full() }
    }
  }

  // MARK: JSON and CSV

  @Test mutating func `JSON has the fields of the contract`() throws {
    standings.waves[0].rows = Array(standings.waves[0].rows.dropFirst(1).prefix(1))
    #expect(
      try text(report(standings), .rows(.json)) == """
        {"session":3,"uid":"00000000-0000-0001-0000-000000000002","name":"Crit","phase":"finished",\
        "format":"3 laps","as_of":{"position":812,"running_time_ns":200000000000},\
        "provisional":false,"standings":[{"position":2,"bib":"4","name":"Eve","team":null,\
        "category":"M","wave":null,"status":"finished","laps":3,"time_ns":192410000000,\
        "time":"03:12.4","gap_ns":10090000000,"gap_laps":0,"interval_ns":10090000000,\
        "last_ns":61410000000,"best_ns":59000000000,"penalty_ns":10000000000,"penalty_laps":0,\
        "flags":[],"event_id":"00000000-0000-0002-0000-000000000003"}],"unknown":[{"chip":"0A1B",\
        "crossings":3},{"bib":"99","crossings":1},{"chip":null,"crossings":2}]}

        """)
  }

  @Test func `results have all laps in JSON`() throws {
    #expect(
      try text(report(hasLaps: true), .rows(.json)).contains(
        """
        "event_id":"00000000-0000-0002-0000-000000000002","laps":[\
        {"number":1,"split_ns":70000000000,"lap_ns":70000000000,"point":null,\
        "event_id":"00000000-0000-0002-0000-000000000001","flags":[]},\
        {"number":null,"split_ns":71500000000,"lap_ns":1500000000,"point":null,\
        "event_id":"00000000-0000-0002-0000-000000000009","flags":["short"]},\
        {"number":2,"split_ns":185000000000,"lap_ns":115000000000,"point":null,\
        "event_id":"00000000-0000-0002-0000-000000000002","flags":[]}]}
        """))
  }

  @Test mutating func `several waves are a list of lists`() throws {
    standings.waves.append(Standings.Wave(name: "B", format: standings.format, rows: []))
    standings.waves[0].rows = []
    standings.unknown = []
    #expect(
      try text(report(standings), .rows(.json)).hasSuffix(
        #""waves":[{"wave":null,"standings":[]},{"wave":"B","standings":[]}],"unknown":[]}"# + "\n")
    )
    standings.waves = []
    #expect(
      try text(report(standings), .rows(.json)).hasSuffix(#""standings":[],"unknown":[]}"# + "\n"))
  }

  @Test(arguments: [false, true])
  func `NDJSON has the objects of the runners in JSON, each in a line`(hasLaps: Bool) throws {
    let report = report(hasLaps: hasLaps)
    let lines = try text(report, .rows(.ndjson)).split(separator: "\n")
    #expect(lines.count == standings.waves[0].rows.count)
    let json = try text(report, .rows(.json))
    #expect(json.contains("[" + lines.joined(separator: ",") + #"],"unknown":["#))
  }

  @Test func `other formats of rows have those of CSV`() throws {
    let (csv, tsv) = (try text(report(), .rows(.csv)), try text(report(), .rows(.tsv)))
    let rows = csv.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? #"\N"# : $0 }.joined(separator: "\t") + "\n"
    }
    #expect(tsv == rows.joined())
    #expect(
      StandingsFormat.allCases.map(\.rawValue) == TableFormat.allCases.map(\.rawValue) + ["html"])
  }

  @Test func `CSV has a row a runner, with the fields of JSON`() throws {
    #expect(
      try text(report(), .rows(.csv)) == """
        position,bib,name,team,category,wave,status,laps,time_ns,time,gap_ns,gap_laps,\
        interval_ns,last_ns,best_ns,penalty_ns,penalty_laps,flags,event_id,\
        doubt_ns
        1,17,Ada Lovelace,Engine,W,,finished,3,182320000000,03:02.3,0,0,0,62240000000,\
        59040000000,0,0,,00000000-0000-0002-0000-000000000003,
        2,4,Eve,,M,,finished,3,192410000000,03:12.4,10090000000,0,10090000000,61410000000,\
        59000000000,10000000000,0,,00000000-0000-0002-0000-000000000003,
        3,23,Bob,Engine,M,,finished,2,185000000000,03:05.0,,1,,115000000000,70000000000,0,0,,\
        00000000-0000-0002-0000-000000000002,
        ,007,Cy,,,,dns,0,,,,0,,,,0,0,not_seen,,

        """)
  }

  @Test func `CSV of results has a row a lap`() throws {
    let lines = try text(report(hasLaps: true), .rows(.csv)).split(separator: "\n")
    #expect(
      lines.first == """
        position,bib,name,team,category,wave,status,time_ns,penalty_ns,penalty_laps,number,\
        split_ns,lap_ns,point,event_id,flags,doubt_ns
        """)
    #expect(
      lines.contains(
        "3,23,Bob,Engine,M,,finished,185000000000,0,0,,71500000000,1500000000,,"
          + "00000000-0000-0002-0000-000000000009,short,"))
    #expect(lines.last == ",007,Cy,,,,dns,,0,0,,,,,,,")
    #expect(lines.count == 1 + 3 + 3 + 3 + 1)
  }

  // MARK: For people

  @Test func `a table has the columns that have texts, and adds up`() throws {
    #expect(
      try text(report(), .rows(.table)) == """
        Crit: 3 laps; finished 03:20.0

        place  bib  name          team    category  laps     time       gap  interval     last     best  status    notes
            1   17  Ada Lovelace  Engine  W            3  03:02.3                      01:02.3  00:59.0  finished
            2    4  Eve                   M            3  03:12.4  +00:10.1  +00:10.1  01:01.4  00:59.0  finished  +10s
            3   23  Bob           Engine  M            2  03:05.0    +1 lap    +1 lap  01:55.0  01:10.0  finished
               007  Cy                                 0                                                 dns       not_seen

        3 crossings of unknown chip 0A1B.
        1 crossing of unknown bib 99.
        2 crossings without a bib.

        """)
  }

  @Test func `a table of results lists the laps of each runner`() throws {
    #expect(
      try text(report(hasLaps: true), .rows(.table)).contains(
        """
        bib  name          lap     time    split  notes
         17  Ada Lovelace    1  01:01.0  01:01.0
                             2  00:59.0  02:00.0
                             3  01:02.3  03:02.3
          4  Eve             1  01:02.0  01:02.0
                             2  00:59.0  02:01.0
                             3  01:01.4  03:02.4
         23  Bob             1  01:10.0  01:10.0
                                         01:11.5  short
                             2  01:55.0  03:05.0

        """))
  }

  @Test mutating func `waves have titles, with a format of their own`() throws {
    standings.waves[0].rows = []
    for (name, laps) in [("B", 3), ("C", 2)] {
      standings.waves.append(Standings.Wave(name: name, format: RaceFormat(.laps(laps)), rows: []))
    }
    standings.unknown = []
    let shown = try text(report(standings), .rows(.table))
    let empty = "place  bib  laps  time"
    #expect(
      shown == """
        Crit: 3 laps; finished 03:20.0

        without a wave
        \(empty)

        B
        \(empty)

        C: 2 laps
        \(empty)

        """)
  }

  @Test mutating func `Markdown escapes what would be markup`() throws {
    standings.waves[0].rows = [Standings.Row(bib: "1", "*A* <b>|", laps: [])]
    standings.waves[0].name = "# one"
    standings.unknown = []
    standings.phase = .running
    #expect(
      try text(report(standings), .rows(.markdown)) == ##"""
        # Crit

        3 laps; running 03:20.0, provisional

        ## \# one

        | place | bib | name         | laps | time |
        | ----: | --: | ------------ | ---: | ---: |
        |       |   1 | \*A\* \<b>\| |    0 |      |

        """##)
  }

  // MARK: HTML

  @Test mutating func `a page shows names as text and refers to nothing`() throws {
    standings.waves[0].rows[0].name = #"<script src="//evil">alert('x')</script>&amp;"#
    standings.waves[0].rows[0].category = "\u{1B}[31m\u{202E}\n"
    standings.unknown[0].chip = "</p><img onerror=x>"
    var report = report(standings, hasLaps: true)
    report.name = "</title><h1>\"x\""
    report.start = "2026-11-21 10:00"
    let page = try text(report, .html)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n"))
    #expect(
      page.contains(
        #"<td dir="auto"><b>&lt;script src=&quot;//evil&quot;&gt;alert(&#39;x&#39;)&lt;/script&gt;"#
          + ##"&amp;amp;</b><small dir="auto">Engine · \u{1B}[31m\u{202E}\n</small></td>"##))
    #expect(page.contains("</h1>\n<p dir=\"auto\">2026-11-21 10:00</p>\n"))
    #expect(page.contains("&lt;/p&gt;&lt;img onerror=x&gt;"))
    for foreign in [
      "<script", "<img", "<link", "@import", "url(", "http:", "https:", " src=", " href=",
    ] { #expect(!page.replacing("&lt;script src=", with: "").contains(foreign), "\(foreign)") }
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("@media print"))
    #expect(page.contains(#"<h3 dir="auto">4 Eve</h3>"#))
  }

  @Test func `random texts leave the tags of a page in balance`() throws {
    var seed = Seed()
    for _ in 0..<300 {
      var standings = Standings.crit
      for index in standings.waves[0].rows.indices {
        standings.waves[0].rows[index].name = .markup(using: &seed)
        standings.waves[0].rows[index].team = .markup(using: &seed)
        standings.waves[0].rows[index].bib = .markup(using: &seed)
      }
      standings.waves[0].name = seed.chance(50) ? .markup(using: &seed) : nil
      var report = report(standings, hasLaps: seed.chance(50))
      report.name = .markup(using: &seed)
      let page = try text(report, .html)
      #expect(page.openTags == [], "\(seed)")
      #expect(page.unicodeScalars.first { $0 != "\n" && Harmless.isObeyed($0) } == nil, "\(seed)")
    }
  }
}

extension String {
  fileprivate static func markup(using seed: inout Seed) -> String {
    let parts = ["<td>", "</table>", "&", "\"", "'>", "<!--", "-->", "</style>", "\u{0}", "]]>"]
    return seed.chance(50)
      ? (0..<seed.below(4)).map { _ in parts[seed.below(parts.count)] }.joined()
      : .random(using: &seed)
  }

  /// The tags of a page that are not closed, or closed without being open.
  fileprivate var openTags: [String] {
    var open: [String] = []
    // By scalars, as a browser does: some characters join with a tag's bracket.
    for part in unicodeScalars.split(separator: "<").dropFirst() {
      let tag = String(part.prefix { $0 != ">" && $0 != " " })
      if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else { return ["\(tag)"] }
      } else if tag != "meta", !tag.hasPrefix("!") {
        open.append(tag)
      }
    }
    return open
  }
}
