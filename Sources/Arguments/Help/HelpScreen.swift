import Text

extension Program {
  /// Renders the help screen of a subcommand, or of the program with the options of its implied
  /// subcommand, as lines that end with a line feed.
  ///
  /// A word that is longer than the width extends its line.
  package func help(for subcommand: Subcommand? = nil, width: Int = 80) -> String {
    let abstract = subcommand?.abstract ?? abstract
    let discussion = subcommand?.discussion ?? discussion
    let overview = [abstract, discussion].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let entries = ((subcommand ?? implied)?.entries ?? []) + shared
    let shown = entries.flatMap(\.definitions)

    var sections: [String] = []
    if !overview.isEmpty {
      sections.append("OVERVIEW: \(overview)".wrappedParagraphs(columns: width) + "\n")
    }
    sections.append("USAGE: \(usage(of: subcommand))\n")
    let arguments = shown.filter { $0.kind == .argument }.map(\.row)
    let options = shown.filter { $0.kind != .argument }.map(\.row)
    sections += HelpRow.section("ARGUMENTS", arguments, width)
    sections += HelpRow.section(
      "OPTIONS", options + [Definition.version.row, Definition.help.row], width)
    for list in subcommand?.terms ?? [] {
      sections += HelpRow.section(
        list.title.uppercased(), list.terms.map { HelpRow(label: $0.term, text: $0.meaning) }, width
      )
    }
    if subcommand == nil { sections.append("SUBCOMMANDS:\n" + subcommandList(width)) }
    let examples = subcommand?.examples ?? examples()
    if !examples.isEmpty {
      sections.append("EXAMPLES:\n" + examples.map { $0.rendered(to: width) }.joined())
    }
    if subcommand == nil {
      sections.append("  See '\(name) help <subcommand>' for detailed help.\n")
    }
    return sections.joined(separator: "\n")
  }

  /// The visible subcommands, one a line, group by group.
  private func subcommandList(_ width: Int) -> String {
    let lists = groups.map { group in
      let rows = group.subcommands.map {
        HelpRow(
          label: ([$0.name] + $0.aliases).joined(separator: ", "), text: $0.abstract,
          indent: group.title.isEmpty ? 2 : 4
        ).rendered(to: width)
      }
      return (group.title.isEmpty ? "" : "  \(group.title)\n") + rows.joined()
    }
    return lists.joined(separator: "\n")
  }

  /// The usage of the program or of a subcommand in one line:
  /// `laptimer lap [<label>] [--at <when> | --ago <dur>]`.
  ///
  /// With more than twelve parameters it shows the required and the positional ones only.
  package func usage(of subcommand: Subcommand?) -> String {
    var line = [name]
    if let subcommand { line.append(subcommand.name) }
    var entries = (subcommand?.entries ?? []) + shared
    if entries.flatMap(\.definitions).count > 12 {
      entries = entries.filter(\.isEssential)
      line.append("[<options>]")
    }
    line += entries.map { $0.synopsis(\.synopsis) }
    if subcommand == nil { line.append(implied == nil ? "<subcommand>" : "[<subcommand>]") }
    return line.joined(separator: " ")
  }
}

extension Example {
  fileprivate func rendered(to width: Int) -> String {
    "\(purpose):".wrappedParagraphs(columns: width, indent: 2) + "\n"
      + command.split(separator: "\n").map { "    \($0)\n" }.joined()
  }
}

extension Entry {
  /// True for a parameter that shortened usage lines keep.
  fileprivate var isEssential: Bool {
    switch self {
    case .single(let definition): definition.isRequired || definition.kind == .argument
    case .exclusive(_, let required): required
    }
  }

  /// The entry in a usage line, with the text of each parameter.
  func synopsis(_ text: (Definition) -> String) -> String {
    switch self {
    case .single(let definition):
      let repeated = text(definition) + (definition.isRepeating ? " ..." : "")
      return definition.isRequired || definition.isNeeded ? repeated : "[\(repeated)]"
    case .exclusive(let definitions, let required):
      let all = definitions.map(text).joined(separator: " | ")
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

  /// The help text with choices and default.
  package var description: String {
    let values = choices.isEmpty ? nil : "values: " + choices.joined(separator: ", ")
    let facts = [values, defaultText.map { "default: \($0)" }].compactMap { $0 }
    let note = facts.isEmpty ? "" : "(\(facts.joined(separator: "; ")))"
    return help.isEmpty || note.isEmpty ? help + note : "\(help) \(note)"
  }

  /// The parameter with its help.
  fileprivate var row: HelpRow {
    HelpRow(label: (key == Definition.help.key ? "-h, " : "") + synopsis, text: description)
  }
}

/// A row of a help screen: syntax on the left, its meaning from column 26.
private struct HelpRow {
  static let column = 26

  let label: String
  let text: String
  var indent = 2

  /// Renders a titled section; none without rows.
  static func section(_ title: String, _ rows: [HelpRow], _ width: Int) -> [String] {
    rows.isEmpty ? [] : ["\(title):\n" + rows.map { $0.rendered(to: width) }.joined()]
  }

  func rendered(to width: Int) -> String {
    var lines = String(repeating: " ", count: indent) + label
    if !text.isEmpty {
      let wrapped = text.wrappedParagraphs(columns: width, indent: Self.column)
      lines +=
        lines.count < Self.column ? String(wrapped.dropFirst(lines.count)) : "\n" + wrapped
    }
    return lines + "\n"
  }
}

extension String {
  /// Wraps each line of the text to `columns` columns, and indents it.
  ///
  /// At least ten columns are used for the text, however narrow the terminal. A word that is too
  /// long has a line of its own.
  fileprivate func wrappedParagraphs(columns: Int, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      let lines = paragraph.wrapped(columns: max(columns - indent, 10), longWords: .kept)
      return lines.isEmpty ? [""] : lines.map { margin + $0 }
    }.joined(separator: "\n")
  }
}
