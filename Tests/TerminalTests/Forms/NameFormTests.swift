import Signals
import Terminal
import Testing
import Timing

/// Typing in a field of the name form updates the other fields.
struct NameFormTests {
  private func type(_ text: String, into form: NameForm) {
    for character in text { form.handle(.character(character)) }
  }

  @Test func `the first and last name determine the full name`() {
    let form = NameForm(nil)
    type("Ada", into: form)
    #expect(form.full.value == "Ada")
    form.handle(.tab)
    type("Lovelace", into: form)
    #expect(form.full.value == "Ada Lovelace")
    #expect(form.people == [Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")])
  }

  @Test func `the full name determines the first and last name`() {
    let form = NameForm(nil)
    form.handle(.backTab)
    type("Grace Brewster Hopper", into: form)
    #expect(form.first.value == "Grace Brewster")
    #expect(form.last.value == "Hopper")
    #expect(form.full.value == "Grace Brewster Hopper")
    for _ in 0..<" Hopper".count { form.handle(.backspace) }
    #expect(form.first.value == "Grace")
    #expect(form.last.value == "Brewster")
  }

  @Test func `a typed space stays in its field`() {
    let form = NameForm(nil)
    form.handle(.backTab)
    type("Ada ", into: form)
    #expect(form.full.value == "Ada ")
    #expect(form.first.value == "Ada")
    type("L", into: form)
    #expect(form.full.value == "Ada L")
    #expect(form.last.value == "L")
  }

  @Test func `the form starts with the session's person`() {
    let person = Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")
    let form = NameForm(person)
    #expect(form.people == [person])
    form.handle(.control("u"))
    #expect(form.people == [Person(first: "", last: "Lovelace", full: "Lovelace")])
  }

  @Test func `an empty form has no person`() {
    let form = NameForm(nil)
    type("  ", into: form)
    #expect(form.people == [])
  }

  @Test func `each key gives one view`() {
    let form = NameForm(nil)
    var views: [NameForm.View] = []
    let subscription = form.views.subscribe { views.append($0) }
    type("Al", into: form)
    form.handle(.tab)
    #expect(
      views.map { $0.entries.map(\.line.text) } == [
        ["", "", ""], ["A", "", "A"], ["Al", "", "Al"], ["Al", "", "Al"],
      ])
    #expect(views.map(\.focus) == [0, 0, 0, 1])
    subscription.cancel()
  }
}
