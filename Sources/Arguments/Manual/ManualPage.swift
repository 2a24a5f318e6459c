/// The manual page of a program, written for the man(7) macros of roff.
///
/// Name, synopsis, options and commands come from the declaration; what else there is to say, such
/// as exit codes and files, is given as sections.
package struct ManualPage: Sendable {
  /// A section behind those that come from the declaration.
  package struct Section: Sendable {
    let title: String
    let parts: [Part]

    /// Declares a section; titles are in capitals by custom.
    package init(_ title: String, _ parts: [Part]) {
      self.title = title
      self.parts = parts
    }
  }

  /// A part of a section.
  package enum Part: Sendable {
    /// Prose; an empty line begins a new paragraph.
    case text(String)
    /// Terms with their meanings, as exit codes and variables have them.
    case terms([(String, String)])
    /// Lines shown as they are.
    case example(String)
  }

  let program: Program
  let date: String
  let title: String
  let sections: [Section]

  /// Declares the page.
  ///
  /// - Parameters:
  ///   - program: the program to explain.
  ///   - date: when the page was last changed, as `2026-11-21`.
  ///   - title: what stands above the page, in its middle.
  ///   - sections: what follows the commands.
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
    // Neither hyphens nor stretched blanks in what may be copied from the page.
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
    roff.prose("These may stand before the command and behind it.")
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
