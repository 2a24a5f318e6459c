import Foundation
import Testing

/// Runs the commands of the page *JSON* and compares their output with the page.
struct JSONPageTests {
  @Test func `the page shows the output of its commands`() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Commands/Commands.docc/JSON.md"), encoding: .utf8)
    let shell = Shell()
    for step in Self.steps(of: page) {
      switch step {
      case .wait(let seconds): shell.pass(.milliseconds(Int((seconds * 1000).rounded())))
      case .run(let command, let input, let shown):
        let answer = shell(command, input: input)
        guard command.contains("--json") else { continue }
        #expect(Self.plain(answer.output + answer.errors) == Self.plain(shown), "\(command)")
      }
    }
  }

  private enum Step {
    case wait(seconds: Double)
    case run(command: String, input: String, shown: String)
  }

  /// The steps of the console blocks: `$ laptimer …`, its answer, and `# 2 s later`.
  private static func steps(of page: String) -> [Step] {
    var steps: [Step] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if !isInside {
        continue
      } else if line.hasPrefix("# "), let seconds = Double(line.split(separator: " ")[1]) {
        steps.append(.wait(seconds: seconds))
      } else if line.hasPrefix("$ ") {
        let parts = line.dropFirst(2).split(separator: " | ")
        let text = parts.count == 2 ? String(parts[0].split(separator: "'")[1]) : ""
        let input = text.replacing("\\n", with: "\n")
        let words = parts.last.map { $0.trimmingPrefix("laptimer ") } ?? ""
        steps.append(.run(command: String(words), input: input, shown: ""))
      } else if case .run(let command, let input, let shown)? = steps.last {
        steps[steps.count - 1] = .run(
          command: command, input: input, shown: shown + String(line))
      }
    }
    return steps
  }

  /// A text without the spaces between JSON values, and without ids.
  private static func plain(_ text: String) -> String {
    var plain = ""
    var isString = false
    var isEscaped = false
    for character in text {
      if character == "\"", !isEscaped { isString.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if isString || !character.isWhitespace { plain.append(character) }
    }
    return plain.replacing(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "…")
  }
}
