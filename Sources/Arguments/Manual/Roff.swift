/// Builds the source of a roff document and escapes its text.
struct Roff {
  private(set) var source = ""

  /// Writes a request whose arguments need no escaping: `.ad l`.
  mutating func request(_ name: String) {
    source += ".\(name)\n"
  }

  /// Writes a macro with its arguments, `.SH "EXIT STATUS"`.
  mutating func macro(_ name: String, _ arguments: String...) {
    source += "." + name
    for argument in arguments { source += " \"\(Self.text(argument))\"" }
    source += "\n"
  }

  /// Writes a line of escaped text.
  mutating func line(_ escaped: String) {
    // A dot in the first column would begin a macro; a quote is always escaped.
    let isMacro = escaped.utf8.first == UInt8(ascii: ".")
    source += (isMacro ? "\\&" : "") + escaped + "\n"
  }

  /// Writes paragraphs of text, separated by empty lines.
  mutating func prose(_ text: String) {
    var isFirst = true
    for paragraph in text.split(separator: "\n\n") {
      if !isFirst { macro("PP") }
      isFirst = false
      for part in paragraph.split(separator: "\n") {
        line(Self.text(String(part.drop { $0 == " " })))
      }
    }
  }

  /// Writes verbatim lines.
  mutating func example(_ lines: String) {
    source += ".PP\n.RS 4\n.nf\n"
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      self.line(line.isEmpty ? "\\&" : Self.text(line))
    }
    source += ".fi\n.RE\n"
  }

  /// Writes an escaped term and its meaning.
  mutating func term(_ escaped: String, _ meaning: String) {
    source += ".TP\n"
    line(escaped)
    var isFirst = true
    for paragraph in meaning.split(separator: "\n\n") {
      if !isFirst { source += ".IP\n" }
      isFirst = false
      prose(String(paragraph))
    }
  }

  /// Writes the visible parameters, each with its help.
  mutating func parameters(_ definitions: [Definition]) {
    for definition in definitions where !definition.isHidden {
      let short = definition.short.map { "\\fB\(Self.text("-\($0)"))\\fR, " } ?? ""
      let discussion = definition.discussion.isEmpty ? "" : "\n\n" + definition.discussion
      term(short + Self.synopsis(of: definition), definition.description + discussion)
    }
  }

  /// Returns `lap [label] [--at when | --ago dur]`, with literals in bold and placeholders in
  /// italics, without the shared options.
  static func synopsis(of program: Program, _ subcommand: Subcommand?) -> String {
    guard let subcommand else {
      return "\\fB\(text(program.name))\\fR [\\fIoptions\\fR] \\fIcommand\\fR"
        + " [\\fIarguments\\fR]"
    }
    let entries = subcommand.entries.compactMap(\.visible).map(synopsis(of:))
    return (["\\fB\(text("\(program.name) \(subcommand.name)"))\\fR"] + entries)
      .joined(separator: " ")
  }

  private static func synopsis(of entry: Entry) -> String {
    switch entry {
    case .single(let definition):
      let shown = synopsis(of: definition) + (definition.isRepeating ? " ..." : "")
      return definition.isRequired ? shown : "[\(shown)]"
    case .exclusive(let definitions, let required):
      let all = definitions.map(synopsis(of:)).joined(separator: " | ")
      return required ? "(\(all))" : "[\(all)]"
    }
  }

  private static func synopsis(of definition: Definition) -> String {
    let value = "\\fI\(text(definition.valueName))\\fR"
    switch definition.kind {
    case .flag: return "\\fB\(text(definition.key))\\fR"
    case .option: return "\\fB\(text(definition.key))\\fR \(value)"
    case .argument: return value
    }
  }

  /// Escapes a text so that every character is literal, in ASCII.
  static func text(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case " "..."~": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): escaped += " "
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return escaped
  }
}
