extension Parser {
  /// Reads `--name`, `--name=value` or `--name value`.
  mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) {
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { String(word[..<$0]) } ?? word
    let value = equals.map { String(word[word.utf8.index(after: $0)...]) }
    if let definition = option(named: name) {
      take(definition, typed: name, value: value, &rest)
    } else if name == "--help" || name == "--version" {
      takeBuiltIn(name, value: value)
    } else {
      reportUnknown(name == "--" ? word : name)
    }
  }

  /// Reads `-a`, `-abc`, `-a=value`, `-a value` or `-avalue`.
  mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) {
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      let hasValue = letters.first == "="
      let value = hasValue ? String(letters.dropFirst()) : nil
      if let definition = option(of: letter) {
        guard definition.kind == .option || hasValue else {
          take(definition, typed: name, value: nil, &rest)
          continue
        }
        let joined = letters.isEmpty ? nil : String(letters)
        return take(definition, typed: name, value: value ?? joined, &rest)
      } else if letter == "h" {
        takeBuiltIn(name, value: value)
        if hasValue { return }
      } else {
        return reportUnknown(letter: letter, of: String(word.prefix { $0 != "=" }))
      }
    }
  }

  private mutating func takeBuiltIn(_ name: String, value: String?) {
    if let value {
      report(.unexpectedValue(name: name, value: value))
    } else if name == "--version" {
      wantsVersion = true
    } else {
      wantsHelp = true
    }
  }

  private mutating func take(
    _ definition: Definition, typed name: String, value: String?, _ rest: inout ArraySlice<String>
  ) {
    switch (definition.kind, value) {
    case (.flag, let value?):
      report(.unexpectedValue(name: name, value: value))
    case (.flag, nil):
      values.given.replace(definition.key, [])
    case (_, let value?):
      read(value, as: definition, typed: name)
    case (_, nil):
      if let next = rest.first, definition.dashes.accept(next) {
        rest.removeFirst()
        read(next, as: definition, typed: name)
      } else {
        report(.missingValue(definition, name: name))
      }
    }
  }

  /// Reads a value and keeps it: the last one, or all of an option that repeats.
  mutating func read(_ word: String, as definition: Definition, typed name: String?) {
    do {
      let value = try definition.read(word)
      if definition.isRepeating {
        values.given.add(definition.key, value)
      } else {
        values.given.replace(definition.key, [value])
      }
    } catch {
      report(.invalidValue(definition, name: name, value: word, error))
    }
  }

  private mutating func reportUnknown(_ name: String) {
    guard failure == nil else { return }
    report(.unknownOption(name, suggestion: suggestion(for: name)))
  }

  /// Reports a letter: alone, if those before it are known and the word is like no long name, as
  /// `-json` is.
  private mutating func reportUnknown(letter: Unicode.Scalar, of word: String) {
    guard failure == nil else { return }
    let suggestion = suggestion(for: word)
    let isFirst = word.unicodeScalars.dropFirst().first == letter
    report(
      .unknownOption(
        suggestion != nil || isFirst ? word : "-\(letter)", suggestion: suggestion))
  }

  private func suggestion(for name: String) -> String? {
    Suggestion.option(for: name, among: parameters.definitions)
  }
}
