import Arguments
import Foundation
import ProcessTestSupport
import Testing

/// Runs the console blocks of a page: one log, from the first command to the last.
///
/// `$` precedes a command of this device, and `NAME$` one of another device, to which `ssh NAME`
/// leads, too. A line `# 2.5 s later` lets time pass. A comment after a command needs two spaces
/// before it.
final class Console {
  private let shell = Shell()
  private var others: [String: Shell] = [:]
  init() { shell.environment["LANG"] = "C.UTF-8" }

  /// A command with its answer as the page shows it, or a comment on a line of its own.
  struct Step {
    var device = ""
    var command: String
    var shown = ""

    /// The steps of all console blocks of a page.
    static func all(of page: String) -> [Step] {
      var steps: [Step] = []
      var isInside = false
      for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          isInside = line == "```console"
        } else if !isInside {
          continue
        } else if let match = line.wholeMatch(of: /([a-z]*)\$ (.*?)(?:  +# .*)?/) {
          steps.append(Step(device: String(match.1), command: String(match.2)))
        } else if line.hasPrefix("# ") {
          steps.append(Step(command: String(line)))
        } else if !steps.isEmpty {
          steps[steps.count - 1].shown += line + "\n"
        }
      }
      return steps
    }
  }

  /// Runs a step, which may fail only if the page shows an error.
  ///
  /// - Returns: what it prints, also to standard error.
  func output(of step: Step) throws -> String {
    if let match = step.command.wholeMatch(of: /# ([0-9.]+) (s|min|h) later/) {
      let seconds = try #require(Double(match.1)) * (["min": 60, "h": 3600][match.2] ?? 1)
      let span = Duration.milliseconds(Int((seconds * 1000).rounded()))
      for shell in [shell] + others.values { shell.pass(span) }
      return ""
    }
    var text = ""
    for part in step.command.components(separatedBy: " | ") {
      text = try run(part, on: device(step.device), input: text, mayFail: step.showsError)
    }
    return text
  }

  private func device(_ name: String) -> Shell {
    if name.isEmpty || name == "finish" { return shell }
    if let other = others[name] { return other }
    let other = Shell.otherDevice()
    others[name] = other
    return other
  }

  private func run(_ part: String, on shell: Shell, input: String, mayFail: Bool) throws -> String {
    if let match = part.wholeMatch(of: /ssh (\S+) (.*)/) {
      return try run(String(match.2), on: device(String(match.1)), input: input, mayFail: mayFail)
    }
    if let match = part.wholeMatch(of: /(.*) > (\S+)/) {
      let output = try run(String(match.1), on: shell, input: input, mayFail: mayFail)
      _ = try shell.file(String(match.2), output)
      return ""
    }
    if let match = part.wholeMatch(of: /(.*) < (\S+)/) {
      let file = try String(contentsOf: path(String(match.2), of: shell), encoding: .utf8)
      return try run(String(match.1), on: shell, input: file, mayFail: mayFail)
    }
    guard part.hasPrefix("laptimer ") else {
      let child = try Child(["sh", "-c", part], folder: fixtures.path, input: .pipe)
      try child.write(input)
      child.closeInput()
      return String(decoding: child.outputToEnd(), as: UTF8.self)
    }
    let words = try splitWords(part).dropFirst().map { word in
      word.wholeMatch(of: /[a-z-]+\.[a-z]+/) != nil ? path(word, of: shell).path : word
    }
    let answer = try shell.run(Array(words), input: input)
    #expect(answer.exit == 0 || mayFail, "\(part)\n\(answer)")
    return answer.output + answer.errors
  }

  /// The path of a fixture, else of a file in the folder of a device.
  private func path(_ name: String, of shell: Shell) -> URL {
    let fixture = fixtures.appending(path: name)
    return FileManager.default.fileExists(atPath: fixture.path)
      ? fixture : URL(filePath: shell.folder).appending(path: name)
  }
}

extension Console.Step {
  fileprivate var showsError: Bool { shown.contains("Error: ") || shown.contains("\"error\":") }

  /// Whether a text is what the page shows.
  ///
  /// Ids and the spaces of JSON may differ, and the page may have an ellipsis for some lines. A command
  /// whose output the page does not show may print any.
  func matches(_ text: String) -> Bool {
    if shown.isEmpty { return true }
    if command.contains("--json") { return Self.plain(text) == Self.plain(shown) }
    let pattern = shown.components(separatedBy: "…\n")
      .map(NSRegularExpression.escapedPattern(for:)).joined(separator: "(?s:.*)")
    return text.range(of: "\\A\(pattern)\\z", options: .regularExpression) != nil
  }

  /// A text without the spaces between JSON values, and without ids.
  private static func plain(_ text: String) -> String {
    text.replacing(/("(?:[^"\\]|\\.)*")|\s+/) { $0.output.1.map(String.init) ?? "" }.replacing(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "…")
  }
}
