extension Program {
  /// The help screen of a subcommand, or of the program.
  ///
  /// - Parameters:
  ///   - subcommand: the one to explain; `nil`: the program.
  ///   - width: columns of the terminal, 80 where there is none. Where words do not fit in it,
  ///     lines are longer.
  /// - Returns: lines, each ended by a line feed.
  package func help(for subcommand: Subcommand? = nil, width: Int = 80) -> String {
    let abstract = subcommand?.abstract ?? abstract
    let discussion = subcommand?.discussion ?? discussion
    let overview = [abstract, discussion].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let entries = (subcommand?.entries ?? []) + shared
    let shown = entries.flatMap(\.definitions).filter { !$0.isHidden }

    var sections: [String] = []
    if !overview.isEmpty { sections.append("OVERVIEW: \(overview)".wrapped(to: width) + "\n") }
    sections.append("USAGE: \(usage(of: subcommand))\n")
    let arguments = shown.filter { $0.kind == .argument }.map(\.row)
    let options = shown.filter { $0.kind != .argument }.map(\.row)
    sections += HelpRow.section("ARGUMENTS", arguments, width)
    sections += HelpRow.section(
      "OPTIONS", options + [Definition.version.row, Definition.help.row], width)
    if subcommand == nil {
      let rows = subcommands.filter { !$0.isHidden && $0.name != Subcommand.help.name }.map {
        HelpRow(label: ([$0.name] + $0.aliases).joined(separator: ", "), text: $0.abstract)
      }
      sections += HelpRow.section("SUBCOMMANDS", rows, width)
      sections.append("  See '\(name) help <subcommand>' for detailed help.\n")
    }
    return sections.joined(separator: "\n")
  }
}

extension Definition {
  var row: HelpRow { HelpRow(label: label, text: description, discussion: discussion) }
}

/// One row of a help screen: what is typed on the left, what it means from column 26 on.
struct HelpRow {
  static let column = 26

  let label: String
  let text: String
  var discussion = ""

  /// A titled section; none if there are no rows.
  static func section(_ title: String, _ rows: [HelpRow], _ width: Int) -> [String] {
    rows.isEmpty ? [] : ["\(title):\n" + rows.map { $0.rendered(to: width) }.joined()]
  }

  func rendered(to width: Int) -> String {
    var lines = "  \(label)"
    if !text.isEmpty {
      let wrapped = text.wrapped(to: width, indent: Self.column)
      lines +=
        lines.count < Self.column ? String(wrapped.dropFirst(lines.count)) : "\n" + wrapped
    }
    lines += "\n"
    if !discussion.isEmpty { lines += discussion.wrapped(to: width, indent: 8) + "\n" }
    return lines
  }
}
