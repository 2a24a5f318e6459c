import Foundation
import ProcessTestSupport
import Testing

/// The completion scripts of the program in real shells.
struct RealShellTests {
  private func laptimer() throws -> RealProgram {
    let laptimer = try RealProgram()
    try laptimer(
      "record",
      input: """
        start "Tempo run" --tag track
        start "it's" --also
        start '$(touch pwned)' --also
        start 'bad\u{1B}[31m' --also

        """)
    return laptimer
  }

  private func lines(_ answer: Answer) -> [String] {
    #expect(answer.errors == "")
    return answer.output.split(separator: "\n").map(String.init)
  }

  @Test func `bash completes commands, options and sessions`() throws {
    let laptimer = try laptimer()
    func offers(_ words: String...) throws -> [String] {
      try lines(
        laptimer.run(
          [
            "/usr/bin/env", "bash", "--norc", "-c",
            """
            source <(laptimer completions bash)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            _laptimer laptimer
            ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
            """, "bash",
          ] + words))
    }
    #expect(try offers("laptimer", "expo") == ["export"])
    #expect(try offers("laptimer", "query", "--format", "nd") == ["ndjson"])
    #expect(try offers("laptimer", "show", "Te") == ["Tempo\\ run"])
    #expect(
      try offers("laptimer", "lap", "--session", "") == [
        "4", "3", "2", "1", "\\$\\(touch\\ pwned\\)", "it\\'s", "Tempo\\ run",
      ])
    #expect(try offers("laptimer", "tag", "t") == ["track"])
    #expect(try offers("laptimer", "completions", "f") == ["fish"])
    #expect(!FileManager.default.fileExists(atPath: laptimer.folder + "/pwned"))
  }

  @Test func `fish completes commands, options and sessions`() throws {
    let laptimer = try laptimer()
    func offers(_ line: String) throws -> [String] {
      try lines(
        laptimer.run([
          "/usr/bin/env", "fish", "--no-config", "-c",
          "laptimer completions fish | source; complete -C \"\(line)\"",
        ])
      ).map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try offers("laptimer expo") == ["export"])
    #expect(try offers("laptimer query --format nd") == ["ndjson"])
    #expect(try offers("laptimer show Te") == ["Tempo run"])
    #expect(try offers("laptimer lap --session Te") == ["Tempo run"])
    #expect(try offers("laptimer tag t") == ["track"])
    #expect(!FileManager.default.fileExists(atPath: laptimer.folder + "/pwned"))
  }

  @Test func `zsh completes commands, options and sessions`() throws {
    let laptimer = try laptimer()
    try laptimer.shell("laptimer completions zsh > _laptimer")
    try (ZshScript.setup + "print ready").write(
      toFile: laptimer.folder + "/setup.zsh", atomically: false, encoding: .utf8)
    func offers(_ line: String) throws -> [String] {
      let found = lines(
        try laptimer.run([
          "/usr/bin/env", "timeout", "60", "zsh", "-f", "-c", ZshScript.driver, "zsh", line,
        ]))
      return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    #expect(try offers("laptimer expo") == ["export"])
    #expect(try offers("laptimer query --format nd") == ["ndjson"])
    #expect(try offers("laptimer show Te") == ["Tempo\\ run"])
    #expect(try offers("laptimer lap --session Te") == ["Tempo\\ run"])
    #expect(!FileManager.default.fileExists(atPath: laptimer.folder + "/pwned"))
  }
}
