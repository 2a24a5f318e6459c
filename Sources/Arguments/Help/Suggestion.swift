import Text

/// Guesses what the user meant by an unknown word.
enum Suggestion {
  /// Returns the long option nearest to a word, dashes included.
  ///
  /// A third of its letters may be wrong, but at most three. For an option with the name of a
  /// positional argument, it is that argument: `<name>` for `--name`.
  static func option(for typed: String, among definitions: [Definition]) -> String? {
    // One wrong letter after a dash is too little to guess from.
    guard typed.hasPrefix("--") || typed.utf8.count > 2 else { return nil }
    if typed.hasPrefix("--"),
      let argument = definitions.first(where: {
        $0.kind == .argument && $0.valueName == typed.dropFirst(2)
      })
    {
      return argument.synopsis
    }
    let names = definitions.filter { $0.kind != .argument }.map { String($0.key.dropFirst(2)) }
    let word = String(typed.drop { $0 == "-" })
    let builtIn = Spelling.neighbors(of: word, among: ["help", "version"], atMost: 1).first
    return (Spelling.nearest(to: word, among: names) ?? builtIn).map { "--" + $0 }
  }

  /// Returns the subcommands for a word: by the program's synonyms, as the only completion of the
  /// word, or by edit distance.
  ///
  /// Upper case counts as lower case. For `version`, it is the option.
  static func subcommands(for word: String, in program: Program) -> [String] {
    let typed = word.lowercased()
    if typed == "version" { return ["--version"] }
    let names = program.subcommands.flatMap { [$0.name] + $0.aliases }
    if names.contains(typed) { return [typed] }
    if let meant = program.synonyms().first(where: { $0.key == typed })?.value {
      // A program that declares fewer subcommands may share the table.
      let known = meant.filter { names.contains($0) }
      if !known.isEmpty { return known }
    }
    let completions = typed.isEmpty ? [] : names.filter { $0.hasPrefix(typed) }
    if completions.count == 1 { return completions }
    return Spelling.nearest(to: typed, among: names).map { [$0] } ?? []
  }
}
