import Foundation
import ProcessTestSupport
import Testing

@testable import Arguments

struct ZshCompletionTests {
  /// Returns the words that zsh offers for a line.
  static func offers(
    _ line: String, in run: ShellRun, setup: String = ZshScript.setup + "print ready"
  ) throws -> [String] {
    try run.write(setup, to: "setup.zsh")
    try run.write(ZshScript.driver, to: "driver.zsh")
    let lines = try run.lines("zsh", ["-f", "driver.zsh", line])
    // Two groups of completions can contain the same word.
    return lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  @Test func `the program lists the sessions, and zsh does not evaluate them`() throws {
    let run = try ShellRun()
    // zsh quotes the names for the line.
    let all = try Self.offers("laptimer lap --session ", in: run)
    #expect(
      try all.map { try splitWords($0) }.sorted { $0[0] < $1[0] }
        == ShellRun.sessions.sorted().map { [$0] })
    #expect(
      try Self.offers("laptimer export x Te", in: run).sorted() == ["Tempo\\ run", "Tempo\\ two"])
    #expect(try Self.offers("laptimer start --tag ", in: run) == ["race"])
    #expect(!run.hasRunInjection)
  }

  @Test func `the script can also be sourced`() throws {
    let run = try ShellRun()
    let text = try run.read("_laptimer")
    try FileManager.default.removeItem(at: run.folder.appendingPathComponent("_laptimer"))
    try run.write(text, to: "script.zsh")
    #expect(
      try Self.offers(
        "laptimer la", in: run, setup: ZshScript.setup + "source ./script.zsh\nprint ready")
        == ["lap"])
  }
}
