import Foundation
import Host
import Testing

@Suite struct ProgressLineTests {
  private let shell = Shell()
  private let path: String
  private let file: Int32

  init() throws {
    path = shell.folder + "/errors"
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try #require(file >= 0)
  }

  private func line(isTerminal: Bool = true, isWanted: Bool = true) -> ProgressLine {
    var world = shell.world
    world.errors = file
    let file = file
    world.isTerminal = { $0 == file && isTerminal }
    return ProgressLine(world, isWanted: isWanted)
  }

  private func readOutput() throws -> String {
    defer { truncate(path, 0) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `the line appears after a delay, at a limited rate, and is cleared`() throws {
    // A line that was never shown is not cleared.
    self.line().wipe()
    #expect(try readOutput() == "")
    let line = self.line()
    line.show("early")
    #expect(try readOutput() == "")
    #expect(line.timeLeft == .milliseconds(500))
    shell.pass(.milliseconds(500))
    #expect(line.timeLeft == .zero)
    line.show("a long one")
    #expect(try readOutput() == "\ra long one")
    shell.pass(.milliseconds(99))
    line.show("too soon")
    #expect(try readOutput() == "")
    shell.pass(.milliseconds(1))
    line.show("short")
    #expect(try readOutput() == "\rshort     ")
    line.wipe()
    #expect(try readOutput() == "\r     \r")
    line.wipe()
    #expect(try readOutput() == "")
    close(file)
  }

  @Test(arguments: [(false, true), (true, false)])
  func `a terminal shows the line, but only if wanted`(isTerminal: Bool, isWanted: Bool) throws {
    let line = line(isTerminal: isTerminal, isWanted: isWanted)
    shell.pass(.seconds(10))
    line.show("progress")
    line.wipe()
    #expect(line.timeLeft == nil)
    #expect(try readOutput() == "")
    close(file)
  }
}
