import Testing

@testable import Commands

@Suite struct RunTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
  }

  @Test func `the state carries over from one command to the next`() {
    #expect(shell("start 'Tempo run'") == Answer(output: "Started session 1 \"Tempo run\".\n"))
    shell.pass(.seconds(12.3))
    #expect(shell("lap") == Answer(output: "1) 00:12.3  lap 00:12.3\n"))
  }

  @Test func `a refusal is written to standard error only`() {
    #expect(
      shell("lap")
        == Answer(
          exit: 1, errors: "Error: There is no session yet. 'laptimer start' starts one.\n"))
    #expect(
      shell("lap --json")
        == Answer(
          exit: 1,
          errors: """
            {"error":{"code":1,"kind":"no_session",\
            "message":"There is no session yet. 'laptimer start' starts one."}}

            """))
  }

  @Test func `an option with two swapped letters gets a suggestion`() {
    #expect(shell("start A --tga x").errors.contains("Did you mean '--tag'?"))
    #expect(shell("lap --aog 2s").errors.contains("Did you mean '--ago'?"))
  }

  @Test func `arguments of invalid UTF-8 are wrong usage`() throws {
    let answer = try shell.run([[0x6C, 0x61, 0x70], [0xFF]])
    #expect(answer.exit == 64)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix(#"Error: The argument '\#u{FFFD}' is not valid UTF-8."#))
  }
}
