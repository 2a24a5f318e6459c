extension Program {
  /// The mistakes in the declaration itself; a test of the program expects none.
  ///
  /// The parser relies on a valid declaration: names are plain (letters, digits, dashes) and
  /// unique, positional arguments are unambiguous, shared and exclusive options are optional,
  /// synonyms name subcommands.
  package var declarationErrors: [String] {
    var errors: [String] = []
    func check(_ isValid: Bool, _ error: @autoclosure () -> String) {
      if !isValid { errors.append(error()) }
    }

    let names = subcommands.flatMap { [$0.name] + $0.aliases }
    check(Set(names).count == names.count, "two subcommands have the same name")
    for name in names { check(name.isPlain, "the name \(name) is not plain") }
    for (word, meant) in synonyms() {
      check(!names.contains(word), "the synonym \(word) is a subcommand")
      for name in meant { check(names.contains(name), "the synonym \(word) suggests \(name)") }
    }

    let common = shared.flatMap(\.definitions)
    for definition in common {
      check(definition.kind != .argument, "\(definition.key) is shared and positional")
      check(!definition.isRequired, "\(definition.key) is shared and required")
    }
    for subcommand in subcommands {
      errors += subcommand.declarationErrors(with: common).map { "\(subcommand.name): \($0)" }
    }
    return errors
  }
}

extension Subcommand {
  fileprivate func declarationErrors(with shared: [Definition]) -> [String] {
    var errors: [String] = []
    let all = definitions + shared + [.help, .version]
    let keys = all.map(\.key)
    let letters = all.compactMap(\.short)
    if Set(keys).count < keys.count { errors.append("two parameters have the same name") }
    if Set(letters).count < letters.count { errors.append("two options have the same letter") }
    errors += all.filter { !$0.isPlain }.map { "\($0.key) is not plain" }

    var last: Definition?
    for argument in definitions where argument.kind == .argument {
      if let last, last.isRepeating || argument.isRequired && !last.isRequired {
        errors.append("\(argument.key) follows \(last.key)")
      }
      last = argument
    }
    for case .exclusive(let members, _) in entries {
      for member in members where member.kind == .argument || member.isRequired {
        errors.append("\(member.key) is exclusive, but positional or required")
      }
    }
    return errors
  }
}

extension Definition {
  fileprivate var isPlain: Bool {
    let letter = short.map(String.init) ?? "x"
    return [name, letter].allSatisfy(\.isPlain)
  }
}

extension String {
  fileprivate var isPlain: Bool {
    let hasPlainLetters = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return hasPlainLetters && !isEmpty && !hasPrefix("-")
  }
}
