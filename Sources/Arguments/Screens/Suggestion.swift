/// What the user may have meant by a word that nothing is called.
enum Suggestion {
  /// The long option nearest to what was typed, dashes included, if it is fewer than four edits
  /// away and has something in common with it.
  static func option(for typed: String, among definitions: [Definition]) -> String? {
    // One wrong letter behind a dash is too little to guess from.
    guard typed.hasPrefix("--") || typed.utf8.count > 2 else { return nil }
    let names = definitions.filter { $0.kind != .argument && !$0.isHidden }.map(\.key)
    return nearest(to: typed, among: names + ["--help", "--version"], within: 3)
  }

  /// The subcommand nearest to what was typed, if most of the letters are right.
  static func subcommand(for typed: String, among subcommands: [Subcommand]) -> String? {
    let names = subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
    // The beginning of one name alone is that name, whatever else is near.
    let begun = typed.isEmpty ? [] : names.filter { $0.hasPrefix(typed) }
    if begun.count == 1 { return begun[0] }
    return nearest(to: typed, among: names, within: min(3, 1 + typed.utf8.prefix(6).count / 3))
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

  /// How many insertions, deletions and replacements turn one into the other (Levenshtein).
  ///
  /// - Complexity: O(m·n)
  static func editDistance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
    var row = Array(0...target.count)
    for (i, a) in source.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in target.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, min(diagonal, row[j]) + 1)
      }
    }
    return row[target.count]
  }
}
