import Testing

@testable import Commands

@Suite struct WhoTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start Run")
  }

  private var person: String {
    shell("who --json").output
  }

  @Test func `a full name is split into first and last name`() {
    #expect(
      shell("who 'Ada King Lovelace'")
        == Answer(output: "Named the person of session 1 \"Run\" \"Ada King Lovelace\".\n"))
    #expect(
      person == """
        {"session":1,"people":[{"first":"Ada King","last":"Lovelace","full":"Ada King Lovelace"}]}

        """)
    #expect(shell("who") == Answer(output: "Ada King Lovelace\n"))
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
      shell("record", input: "who Ada --session Run\n").output
        == "Named the person of session 1 \"Run\" \"Ada\".\n")
    #expect(shell("undo").output.contains("took back the person \"Ada\""))
    #expect(person == "{\"session\":1,\"people\":[]}\n")
    #expect(shell("who ' '").exit == 64)
    #expect(shell("who ''").exit == 64)
    #expect(shell("record", input: "who\n").exit == 65)
  }

  @Test func `completions for fish describe sessions by name and age`() {
    shell.pass(.seconds(90))
    shell("start --also")
    #expect(
      shell("__complete --describe -- sessions").output
        == "2\tjust now\n1\tRun, 1m ago\nRun\tsession 1, 1m ago\n")
  }

  @Test(arguments: [
    ("'Juan de la Cruz' --last 'de la Cruz'", "Juan", "de la Cruz"),
    ("'A B' --first C", "C", "B"), ("'Ana Maria Sol' --first Ana", "Ana", "Maria Sol"),
    ("'Ana Sol' --first An", "An", "Sol"), ("'Ana Sol' --last Luz", "Ana", "Luz"),
  ])
  func `a given part of a full name leaves the rest for the other`(
    words: String, first: String, last: String
  ) {
    shell("who \(words)")
    #expect(person.contains("{\"first\":\"\(first)\",\"last\":\"\(last)\",\"full\""), "\(person)")
  }
}
