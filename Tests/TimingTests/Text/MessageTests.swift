import Testing
import Text

@Suite struct MessageTests {
  private let named = Message("Lap \("a\u{1B}[2J\nb") of \(quoted: "it's") took \(1, "minute").")

  @Test func `strings are made harmless, and numbers have their noun`() {
    #expect(named.text == #"Lap a\u{1B}[2J\nb of 'it's' took 1 minute."#)
    let counts: Message = "\(0, "lap"), \(1, "lap"), \(2, "lap"), \(2, "category", "categories")"
    #expect(counts.text == "0 laps, 1 lap, 2 laps, 2 categories")
    let long: Message = "\(quoted: String(repeating: "é", count: 300))"
    #expect(long.text.count == 203 && long.text.hasSuffix("…'"))
    #expect(Message("\(verbatim: "a\nb")").text == "a\nb")
  }

  @Test func `each command to try has the option, before its operands`() {
    let first: Message = "\(command: "undo", session: 3) or"
    let both: Message = "Ünder: \(first) \(command: Suggestion("enter", ["-17", "A B"]))."
    #expect(both.text == "Ünder: 'laptimer undo --session 3' or 'laptimer enter -- -17 'A B''.")
    #expect(both.text(adding: nil) == both.text && "\(both)" == both.text)
    #expect(
      both.text(adding: "--db 'a b'") == """
        Ünder: 'laptimer undo --session 3 --db 'a b'' or 'laptimer enter --db 'a b' -- -17 'A B''.
        """)
    #expect((first + both).text(adding: "-x").hasPrefix("'laptimer undo --session 3 -x' orÜnder"))
    let lines = Message(joining: [first, both], separator: "\n")
    #expect(lines.text(adding: "-x") == first.text(adding: "-x") + "\n" + both.text(adding: "-x"))
    #expect(Message(joining: [first]) == first && Message(joining: []) == "")
  }

  @Test func `a command for another log names it, and has no further one`() {
    let message: Message = "\(command: "check", log: "it's.db") shows it."
    #expect(message.text == #"'laptimer check --db 'it'\''s.db'' shows it."#)
    #expect(message.text(adding: "--db x") == message.text)
  }

  @Test func `words of a command are quoted for a shell`() {
    let command: Suggestion =
      "name \("Hole 7") --lap \(3) \(option: "--course", "-a b") \(option: "--segment", "c")"
    #expect(command.line() == "name 'Hole 7' --lap 3 --course='-a b' --segment c")
    #expect(
      Suggestion(["lap", "a b"], tail: ["--", "-x"]).line(adding: "--at 1")
        == "lap 'a b' --at 1 -- -x")
  }

  @Test func `a question names similar words`() {
    #expect(["17", "7", "1"].question == " Did you mean '17', '7' or '1'?")
    #expect([String]().question.isEmpty && String?.none.question.isEmpty)
    #expect(Optional("golf").question == " Did you mean 'golf'?")
  }
}
