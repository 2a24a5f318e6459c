import Signals
import Testing

/// Two fields bound both ways without an endless loop; and fields for first, last and full name,
/// where each edit updates the others.
struct NameBindingTests {
  @Test func `two fields bound to one relay follow each other`() {
    let (left, right, text) = (Field(), Field(), Relay("Ada"))
    let bindings = [left <-> text, right <-> text]
    #expect([left.value, right.value] == ["Ada", "Ada"])
    left.enter("Ada L")
    #expect(right.value == "Ada L")
    right.enter("Ada Lovelace")
    #expect(left.value == "Ada Lovelace")
    #expect((left.timesShown, right.timesShown) == (2, 2))
    withExtendedLifetime(bindings) {}
  }

  @Test func `two fields bound to each other do not loop`() {
    let (left, right) = (Field("a"), Field("b"))
    let binding = left <-> right
    left.enter("c")
    right.enter("d")
    #expect([left.value, right.value] == ["d", "d"])
    #expect((left.timesShown, right.timesShown) == (2, 1))
    binding.cancel()
  }

  struct Name: Equatable {
    var first = ""
    var last = ""

    var full: String { last.isEmpty ? first : "\(first) \(last)" }

    init() {}

    init(full: String) {
      let words = full.split(separator: " ", maxSplits: 1)
      first = words.first.map(String.init) ?? ""
      last = words.count > 1 ? String(words[1]) : ""
    }

    func with(_ part: WritableKeyPath<Name, String>, _ text: String) -> Name {
      var name = self
      name[keyPath: part] = text
      return name
    }
  }

  @Test func `each edit of first, last or full name updates the others`() {
    let (first, last, full, name) = (Field(), Field(), Field(), Relay(Name()))
    let form = [
      first.bind(to: name, forward: { name.value.with(\.first, $0) }, backward: \.first),
      last.bind(to: name, forward: { name.value.with(\.last, $0) }, backward: \.last),
      full.bind(to: name, forward: Name.init(full:), backward: \.full),
    ]
    var shown: [String] { [first, last, full].map(\.value) }
    first.enter("Ada")
    #expect(shown == ["Ada", "", "Ada"])
    last.enter("Lovelace")
    #expect(shown == ["Ada", "Lovelace", "Ada Lovelace"])
    full.enter("Grace")
    #expect(shown == ["Grace", "", "Grace"])
    full.enter("Grace ")
    #expect(shown == ["Grace", "", "Grace "])
    full.enter("Grace Brewster Hopper")
    #expect(shown == ["Grace", "Brewster Hopper", "Grace Brewster Hopper"])
    first.enter("")
    #expect(shown == ["", "Brewster Hopper", " Brewster Hopper"])
    withExtendedLifetime(form) {}
  }
}
