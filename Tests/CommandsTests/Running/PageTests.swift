import Foundation
import ProcessTestSupport
import Testing

/// Runs the commands of documentation pages and compares their output with the page.
struct PageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized
  private let shell = Shell()

  @Test func `the page about queries shows the output of its commands, except for ages`() throws {
    let steps = try Self.steps(of: "EventLog/EventLog.docc/Queries.md").filter {
      !$0.command.hasPrefix("cd ")
    }
    #expect(steps.count == 5)
    func plain(_ text: String) -> String { text.replacing(/\d+d ago/, with: "… ago") }
    for (command, shown) in steps {
      #expect(plain(try output(of: command)) == plain(shown), "\(command)")
    }
  }

  /// The output of a command line, whose laptimer command runs in the shell of the test.
  private func output(of line: String) throws -> String {
    let parts = line.components(separatedBy: " | ")
    guard let own = parts.firstIndex(where: { $0.hasPrefix("laptimer ") }) else {
      return try Self.run(line)
    }
    let input = own > 0 ? try Self.run(parts[..<own].joined(separator: " | ")) : ""
    let answer = shell(String(parts[own].dropFirst("laptimer ".count)), input: input)
    #expect(answer.exit == 0, "\(answer.errors)")
    // The page pipes laptimer only to tail -n 1.
    guard parts.count > own + 1 else { return answer.output }
    #expect(parts[own + 1] == "tail -n 1")
    return (answer.output.split(separator: "\n").last.map(String.init) ?? "") + "\n"
  }

  private static func run(_ line: String) throws -> String {
    let child = try Child(
      ["sh", "-c", line], folder: root.appending(path: "Tests/CommandsTests/Fixtures").path)
    return String(decoding: child.outputToEnd(), as: UTF8.self)
  }

  @Test func `the page about JSON shows the output of its commands, except for ids`() throws {
    for (command, shown) in try Self.steps(of: "Commands/Commands.docc/JSON.md") {
      if command.hasPrefix("# "), let seconds = Double(command.split(separator: " ")[1]) {
        shell.pass(.milliseconds(Int((seconds * 1000).rounded())))
        continue
      }
      let parts = command.split(separator: " | ")
      let input = parts.count == 2 ? String(parts[0].split(separator: "'")[1]) : ""
      let answer = shell(
        String(parts[parts.count - 1].trimmingPrefix("laptimer ")),
        input: input.replacing("\\n", with: "\n"))
      guard command.contains("--json") else { continue }
      #expect(Self.plain(answer.output + answer.errors) == Self.plain(shown), "\(command)")
    }
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

  /// The commands of the console blocks, each with its answer, and comments.
  private static func steps(of page: String) throws -> [(command: String, shown: String)] {
    let text = try String(contentsOf: root.appending(path: "Sources/\(page)"), encoding: .utf8)
    var steps: [(command: String, shown: String)] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if isInside, line.hasPrefix("# ") {
        steps.append((String(line), ""))
      } else if isInside, !steps.isEmpty {
        steps[steps.count - 1].shown += line + "\n"
      }
    }
    return steps
  }
}
