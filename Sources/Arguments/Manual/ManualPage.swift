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

  /// Declares the page.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - date: the date of the page's last change, as `2026-11-21`.
  ///   - title: the centered title above the page.
  ///   - sections: the sections after the commands.
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
    for subcommand in program.subcommands where !subcommand.isHidden {
      write(subcommand, to: &roff)
    }
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
