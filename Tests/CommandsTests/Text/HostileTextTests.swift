import Foundation
import Host
import Testing

import Text

/// Texts that a terminal, a spreadsheet or a shell would interpret, or that mislead a reader.
struct HostileTextTests {
  static let texts = [
    "\u{1B}[31mred\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{9B}2J", "\u{202E}gnp.exe",
    "a\u{2066}b\u{2069}", "one\ntwo\r\tthree", "\u{FEFF}mark", "\u{FFF9}x\u{FFFB}",
    "a\u{2028}b", "=1+1", "+1", "@SUM(A1)", "'quoted", "\"", ",;|", "$(reboot)`x`", "\\fB.TH",
    ".TH X", "<b>&amp;", "[x](y)", "# no", "👩‍🚀é\u{301}中", " ", "\\N", "NULL", "\u{7F}",
    String(repeating: "\u{1B}", count: Label.mostBytes),
  ]

  /// A session whose names, tags, labels and timestamps are all of these texts.
  private func shell() throws -> Shell {
    let shell = Shell()
    for (index, text) in Self.texts.enumerated() {
      shell.pass(.seconds(1))
      let words = [["start", "--also", "--tag", text, "--", text], ["mark", "--", text]]
      for words in index == 0 ? words : [["name", "--", text], ["tag", "--", text], words[1]] {
        #expect(try shell.run(words).exit == 0, "\(words)")
      }
      #expect(try shell.run(["lap", "--", text]).exit == 0)
    }
    try shell.append(Self.unknown)
    return shell
  }

  /// Events of an unknown kind for each text, with the text as kind, source and data.
  private static var unknown: [(kind: String, source: String, data: String)] {
    let said = texts.map { text in
      var data = JSONWriter()
      data.object { $0.field("said", text) }
      return (text, text, String(decoding: data.bytes, as: UTF8.self))
    }
    // JSON can contain unescaped characters that a terminal interprets.
    return said + [("\u{1B}", "\u{1B}", "{\"said\":\"\u{9B}2J\u{202E}\u{7F}\"}")]
  }

  private static let commands = [
    ["show"], ["status"], ["list"], ["events"], ["replay", "1", "--speed", "max"], ["check"],
    ["query", "SELECT label, data, kind FROM laps JOIN events ON event = version"],
    ["query", "SELECT name AS \"\u{1B}[1m\u{202E}\", tags FROM sessions"],
    ["show", "nobody\u{1B}[31m"], ["lap", "--session", "\u{202E}x"], ["query", "SELECT '\u{1B}"],
    ["status", "--db", "/nowhere/\u{1B}[31m/x"], ["\u{1B}c"], ["lap", "--\u{9B}2J"],
    ["--complete", "zsh", "show", ""], ["--complete", "bash", "laptimer tag ", ""], ["man"],
    ["export"], ["query", "SELECT kind, source, data FROM events"], ["watch", "1", "--json"],
    ["record"], ["completions", "bash"], ["name", "last \u{1B}[31m"], ["undo"],
    ["tag", "t\u{202E}"], ["stop"],
  ]

  /// The lines for `record`: for each text a timestamp, and a line that is not a command.
  private static let lines = texts.map(\.shellQuoted).map { "mark \($0)\n\($0)\n" }.joined()

  enum Destination: CaseIterable { case file, terminal, terminalWithoutWidth }

  @Test(arguments: Destination.allCases)
  func `no format prints control characters of names`(destination: Destination) throws {
    let shell = try shell()
    shell.columns = destination == .terminal ? 80 : nil
    shell.isOnTerminal = destination != .file
    shell.environment["NO_COLOR"] = "1"
    let formats = TableFormat.allCases.map(\.rawValue)
    for command in Self.commands {
      let takesFormat = ["show", "list", "events", "query"].contains(command[0])
      let ways = [[], ["--json"]] + (takesFormat ? formats.map { ["--format", $0] } : [])
      for way in command[0] == "--complete" ? [[]] : ways {
        // In a file, these formats contain the exact bytes.
        let isData = way.last == "csv" || way.last == "tsv" || command == ["export"]
        if destination == .file, isData { continue }
        // Only an interrupt ends watch.
        shell.interrupts = command[0] == "watch" ? try interrupted() : nil
        let answer = try shell.run(command + way, input: command == ["record"] ? Self.lines : "")
        let tabs: Set<Unicode.Scalar> = way.last == "tsv" ? ["\n", "\t"] : ["\n"]
        for text in [answer.output, answer.errors] {
          let obeyed = text.unicodeScalars.first { !tabs.contains($0) && Harmless.isObeyed($0) }
          #expect(obeyed == nil, "\(command + way): \(text)")
        }
      }
    }
  }

  private func interrupted() throws -> Interrupts {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    return Interrupts(file: dup(pipe.fileHandleForReading.fileDescriptor))
  }

  @Test func `names are stored and read back unchanged`() throws {
    let shell = try shell()
    let sql = "SELECT label FROM laps ORDER BY event"
    let json = try shell.run(["query", sql, "--json"]).output
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: String]])
    #expect(
      rows.compactMap { $0["label"] }.map { Array($0.utf8) } == Self.texts.map { Array($0.utf8) })
    let tsv = try shell.run(["query", sql, "--format", "tsv"]).output
    #expect(
      tsv.unicodeScalars.split(separator: "\n").map { String($0).unescaped } == ["label"]
        + Self.texts)
    let log = Shell()
    #expect(log("import -", input: shell("export").output).exit == 0)
    #expect(try log.run(["query", sql, "--json"]).output == json)
  }

  @Test(arguments: [
    ("query 'SELECT name FROM sessions'", "\n=1+1\n"), ("list", ",=1+1,"), ("show", ",-2,"),
    // The payloads of events begin with a brace.
    ("events", ""),
  ])
  func `defused CSV has an apostrophe before each formula`(command: String, formula: String) {
    let shell = Shell("start =1+1 --tag @x", "lap -- -2")
    let plain = shell("\(command) --format csv").output
    #expect(plain.contains(formula) || formula.isEmpty)
    let defused = "\(formula.prefix(1))'\(formula.dropFirst())"
    #expect(
      shell("\(command) --format csv --defuse").output
        == (formula.isEmpty ? plain : plain.replacing(formula, with: defused)))
  }

  @Test func `names that are too long, empty or invalid UTF-8 are refused`() throws {
    let shell = Shell()
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for bad in [
      long, [], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], Array("a".utf8) + [0xE2, 0x80],
    ] {
      for words in [["start"], ["lap"], ["mark"], ["name"], ["tag"], ["start", "--tag"]] {
        let answer = try shell.run(words.map { Array($0.utf8) } + [bad])
        #expect(answer.exit == 64 && answer.errors.utf8.count < 2000, "\(answer)")
        #expect(!answer.errors.unicodeScalars.contains { $0 != "\n" && Harmless.isObeyed($0) })
      }
      let line = Array("start '".utf8) + bad + Array("'\n".utf8)
      #expect(try shell.run([Array("record".utf8)], input: line).exit == 65)
    }
    #expect(!FileManager.default.fileExists(atPath: shell.log))
    let most = String(repeating: "x", count: Label.mostBytes)
    #expect(try shell.run(["start", most]).exit == 0)
    let refused = try shell.run(["lap", most + "x"])
    #expect(refused.exit == 64 && refused.errors.contains("it has 1025 bytes; the limit is 1024"))
    #expect(try shell.run(["status", "--json"]).output.contains(most))
  }
}

extension String {
  fileprivate var unescaped: String {
    let escapes: [Substring: String] = ["t": "\t", "n": "\n", "r": "\r"]
    return replacing(/\\((?s:.))/.matchingSemantics(.unicodeScalar)) {
      escapes[$0.output.1] ?? String($0.output.1)
    }
  }
}
