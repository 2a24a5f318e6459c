import Arguments
import Foundation
import ProcessTestSupport
import Testing
import Text

/// Completion by real shells, which call the built program.
struct CompletionTests {
  private let laptimer: RealProgram

  /// The names of sessions, newer ones first; some would run a command if a shell evaluated them.
  private static let names = [
    "Tempo run", "Tempo two", "it's", "a:b", "say \"hi\"", "$(touch pwned)", "`touch pwned`",
    "x; touch pwned", "back\\slash", "*", "~", "-dash", "Läufe",
  ]

  init() throws {
    laptimer = try RealProgram()
    let starts = (Self.names + ["bad\u{1B}[31m"]).reversed().map {
      "start --also --tag race -- \($0.shellQuoted)\n"
    }
    try laptimer("record", input: starts.joined())
    for shell in Arguments.Shell.allCases {
      let script = try laptimer("completions", shell.rawValue).output
      try write(script, to: shell == .zsh ? "_laptimer" : "completion." + shell.rawValue)
    }
    try write("", to: "golf.log")
  }

  private func write(_ text: String, to name: String) throws {
    try writeFile(text.utf8, to: laptimer.folder + "/" + name)
  }

  private func read(_ name: String) -> String {
    String(decoding: contents(of: laptimer.folder + "/" + name), as: UTF8.self)
  }

  /// Whether a shell has evaluated the name of a session.
  private var hasRunInjection: Bool {
    FileManager.default.fileExists(atPath: laptimer.folder + "/pwned")
  }

  /// The words that a shell offers for a line, without their descriptions.
  private func offers(_ line: String, _ shell: Arguments.Shell) throws -> [String] {
    switch shell {
    case .bash: return try bashOffers(line)
    case .zsh: return try zshOffers(line)
    case .fish:
      let quoted = line.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#)
      return try lines(
        "fish", "--no-config", "-c", "source completion.fish; complete -C '\(quoted)'"
      ).map { String($0.prefix { $0 != "\t" }) }
    }
  }

  private func lines(_ words: String...) throws -> [String] {
    // The timeout ends a shell that waits for more keys.
    let answer = try laptimer.run(["/usr/bin/timeout", "--foreground", "60"] + words)
    #expect(answer.errors == "")
    return answer.output.split { $0.isNewline }.map(String.init)
  }

  /// Presses the tab key in an interactive bash, without the package bash-completion.
  private func bashOffers(_ line: String, setup: String = "") throws -> [String] {
    try write(
      """
      PS1=
      source ./completion.bash
      print() {
        _laptimer "$@"
        ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}" >offered
        kill -KILL $$
      }
      complete -F print laptimer
      \(setup)

      """, to: ".bashrc")
    try write("", to: "offered")
    try write(line + "\t", to: "keys")
    _ = try lines(
      "bash", "--norc", "-c", "script -qec 'bash --rcfile ./.bashrc -i' /dev/null <keys")
    return read("offered").split(separator: "\n").map(String.init)
  }

  private func zshOffers(_ line: String, setup: String = "") throws -> [String] {
    let scripts = fixtures.path
    try write("source '\(scripts)/completion-setup.zsh'\n\(setup)print ready", to: "setup.zsh")
    // Two groups of completions can contain the same word.
    return try lines("zsh", "-f", scripts + "/completion-driver.zsh", line).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The words that bash and zsh offer are quoted for the line.
  private func unquotedOffers(_ line: String, _ shell: Arguments.Shell) throws -> [String] {
    let offers = try offers(line, shell)
    return try shell == .fish ? offers : offers.flatMap { try splitWords($0) }
  }

  @Test(arguments: Arguments.Shell.allCases)
  func `subcommands, aliases and options are offered`(shell: Arguments.Shell) throws {
    let all = try offers("laptimer ", shell)
    #expect(Set(all).isSuperset(of: ["lap", "mark", "timestamp", "man", "help"]))
    #expect(!all.contains { $0.hasPrefix("-") })
    #expect(try offers("laptimer --json --db x la", shell) == ["lap"])
    #expect(try offers("laptimer help time", shell) == ["timestamp"])
    #expect(try offers("laptimer bogus ", shell) == [])
    #expect(
      try offers("laptimer undo --", shell).sorted() == [
        "--color", "--db", "--help", "--id", "--json", "--precision", "--session", "--version",
      ])
    #expect(try offers("laptimer timestamp --s", shell) == ["--session"])
  }

  @Test(arguments: Arguments.Shell.allCases)
  func `choices are offered after a space and after an equals sign`(shell: Arguments.Shell) throws {
    #expect(try offers("laptimer lap --color a", shell).sorted() == ["always", "auto"])
    // bash breaks words there.
    let base = shell == .bash ? "" : "--color="
    #expect(
      try offers("laptimer lap --color=a", shell).sorted() == [base + "always", base + "auto"])
    #expect(try offers("laptimer lap --ago ", shell) == [])
    #expect(try offers("laptimer amend st", shell).sorted() == ["start", "stop"])
    #expect(try offers("laptimer query --format nd", shell) == ["ndjson"])
  }

  @Test(arguments: Arguments.Shell.allCases)
  func `the shell offers files for a path`(shell: Arguments.Shell) throws {
    #expect(try offers("laptimer import go", shell) == ["golf.log"])
    #expect(try offers("laptimer --db go", shell) == ["golf.log"])
    let base = shell == .bash ? "" : "--db="
    #expect(try offers("laptimer --db=go", shell) == [base + "golf.log"])
    #expect(try offers("laptimer lap go", shell) == [])

    try write("", to: "my log")
    for word in ["'my", "\"my", "my\\ l", "~/my"] {
      let paths = try offers("laptimer --db \(word)", shell)
      let forms = ["my log", "my log'", "my log\"", "my\\ log"]
      #expect(paths.count == 1 && forms.contains { paths[0].hasSuffix($0) }, "\(word): \(paths)")
    }
  }

  @Test(arguments: Arguments.Shell.allCases)
  func `the sessions of the log are offered, and the shell does not evaluate them`(
    shell: Arguments.Shell
  ) throws {
    let all =
      (1...Self.names.count + 1).map { "\($0)" }
      + Self.names.map { $0.hasPrefix("-") ? "name:\($0)" : $0 }
    #expect(try unquotedOffers("laptimer lap --session ", shell).sorted() == all.sorted())
    #expect(try unquotedOffers("laptimer export x Te", shell) == ["Tempo run", "Tempo two"])
    #expect(try unquotedOffers("laptimer tag r", shell) == ["race"])
    #expect(!hasRunInjection)
  }

  @Test(arguments: Arguments.Shell.allCases)
  func `the log is that of the line`(shell: Arguments.Shell) throws {
    for (name, option) in [("my log", "--db 'my log'"), ("x", "--db=x"), ("y", "--db ~/y")] {
      try laptimer("--db", name, "start", "Session of \(name)")
      #expect(
        try unquotedOffers("laptimer \(option) lap --session S", shell) == ["Session of \(name)"])
    }
  }

  @Test(arguments: Arguments.Shell.allCases)
  func `courses, segments, comparisons and bibs are offered`(shell: Arguments.Shell) throws {
    let log = ["--db", "races.db"]
    try writeFile("bib,name\n7,Ada\n70,Bo\n8,Cy\n".utf8, to: laptimer.folder + "/runners.csv")
    for words in [
      ["start", "Crit", "--race", "20 laps", "--entries", "runners.csv"],
      ["start", "--course", "golf", "--segments", "Hole 1,Hole 2", "--also"],
      ["start", "--course", "5k", "--segments", "1k,2k", "--also"],
    ] { #expect(try laptimer.run([Child.laptimer] + log + words).exit == 0) }
    func offers(_ line: String) throws -> [String] {
      try unquotedOffers("laptimer --db races.db " + line, shell).sorted()
    }
    #expect(try offers("best ") == ["5k", "golf"])
    #expect(try offers("start --course g") == ["golf"])
    #expect(try offers("lap --session 2 --segment ") == ["Hole 1", "Hole 2"])
    #expect(try offers("name --course 5k --segment ") == ["1k", "2k"])
    #expect(try offers("show --against b") == ["best"])
    #expect(
      try offers("compare ") == [
        "1", "2", "3", "Crit", "average", "best", "latest", "median", "pb", "worst",
      ])
    #expect(try offers("start --race el") == ["elimination", "elimination every 2"])
    #expect(try offers("cross --session 1 7") == ["7", "70"])
    #expect(try offers("cross --session 2 ") == [])
  }

  @Test func `the script of zsh can also be sourced`() throws {
    let script = read("_laptimer")
    try FileManager.default.removeItem(atPath: laptimer.folder + "/_laptimer")
    try write(script, to: "script.zsh")
    #expect(try zshOffers("laptimer la", setup: "source ./script.zsh\n") == ["lap"])
  }

  @Test func `bash offers the part of a word that it replaces`() throws {
    #expect(try bashOffers("laptimer --color=").sorted() == ["always", "auto", "never"])
    let setup = "COMP_WORDBREAKS=${COMP_WORDBREAKS//=}"
    #expect(
      try bashOffers("laptimer --color=a", setup: setup).sorted() == [
        "--color=always", "--color=auto",
      ])
    #expect(try bashOffers("laptimer --db=go", setup: setup) == ["--db=golf.log"])
    #expect(try bashOffers("laptimer export a:") == ["b"])
    #expect(try bashOffers("laptimer export Tempo\\ t") == ["Tempo\\ two"])
    #expect(try bashOffers("laptimer export x 'Tempo t") == ["Tempo two"])
    #expect(try bashOffers("X=1 laptimer export 'it") == [])
    #expect(try bashOffers("laptimer export \"say") == [])
    #expect(!hasRunInjection)
  }

  @Test func `the word that bash inserts is one argument`() throws {
    try write(
      """
      PS1=
      source ./completion.bash
      laptimer() {
        if [[ $1 == --complete ]]; then command laptimer "$@"; else printf '%s|' "$@" >>asked; fi
      }

      """, to: ".bashrc")
    try write(
      "laptimer lap --session '$(t\t\nlaptimer export Tempo\\ t\t\nlaptimer --color=al\t\nexit\n",
      to: "keys")
    _ = try lines(
      "bash", "--norc", "-c", "script -qec 'bash --rcfile ./.bashrc -i' /dev/null <keys")
    #expect(read("asked") == "lap|--session|$(touch pwned)|export|Tempo two|--color=always|")
    #expect(!hasRunInjection)
  }
}
