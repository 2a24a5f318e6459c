import Testing

@Suite struct ProfileTests {
  let shell = Shell("start")

  @Test func `a name is shown in quotes, and selects the session afterwards`() {
    #expect(shell("name 'Tempo run'") == "Named session 1 \"Tempo run\".")
    #expect(shell("stop --session 'Tempo run'") == "Stopped session 1 \"Tempo run\" at 00:00.0.")
  }

  @Test func `tags are added and removed without duplicates`() {
    #expect(shell("tag wet dry wet") == "Tagged session 1: wet, dry.")
    #expect(shell("list --tag dry").output != "")
    #expect(shell("tag --remove dry") == "Tagged session 1: wet.")
    #expect(shell("list --tag dry").output == "")
    #expect(shell("tag --remove wet dry").error(1) == "Error: Session 1 has no tag 'dry'.")
    #expect(shell("list --tag wet").output != "")
    #expect(shell("tag race") == "Tagged session 1: wet, race.")
    #expect(shell("tag a --json").text.hasSuffix(#""tags":["wet","race","a"]}"#))
    #expect(shell("tag --remove wet race a") == "Session 1 has no tags.")
  }
}
