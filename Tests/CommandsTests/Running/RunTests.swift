import Testing

@Suite struct RunTests {
  let shell = Shell()

  @Test func `a refusal is written to standard error only`() {
    #expect(shell("lap").error(1) == "Error: There is no session yet. 'laptimer start' starts one.")
    #expect(
      shell("lap --json").error(1) == """
        {"error":{"code":1,"kind":"no_session",\
        "message":"There is no session yet. 'laptimer start' starts one."}}
        """)
  }

  @Test func `an option with two swapped letters gets a suggestion`() {
    #expect(shell("start A --tga x").errors.contains("Did you mean '--tag'?"))
    #expect(shell("lap --aog 2s").errors.contains("Did you mean '--ago'?"))
  }

  @Test func `arguments of invalid UTF-8 are wrong usage`() throws {
    let answer = try shell.run([[0x6C, 0x61, 0x70], [0xFF]])
    #expect(answer.exit == 64 && answer.output == "", "\(answer)")
    #expect(answer.errors.hasPrefix(#"Error: The argument '\#u{FFFD}' is not valid UTF-8."#))
  }
}
