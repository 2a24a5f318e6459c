import Testing

@testable import Arguments

struct CompletionTests {
  /// The candidates for a line; a listed name is its topic, the typed text and the log.
  private func candidates(_ line: String) -> Candidates {
    Sample.program.candidates(for: splitUnfinished(line).words) {
      topic, typed, subcommand, values in
      [Candidate("\(topic) \(typed) \(values[Sample.db] ?? "-") \(subcommand.name)", "listed")]
    }
  }

  private func offers(_ line: String) -> [String]? {
    guard case .words(let candidates) = candidates(line) else { return nil }
    return candidates.map(\.word)
  }

  @Test func `subcommands and aliases are offered, in the order of help`() {
    let all = ["start", "lap", "mark", "timestamp", "amend", "tag", "export", "import", "help"]
    for line in ["", "la", "--json --db x ", "help ", "help ma"] { #expect(offers(line) == all) }
    for line in ["bogus ", "help lap "] { #expect(offers(line) == [], "\(line)") }
    guard case .words(let words) = candidates("") else { return }
    #expect(words[1] == Candidate("lap", "Record a lap."))
  }

  @Test func `options are offered, but not after two dashes`() {
    let shared = ["--db", "--json", "--color", "--version", "--help", "-h"]
    #expect(offers("lap -") == ["--session", "--at", "--ago"] + shared)
    #expect(offers("timestamp --s") == ["--session"] + shared)
    #expect(offers("--") == shared)
    #expect(offers("lap -- --s") == [])
  }

  @Test func `options that cannot be given again are not offered`() {
    #expect(
      offers("lap --ago 2 --json -") == [
        "--session", "--db", "--color", "--version", "--help", "-h",
      ])
    #expect(offers("start --tag x -")?.first == "--tag")
  }

  @Test func `values are offered after a space and after an equals sign`() {
    for line in ["lap --color ", "--color a", "start --also --color "] {
      #expect(offers(line) == ["auto", "always", "never"])
    }
    #expect(offers("lap --color=a") == ["--color=auto", "--color=always", "--color=never"])
    for line in ["lap --at ", "lap --bogus=", "lap --json=a", "lap x", "lap x y"] {
      #expect(offers(line) == [], "\(line)")
    }
  }

  @Test func `files are left to the shell`() {
    #expect(candidates("import go") == .files(after: "", beginning: "go"))
    #expect(candidates("lap --db ~/g") == .files(after: "", beginning: "~/g"))
    #expect(candidates("--db=g=o") == .files(after: "--db=", beginning: "g=o"))
    #expect(candidates("import golf.log x") == .words([]))
  }

  @Test func `the program lists names for the values before the cursor`() {
    #expect(offers("lap --session Te") == ["sessions Te - lap"])
    #expect(offers("--db 'my log' lap --session=Te") == ["--session=sessions Te my log lap"])
    #expect(offers("export x Te --db=y -- -z Te") == ["sessions Te y export"])
    #expect(offers("start --tag ") == ["tags  - start"])
  }

  @Test(
    arguments: [
      ("laptimer lap x", ["lap", "x"], "x"), ("laptimer lap ", ["lap", ""], ""),
      ("laptimer --db ~/x lap ~/y", ["--db", "/home/x", "lap", "~/y"], "~/y"),
      ("laptimer lap Te\\ r", ["lap", "Te r"], "Te\\ r"),
      ("laptimer lap 'Te r", ["lap", "Te r"], "Te r"),
      ("laptimer lap \"it's \\$x", ["lap", "it's $x"], "it's \\$x"),
      ("laptimer lap --color=a", ["lap", "--color=a"], "a"), ("laptimer lap\\", ["lap"], ""),
    ] as [(String, [String], String)])
  func `a line of bash is split as by bash`(line: String, words: [String], replaced: String) {
    #expect(ShellLine(["bash", line, replaced], home: "/home")?.words == words)
  }

  @Test func `arguments that no script gives have no answer`() {
    for words in [[], ["tcsh", "x"], ["bash"], ["bash", "x"], ["bash", "x", "y", "z"]] {
      #expect(ShellLine(words, home: nil) == nil)
    }
    #expect(ShellLine(["zsh", "lap", ""], home: nil)?.words == ["lap", ""])
    #expect(ShellLine(["fish", "~/x", "~/y"], home: nil)?.words == ["~/x", "~/y"])
  }

  private let words = Candidates.words([
    Candidate("a:b", "c\\d:"), Candidate("it's \"$x`"), Candidate("bad\u{1B}"), Candidate(""),
  ])

  @Test func `zsh and fish get words with descriptions`() {
    #expect(ShellLine(["zsh", ""], home: nil)?.text(of: words) == "a\\:b:c\\\\d:\nit's \"$x`\n")
    #expect(ShellLine(["fish", ""], home: nil)?.text(of: words) == "a:b\tc\\d:\nit's \"$x`\t\n")
  }

  @Test func `bash gets the words that begin as typed, quoted, without the part that stays`() {
    func text(_ line: String, _ replaced: String) -> String? {
      ShellLine(["bash", "laptimer " + line, replaced], home: nil)?.text(of: words)
    }
    #expect(text("", "") == "a:b\nit\\'s\\ \\\"\\$x\\`\n")
    #expect(text("a:", "") == "b\n")
    #expect(text("a", "a") == "a:b\n")
    #expect(text("\"a", "a") == "a:b\n")
    #expect(text("\"it", "it") == "")
    #expect(text("'it", "it") == "")
    let file = Candidates.files(after: "--db=", beginning: "go")
    #expect(ShellLine(["bash", "laptimer --db=go", "go"], home: nil)?.text(of: file) == "\t\tgo\n")
    let whole = ShellLine(["bash", "laptimer --db=go", "--db=go"], home: nil)
    #expect(whole?.text(of: file) == "\t--db=\tgo\n")
  }
}
