/// Guesses what the user meant by an unknown word.
enum Suggestion {
  /// Returns the long option nearest to a word, dashes included.
  ///
  /// It is at most three edits away and has at least one letter in common with the word.
  static func option(for typed: String, among definitions: [Definition]) -> String? {
    // One wrong letter after a dash is too little to guess from.
    guard typed.hasPrefix("--") || typed.utf8.count > 2 else { return nil }
    let names = definitions.filter { $0.kind != .argument && !$0.isHidden }.map(\.key)
    return nearest(to: typed, among: names + ["--help", "--version"], within: 3)
  }

  /// Returns the subcommands for a word: by the program's synonyms, as the only completion of the
  /// word, or by edit distance.
  static func subcommands(for typed: String, in program: Program) -> [String] {
    let names = program.subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
    if let meant = program.synonyms().first(where: { $0.key == typed })?.value {
      // A program that declares fewer subcommands may share the table.
      let known = meant.filter { names.contains($0) }
      if !known.isEmpty { return known }
    }
    let completions = typed.isEmpty ? [] : names.filter { $0.hasPrefix(typed) }
    if completions.count == 1 { return completions }
    let limit = min(3, 1 + typed.utf8.prefix(6).count / 3)
    return nearest(to: typed, among: names, within: limit).map { [$0] } ?? []
  }

  private static func nearest(
    to typed: String, among names: [String], within limit: Int
  ) -> String? {
    let letters = Array(typed.unicodeScalars.prefix(64))
    var best: (name: String, distance: Int)?
    for name in names {
      let target = Array(name.unicodeScalars)
      guard abs(letters.count - target.count) <= limit else { continue }
      let distance = editDistance(letters, target)
      let dashes = target.prefix { $0 == "-" }.count
      let (typed, length) = (letters.count - dashes, target.count - dashes)
      guard distance <= min(limit, typed), distance < max(typed, length) else { continue }
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the optimal string alignment distance: the fewest insertions, deletions, replacements
  /// and swaps of neighbours that turn one into the other, each place edited once at most.
  ///
  /// - Complexity: O(m·n)
  static func editDistance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
    // The distances of all beginnings of the target from those of the source, for the last three.
    var (beforeLast, last) = ([Int](), Array(0...target.count))
    for i in source.indices {
      var row = [i + 1]
      for j in target.indices {
        let replaced = last[j] + (source[i] == target[j] ? 0 : 1)
        var distance = min(replaced, min(last[j + 1], row[j]) + 1)
        if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      (beforeLast, last) = (last, row)
    }
    return last[target.count]
  }
}
