import Testing

@testable import Arguments

struct ValidationTests {
  private func errors(
    _ parameters: any Parameter..., shared: [any Parameter] = []
  ) -> [String] {
    Program(
      "timer", version: "1", abstract: "", shared: shared,
      [Subcommand("go", abstract: "", parameters)]
    ).declarationErrors
  }

  @Test func `an invalid declaration is reported`() {
    #expect(Sample.program.declarationErrors == [])
    let optional = Argument(optional: "name", .text, help: "")
    let required = Argument("label", .text, help: "")
    let repeating = Argument(repeating: "word", .text, help: "")
    let db = Option("db", .path, help: "")
    #expect(errors(optional, required) == ["go: <label> follows <name>"])
    #expect(errors(repeating, optional) == ["go: <name> follows <word>"])
    #expect(errors(db, shared: [db]) == ["go: two parameters have the same name"])
    #expect(errors(Flag("help", help: "")) == ["go: two parameters have the same name"])
    #expect(errors(Flag("x", short: "h", help: "")) == ["go: two options have the same letter"])
    #expect(errors(Flag("a b", help: "")) == ["go: --a b is not plain"])
    #expect(
      errors(Exclusive(Option(required: "x", .text, help: "")))
        == ["go: --x is exclusive, but positional or required"])
    #expect(errors(shared: [required]).first == "<label> is shared and positional")
    let twice = Subcommand("go", aliases: ["go"], abstract: "")
    #expect(
      Program("timer", version: "1", abstract: "", [twice]).declarationErrors
        == ["two subcommands have the same name"])
  }

  @Test func `a synonym of subcommands is not a subcommand`() {
    let subcommands = [Subcommand("go", abstract: ""), Subcommand("halt", abstract: "")]
    #expect(
      Program(
        "timer", version: "1", abstract: "",
        synonyms: ["go": ["halt"], "pause": ["stop"], "end": ["halt"]], subcommands
      ).declarationErrors == ["the synonym go is a subcommand", "the synonym pause suggests stop"])
  }
}
