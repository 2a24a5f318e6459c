extension Program {
  /// The usage of the program or of a subcommand, in one line:
  /// `laptimer lap [<label>] [--at <when> | --ago <dur>]`.
  ///
  /// Of more than twelve parameters it names the required and the positional ones alone.
  package func usage(of subcommand: Subcommand?) -> String {
    var line = [name]
    if let subcommand { line.append(subcommand.name) }
    var entries = ((subcommand?.entries ?? []) + shared).compactMap(\.visible)
    if entries.flatMap(\.definitions).count > 12 {
      entries = entries.filter(\.isEssential)
      line.append("[<options>]")
    }
    line += entries.map(\.synopsis)
    if subcommand == nil { line.append("<subcommand>") }
    return line.joined(separator: " ")
  }
}

extension Entry {
  /// The entry without what is hidden.
  var visible: Entry? {
    let shown = definitions.filter { !$0.isHidden }
    guard !shown.isEmpty else { return nil }
    guard case .exclusive(_, let required) = self else { return self }
    return .exclusive(shown, required: required)
  }

  /// Whether a usage line names it in any case.
  var isEssential: Bool {
    switch self {
    case .single(let definition): definition.isRequired || definition.kind == .argument
    case .exclusive(_, let required): required
    }
  }

  /// How a usage line shows it.
  var synopsis: String {
    switch self {
    case .single(let definition):
      let repeated = definition.synopsis + (definition.isRepeating ? " ..." : "")
      return definition.isRequired ? repeated : "[\(repeated)]"
    case .exclusive(let definitions, let required):
      let all = definitions.map(\.synopsis).joined(separator: " | ")
      return required ? "(\(all))" : "[\(all)]"
    }
  }
}

extension Definition {
  /// `--at <when>`, `--also` or `<label>`.
  package var synopsis: String {
    switch kind {
    case .flag: key
    case .option: "\(key) <\(valueName)>"
    case .argument: "<\(valueName)>"
    }
  }

  /// The same with its letter: `-n, --limit <n>`.
  var label: String {
    short.map { "-\($0), \(synopsis)" } ?? synopsis
  }

  /// The help of it, with its choices and its default.
  package var description: String {
    let values = choices.isEmpty ? nil : "values: " + choices.joined(separator: ", ")
    let facts = [values, defaultText.map { "default: \($0)" }].compactMap { $0 }
    let note = facts.isEmpty ? "" : "(\(facts.joined(separator: "; ")))"
    return help.isEmpty || note.isEmpty ? help + note : "\(help) \(note)"
  }

  static let help = Definition(
    kind: .flag, name: "help", short: "h", help: "Show help information.")
  static let version = Definition(kind: .flag, name: "version", help: "Show the version.")
}
