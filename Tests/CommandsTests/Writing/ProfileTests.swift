import Testing

@Suite struct ProfileTests {
  let shell = Shell("start Run")

  private var person: String { shell("who --json").text }

  @Test func `a full name is split into first and last name`() {
    #expect(
      shell("who 'Ada King Lovelace'")
        == "Named the person of session 1 \"Run\" \"Ada King Lovelace\".")
    let people = #"[{"first":"Ada King","last":"Lovelace","full":"Ada King Lovelace"}]"#
    #expect(person == #"{"session":1,"people":\#(people)}"#)
    #expect(shell("who") == "Ada King Lovelace")
    #expect(shell("list").output.contains("Ada King Lovelace"))
  }

  @Test func `first and last name can be given separately`() {
    shell("who --first Juan --last 'de la Cruz'")
    #expect(person.contains(#"{"first":"Juan","last":"de la Cruz","full":"Juan de la Cruz"}"#))
    shell("who 'Lovelace, Ada' --first Ada --last Lovelace")
    #expect(person.contains(#"{"first":"Ada","last":"Lovelace","full":"Lovelace, Ada"}"#))
  }

  @Test func `who works in record and with undo, and notes that a session names no person`() {
    #expect(shell("who") == Answer(errors: "Note: Session 1 names no person.\n"))
    #expect(
      shell("record", input: "who Ada --session Run\n").text
        == "Named the person of session 1 \"Run\" \"Ada\".")
    #expect(shell("undo").output.contains("took back the person \"Ada\""))
    #expect(person == "{\"session\":1,\"people\":[]}")
    for name in ["' '", "''"] { #expect(shell("who \(name)").exit == 64) }
    #expect(shell("record", input: "who\n").exit == 65)
  }

  @Test(arguments: [
    ("'Juan de la Cruz' --last 'de la Cruz'", "Juan", "de la Cruz"),
    ("'A B' --first C", "C", "B"), ("'Ana Maria Sol' --first Ana", "Ana", "Maria Sol"),
    ("'Ana Sol' --first An", "An", "Sol"), ("'Ana Sol' --last Luz", "Ana", "Luz"),
  ])
  func `a given part of a name leaves the other`(words: String, first: String, last: String) {
    shell("who \(words)")
    #expect(person.contains("{\"first\":\"\(first)\",\"last\":\"\(last)\",\"full\""), "\(person)")
  }

  @Test func `tags are added and removed without duplicates, and a name selects the session`() {
    let shell = Shell("start")
    #expect(shell("tag wet dry wet") == "Tagged session 1: wet, dry.")
    #expect(shell("list --tag dry").output != "")
    #expect(shell("tag --remove dry") == "Tagged session 1: wet.")
    #expect(shell("list --tag dry").output == "")
    #expect(shell("tag --remove wet dry").error(1) == "Error: Session 1 has no tag 'dry'.")
    #expect(shell("list --tag wet").output != "")
    #expect(shell("tag race") == "Tagged session 1: wet, race.")
    #expect(shell("tag a --json").text.hasSuffix(#""tags":["wet","race","a"]}"#))
    #expect(shell("tag --remove wet race a") == "Session 1 has no tags.")
    #expect(shell("name 'Tempo run'") == "Named session 1 \"Tempo run\".")
    #expect(shell("stop --session 'Tempo run'") == "Stopped session 1 \"Tempo run\" at 00:00.0.")
  }
}
