extension Program {
  /// What is wrong with the declaration itself, in words; a test of the program expects nothing.
  ///
  /// Parsing assumes a sound declaration. Names are plain (lowercase letters, digits, dashes) and
  /// given once, positional arguments can be told apart, what is shared or exclusive is optional.
  package var faults: [String] {
    var faults: [String] = []
    func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
      if !holds { faults.append(fault()) }
    }

    let names = subcommands.flatMap { [$0.name] + $0.aliases }
    check(Set(names).count == names.count, "two subcommands of one name")
    for name in names { check(name.isPlain || name == Subcommand.completeName, "name \(name)") }

    let common = shared.flatMap(\.definitions)
    for definition in common {
      check(definition.kind != .argument, "\(definition.key) is shared and positional")
      check(!definition.isRequired, "\(definition.key) is shared and required")
    }
    for definition in completing {
      let isShared = common.contains { $0.key == definition.key }
      check(definition.kind == .option && isShared, "\(definition.key) is not a shared option")
    }
    for subcommand in subcommands {
      faults += subcommand.faults(beside: common).map { "\(subcommand.name): \($0)" }
    }
    return faults
  }
}

extension Subcommand {
  fileprivate func faults(beside shared: [Definition]) -> [String] {
    var faults: [String] = []
    let all = definitions + shared + [.help, .version]
    let keys = all.map(\.key)
    let letters = all.compactMap(\.short)
    if Set(keys).count < keys.count { faults.append("two parameters of one name") }
    if Set(letters).count < letters.count { faults.append("two options of one letter") }
    faults += all.filter { !$0.isPlain }.map { "\($0.key) cannot be typed or shown plainly" }

    var last: Definition?
    for argument in definitions where argument.kind == .argument {
      if let last, last.isRepeating || argument.isRequired && !last.isRequired {
        faults.append("\(argument.key) stands behind \(last.key)")
      }
      last = argument
    }
    for case .exclusive(let members, _) in entries {
      for member in members where member.kind == .argument || member.isRequired {
        faults.append("\(member.key) is exclusive, but positional or required")
      }
    }
    return faults
  }
}

extension Definition {
  fileprivate var isPlain: Bool {
    let words =
      switch completion {
      case .values(let words): words
      case .dynamic(let topic): [topic]
      case .none, .file, .subcommands: [String]()
      }
    let letter = short.map(String.init) ?? "x"
    return ([name, letter] + words).allSatisfy(\.isPlain)
  }
}

extension String {
  fileprivate var isPlain: Bool {
    let isSpelled = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isSpelled && !isEmpty && !hasPrefix("-")
  }
}
