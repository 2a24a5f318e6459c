import Testing

@testable import Commands

/// Names, tags and the discarding of a session.
@Suite struct ProfileTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start")
  }

  @Test func `a name is shown in quotes, and selects the session afterwards`() {
    #expect(shell("name 'Tempo run'") == Answer(output: "Named session 1 \"Tempo run\".\n"))
    #expect(
      shell("stop --session 'Tempo run'")
        == Answer(output: "Stopped session 1 \"Tempo run\" at 00:00.0.\n"))
  }

  @Test func `tags are added and removed without duplicates`() {
    #expect(shell("tag wet dry wet") == Answer(output: "Tagged session 1: wet, dry.\n"))
    #expect(shell("list --tag dry").output != "")
    #expect(shell("tag --remove dry") == Answer(output: "Tagged session 1: wet.\n"))
    #expect(shell("list --tag dry").output == "")
    #expect(
      shell("tag --remove wet dry")
        == Answer(exit: 1, errors: "Error: Session 1 has no tag 'dry'.\n"))
    #expect(shell("list --tag wet").output != "")
  }

  @Test func `the answer has all tags of the session`() {
    shell("tag track")
    #expect(shell("tag race") == Answer(output: "Tagged session 1: track, race.\n"))
    #expect(shell("tag wet --json").output.hasSuffix(#""tags":["track","race","wet"]}"# + "\n"))
    #expect(shell("tag --remove track race wet") == Answer(output: "Session 1 has no tags.\n"))
  }

  @Test func `only undo restores a discarded session`() {
    #expect(
      shell("discard 1")
        == Answer(
          output: "Discarded session 1. 'laptimer undo --session 1' restores it.\n"))
    #expect(shell("list").output == "")
    #expect(
      shell("lap --session 1")
        == Answer(
          exit: 1,
          errors:
            "Error: Session 1 is discarded. 'laptimer undo --session 1' restores it.\n"))
    #expect(
      shell("undo --session 1")
        == Answer(
          output: "Session 1: took back the discarding; it is running at 00:00.0.\n"))
  }
}
