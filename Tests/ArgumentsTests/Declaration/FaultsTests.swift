import Testing

@testable import Arguments

struct FaultsTests {
  private func faults(
    _ parameters: any Parameter..., shared: [any Parameter] = [],
    completing: [any Parameter] = []
  ) -> [String] {
    Program(
      "timer", version: "1", abstract: "", shared: shared, completing: completing,
      [Subcommand("go", abstract: "", parameters)]
    ).faults
  }

  @Test func `a sound declaration has none`() {
    #expect(Sample.program.faults == [])
  }

  @Test func `what cannot be parsed is found`() {
    let optional = Argument(optional: "name", .text, help: "")
    let required = Argument("label", .text, help: "")
    let repeating = Argument(repeating: "word", .text, help: "")
    let db = Option("db", .path, help: "")
    #expect(faults(optional, required) == ["go: <label> stands behind <name>"])
    #expect(faults(repeating, optional) == ["go: <name> stands behind <word>"])
    #expect(faults(db, shared: [db]) == ["go: two parameters of one name"])
    #expect(faults(Flag("help", help: "")) == ["go: two parameters of one name"])
    #expect(faults(Flag("x", short: "h", help: "")) == ["go: two options of one letter"])
    #expect(
      faults(Flag("a b", help: "")) == ["go: --a b cannot be typed or shown plainly"])
    #expect(
      faults(Exclusive(Option(required: "x", .text, help: "")))
        == ["go: --x is exclusive, but positional or required"])
    #expect(faults(completing: [db]) == ["--db is not a shared option"])
    #expect(faults(shared: [required]).first == "<label> is shared and positional")
    let twice = Subcommand("go", aliases: ["go"], abstract: "")
    #expect(
      Program("timer", version: "1", abstract: "", [twice]).faults
        == ["two subcommands of one name"])
  }
}
