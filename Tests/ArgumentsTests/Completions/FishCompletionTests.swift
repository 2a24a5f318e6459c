import Foundation
import Testing

@testable import Arguments

struct FishCompletionTests {
  /// Returns the words that fish offers for a line, without their descriptions.
  static func offers(_ line: String, in run: ShellRun) throws -> [String] {
    let quoted = line.backslashed(["'", "\\"])
    return try run.lines(
      "fish",
      ["--no-config", "-c", "source completion.fish; complete -C '\(quoted)'"]
    ).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `the program lists the sessions, and fish does not evaluate them`() throws {
    let run = try ShellRun()
    #expect(
      try Self.offers("laptimer lap --session ", in: run).sorted() == ShellRun.sessions.sorted())
    #expect(
      try Self.offers("laptimer export x Te", in: run).sorted() == ["Tempo run", "Tempo two"])
    #expect(try Self.offers("laptimer start --tag ", in: run) == ["race"])
    #expect(!run.hasRunInjection)
  }
}
