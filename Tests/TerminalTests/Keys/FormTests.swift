import Testing
import Text
import Timing

@testable import Terminal

struct FormTests {
  private func type(_ text: String, into form: NameForm) {
    for character in text { form.handle(.character(character)) }
  }

  @Test func `the first and last name determine the full name, and an empty form has no person`() {
    let form = NameForm(nil)
    type("Ada", into: form)
    #expect(form.full.value == "Ada")
    form.handle(.tab)
    type("Lovelace", into: form)
    #expect(form.full.value == "Ada Lovelace")
    #expect(form.people == [Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")])
    let empty = NameForm(nil)
    type("  ", into: empty)
    #expect(empty.people == [])
  }

  @Test func `the full name determines the first and last name, and a space stays in its field`() {
    let form = NameForm(nil)
    form.handle(.backTab)
    type("Grace Brewster Hopper", into: form)
    #expect(form.first.value == "Grace Brewster")
    #expect(form.last.value == "Hopper")
    #expect(form.full.value == "Grace Brewster Hopper")
    for _ in 0..<" Hopper".count { form.handle(.backspace) }
    #expect(form.first.value == "Grace")
    #expect(form.last.value == "Brewster")
    let spaced = NameForm(nil)
    spaced.handle(.backTab)
    type("Ada ", into: spaced)
    #expect(spaced.full.value == "Ada ")
    #expect(spaced.first.value == "Ada")
    type("L", into: spaced)
    #expect(spaced.full.value == "Ada L")
    #expect(spaced.last.value == "L")
  }

  @Test func `the form starts with the session's person`() {
    let person = Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")
    let form = NameForm(person)
    #expect(form.people == [person])
    form.handle(.control("u"))
    #expect(form.people == [Person(first: "", last: "Lovelace", full: "Lovelace")])
  }

  @Test func `each key changes the view`() {
    let form = NameForm(nil)
    var views = [form.view]
    for key in ["A", "l", .tab] as [Key] {
      form.handle(key)
      views.append(form.view)
    }
    #expect(
      views.map { $0.entries.map(\.line.text) } == [
        ["", "", ""], ["A", "", "A"], ["Al", "", "Al"], ["Al", "", "Al"],
      ])
    #expect(views.map(\.focus) == [0, 0, 0, 1])
  }

  @Test(arguments: [
    ("pit stop", "pit stop"), ("\npit\r\nstop\n", "pit stop"), ("a\tb", "a b"),
    ("a\u{1B}[2Jb\u{0}\u{9B}", "a[2Jb"), ("中 é 😀", "中 é 😀"), ("\n\n", ""), ("", ""),
  ])
  func `pasted text becomes one line without control characters`(pasted: String, text: String) {
    var line = TextLine()
    let hasChanged = line.handle(.paste(pasted))
    #expect(hasChanged == !text.isEmpty)
    #expect(line.text == text)
    #expect(line.cursor == text.count)
  }

  @Test func `a paste is inserted at the cursor, as far as it fits`() {
    var line = TextLine("ab")
    line.handle(.left)
    line.handle(.paste("xy"))
    #expect(line.text == "axyb")
    #expect(line.cursor == 3)
    line.handle(.paste(String(repeating: "中", count: 1_000)))
    #expect(line.text.utf8.count == 1_024)
    #expect(line.text.hasPrefix("axy中") && line.text.hasSuffix("中b"))
    let hasChanged = line.handle(.paste("z"))
    #expect(!hasChanged)
    #expect(line.text.utf8.count == 1_024)
  }

  @Test(arguments: [
    ("", 5, []), ("ab cd", 5, ["ab cd"]), ("ab cd", 4, ["ab", "cd"]), ("ab  cd ", 9, ["ab cd"]),
    ("a bcdefgh ij", 4, ["a", "bcde", "fgh", "ij"]), ("a bcdefg hi", 5, ["a", "bcdef", "g hi"]),
    ("中文中 文", 5, ["中文", "中 文"]), ("中文", 1, ["中", "文"]),
  ])
  func `text wraps at spaces, and a long word breaks at the end of the line`(
    text: String, columns: Int, lines: [String]
  ) { #expect(text.wrapped(columns: columns, longWords: .broken) == lines) }

  @Test func `wrapping keeps all characters, and no line is too wide`() {
    let text = "Session 12 läuft, 中文 'laptimer stop --session 12' stops it."
    for columns in 2...70 {
      let lines = text.wrapped(columns: columns, longWords: .broken)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
