import Testing

@testable import Arguments
@testable import Commands

/// The parser relies on these properties of the declarations.
struct DeclarationTests {
  private let program = Laptimer.program
  private var names: [String] { program.subcommands.flatMap { [$0.name] + $0.aliases } }

  private var shared: [Definition] { program.shared.flatMap(\.definitions) }

  private func isPlain(_ name: String) -> Bool {
    name.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      && !name.isEmpty && !name.hasPrefix("-")
  }

  @Test func `names are unique, and have letters, digits and dashes only`() {
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy(isPlain))
    for subcommand in program.subcommands {
      let all = subcommand.definitions + shared + [.help, .version]
      #expect(Set(all.map(\.key)).count == all.count, "\(subcommand.name)")
      #expect(all.map(\.name).allSatisfy(isPlain), "\(subcommand.name)")
    }
  }

  @Test func `synonyms suggest subcommands, and are none`() {
    for (word, meant) in Laptimer.synonyms {
      #expect(!names.contains(word) && meant.allSatisfy(names.contains), "\(word)")
    }
  }

  @Test func `shared and exclusive parameters are optional, and no positional arguments`() {
    for subcommand in program.subcommands {
      let exclusive = subcommand.entries.flatMap { entry in
        if case .exclusive(let definitions, _) = entry { definitions } else { [Definition]() }
      }
      for definition in shared + exclusive {
        #expect(definition.kind != .argument && !definition.isRequired, "\(definition.key)")
      }
    }
  }

  @Test func `no argument follows one that repeats, and no required one an optional one`() {
    for subcommand in program.subcommands {
      let arguments = subcommand.definitions.filter { $0.kind == .argument }
      for (argument, next) in zip(arguments, arguments.dropFirst()) {
        #expect(!argument.isRepeating, "\(subcommand.name)")
        #expect(argument.isRequired || !next.isRequired, "\(subcommand.name)")
      }
    }
  }
}
