/// The manual page of a program in roff, with the man(7) macros.
///
/// Name, synopsis, options and commands derive from the declaration; other topics, such as exit
/// codes and files, are passed as sections.
package struct ManualPage: Sendable {
  /// A section after those derived from the declaration.
  package struct Section: Sendable {
    let title: String
    let parts: [Part]

    /// Declares a section; by convention the title is in capitals.
    package init(_ title: String, _ parts: [Part]) {
      self.title = title
      self.parts = parts
    }
  }

  /// A part of a section.
  package enum Part: Sendable {
    /// Prose; an empty line separates paragraphs.
    case text(String)
    /// Terms with their meanings, such as exit codes and variables.
    case terms([(String, String)])
    /// Verbatim lines.
    case example(String)
  }

  let program: Program
  let date: String
  let title: String
  let sections: [Section]

  /// Declares the page, with the date of its last change, as `2026-11-21`, and the centered title
  /// above it.
  package init(
    of program: Program, date: String, title: String = "User Commands", sections: [Section] = []
  ) {
    self.program = program
    self.date = date
    self.title = title
    self.sections = sections
  }

  /// The source of the page: ASCII lines, each ended by a line feed.
  package var source: String {
    var roff = Roff()
    roff.macro(
      "TH", program.name.uppercased(), "1", date, "\(program.name) \(program.version)", title)
    // No hyphenation and no stretched blanks: users copy commands from the page.
    roff.request("nh")
    roff.request("ad l")
    roff.macro("SH", "NAME")
    roff.line(Roff.text("\(program.name) - \(program.abstract.withoutFullStop)"))
    roff.macro("SH", "SYNOPSIS")
    roff.line(Roff.synopsis(of: program, nil))
    if !program.discussion.isEmpty {
      roff.macro("SH", "DESCRIPTION")
      roff.prose(program.discussion)
    }
    roff.macro("SH", "OPTIONS")
    roff.prose("These may be given before or after the command.")
    roff.parameters(program.shared.flatMap(\.definitions) + [.version, .help])
    roff.macro("SH", "COMMANDS")
    for subcommand in program.subcommands { write(subcommand, to: &roff) }
    for section in sections { write(section, to: &roff) }
    return roff.source
  }

  private func write(_ subcommand: Subcommand, to roff: inout Roff) {
    roff.macro("SS", ([subcommand.name] + subcommand.aliases).joined(separator: ", "))
    roff.line(Roff.synopsis(of: program, subcommand))
    roff.macro("PP")
    roff.prose(subcommand.abstract)
    if !subcommand.discussion.isEmpty {
      roff.macro("PP")
      roff.prose(subcommand.discussion)
    }
    roff.parameters(subcommand.definitions)
    for example in subcommand.examples {
      roff.macro("PP")
      roff.prose(example.purpose + ":")
      roff.example(example.command)
    }
  }

  private func write(_ section: Section, to roff: inout Roff) {
    roff.macro("SH", section.title)
    for (index, part) in section.parts.enumerated() {
      switch part {
      case .text(let text):
        if index > 0 { roff.macro("PP") }
        roff.prose(text)
      case .terms(let terms):
        for (term, meaning) in terms { roff.term("\\fB\(Roff.text(term))\\fR", meaning) }
      case .example(let lines):
        roff.example(lines)
      }
    }
  }
}

extension String {
  fileprivate var withoutFullStop: Substring {
    hasSuffix(".") ? dropLast() : self[...]
  }
}

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

  /// Writes the parameters, each with its help.
  mutating func parameters(_ definitions: [Definition]) {
    for definition in definitions {
      let letter = definition.key == Definition.help.key ? "\\fB\\-h\\fR, " : ""
      term(letter + Self.synopsis(of: definition), definition.description)
    }
  }

  /// Returns `lap [label] [--at when | --ago dur]`, with literals in bold and placeholders in
  /// italics, without the shared options.
  static func synopsis(of program: Program, _ subcommand: Subcommand?) -> String {
    guard let subcommand else {
      return "\\fB\(text(program.name))\\fR [\\fIoptions\\fR] \\fIcommand\\fR"
        + " [\\fIarguments\\fR]"
    }
    let entries = subcommand.entries.map { $0.synopsis(synopsis(of:)) }
    return (["\\fB\(text("\(program.name) \(subcommand.name)"))\\fR"] + entries)
      .joined(separator: " ")
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
