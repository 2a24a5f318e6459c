import Foundation
import Testing

struct RealShellTests {
  @Test func `bash completes commands, options and sessions`() throws {
    let laptimer = try RealProgram()
    try laptimer(
      "record",
      input: """
        start "Tempo run" --tag track
        start "it's" --also
        start '$(touch pwned)' --also
        start 'bad\u{1B}[31m' --also

        """)
    func offers(_ words: String...) throws -> [String] {
      let answer = try laptimer.run(
        [
          "/usr/bin/env", "bash", "--norc", "-c",
          """
          source <(laptimer completions bash)
          COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
          _laptimer laptimer
          ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
          """, "bash",
        ] + words)
      #expect(answer.errors == "")
      return answer.output.split(separator: "\n").map(String.init)
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
}
