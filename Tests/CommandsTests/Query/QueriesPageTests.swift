import Foundation
import ProcessTestSupport
import Testing

/// Runs the commands of the page *Querying the log with SQL* and compares their output with the
/// page, except for ages.
struct QueriesPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  @Test func `the page shows the output of its commands`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Sources/EventLog/EventLog.docc/Queries.md"),
      encoding: .utf8)
    let shell = Shell()
    var count = 0
    for (command, shown) in Self.steps(of: page) where !command.hasPrefix("cd ") {
      count += 1
      #expect(Self.plain(try Self.output(of: command, shell)) == Self.plain(shown), "\(command)")
    }
    #expect(count == 5)
  }

  /// The commands of the console blocks with their answers.
  private static func steps(of page: String) -> [(command: String, shown: String)] {
    var steps: [(command: String, shown: String)] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if isInside, !steps.isEmpty {
        steps[steps.count - 1].shown += line + "\n"
      }
    }
    return steps
  }

  /// The output of a command line, whose laptimer command runs in the shell of the test.
  private static func output(of line: String, _ shell: Shell) throws -> String {
    let parts = line.components(separatedBy: " | ")
    guard let own = parts.firstIndex(where: { $0.hasPrefix("laptimer ") }) else {
      return try run(line)
    }
    let input = own > 0 ? try run(parts[..<own].joined(separator: " | ")) : ""
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

  /// A text without ages.
  private static func plain(_ text: String) -> String {
    text.replacing(/\d+d ago/, with: "… ago")
  }
}
