import Text

/// The command line before the cursor, as a completion script passes it to the program.
package struct ShellLine: Sendable {
  package let shell: Shell
  /// The words after the program's name; the last one, which may be empty, is at the cursor.
  package let words: [String]
  /// The part of the last word that bash does not replace, without quotes.
  private var kept = ""
  /// The quote that is open at the cursor in bash.
  private var quote: Character?

  /// Parses the arguments after `--complete`; nil if no script gives them.
  ///
  /// The first one is the shell. bash gives the line and the part of its last word that it
  /// replaces, both with quotes; zsh and fish the words, without. A tilde before the cursor is
  /// replaced by the `home` folder.
  package init?(_ arguments: [String], home: String?) {
    guard let shell = arguments.first.flatMap(Shell.init(rawValue:)) else { return nil }
    self.shell = shell
    var words = Array(arguments.dropFirst())
    if shell == .bash {
      guard words.count == 2 else { return nil }
      let before = words[0].utf8.dropLast(words[1].utf8.count)
      kept = splitUnfinished(String(decoding: before, as: UTF8.self)).words.last ?? ""
      (words, quote) = splitUnfinished(words[0])
      words.removeFirst()
    }
    for index in words.indices.dropLast() where words[index].hasPrefix("~/") {
      words[index] = (home ?? "~") + words[index].dropFirst()
    }
    self.words = words
  }

  /// Returns the lines for the script, without candidates that contain control characters.
  ///
  /// A line that begins with a tab requests files: the part of the word before their paths, a tab,
  /// and the beginning of the paths.
  package func text(of candidates: Candidates) -> String {
    switch candidates {
    case .files(let base, let path): "\t\(base.dropFirst(kept.count))\t\(path)\n"
    case .words(let candidates):
      candidates.filter { candidate in
        !candidate.word.isEmpty && !candidate.word.unicodeScalars.contains(where: Harmless.isObeyed)
      }.compactMap(line).map { $0 + "\n" }.joined()
    }
  }

  private func line(_ candidate: Candidate) -> String? {
    let (word, description) = (candidate.word, candidate.description)
    switch shell {
    case .bash: return bashWord(word)
    case .zsh:
      let described = description.isEmpty ? "" : ":" + description.backslashed { $0 == "\\" }
      return word.backslashed { $0 == ":" || $0 == "\\" } + described
    case .fish: return "\(word)\t\(description)"
    }
  }

  /// Returns the part of a word that bash inserts, quoted where necessary; nil if the typed text
  /// does not begin the word, or the word cannot be in the open quotes.
  private func bashWord(_ word: String) -> String? {
    guard word.hasPrefix(words.last ?? ""), word.count > kept.count else { return nil }
    let rest = String(word.dropFirst(kept.count))
    switch quote {
    case "'": return rest.contains("'") ? nil : rest
    case "\"": return rest.contains { "\"$`\\!".contains($0) } ? nil : rest
    default:
      return rest.backslashed { $0.isASCII && !$0.isPlainForShells && $0 != "=" }
    }
  }
}
