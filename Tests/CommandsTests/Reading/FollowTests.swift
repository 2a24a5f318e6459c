import Foundation
import Synchronization
import Testing

@testable import Commands

@Suite struct FollowTests {
  let shell: Shell
  let pipe = Pipe()

  init() throws {
    shell = try Shell()
    signal(SIGPIPE, SIG_IGN)
  }

  /// Follows on a thread of its own; the lines come through the pipe.
  private func follow(_ options: String...) -> Following {
    var world = shell.world
    world.output = pipe.fileHandleForWriting.fileDescriptor
    world.errors = FileHandle.nullDevice.fileDescriptor
    return Following(["events", "--follow"] + options, in: world)
  }

  /// The next lines, waited for.
  private func lines(_ count: Int) -> [String] {
    var text = ""
    while text.split(separator: "\n").count < count || text.last != "\n" {
      text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }
    return text.split(separator: "\n").map(String.init)
  }

  @Test func `new events are printed at once, until the reader closes the pipe`() throws {
    shell("start A")
    let following = follow()
    #expect(lines(1) == [#"     1  1@1       2027-01-15 09:00:00.000  started      "A""#])
    shell.pass(.seconds(1))
    shell("lap")
    #expect(lines(1) == ["     2  1@2       2027-01-15 09:00:01.000  lapped"])
    shell("mark pit")
    #expect(lines(1) == [#"     3  1@3       2027-01-15 09:00:01.000  timestamped  "pit""#])
    try pipe.fileHandleForReading.close()
    #expect(following.exitCode == 141)
  }

  @Test func `following waits for a missing log and does not create it`() throws {
    let following = follow("--json")
    shell("start A")
    #expect(lines(1)[0].hasPrefix(#"{"position":1,"session":1,"#))
    try pipe.fileHandleForReading.close()
    #expect(following.exitCode == 141)
  }

  @Test func `following creates no files`() throws {
    try pipe.fileHandleForReading.close()
    #expect(follow().exitCode == 141)
    #expect(!FileManager.default.fileExists(atPath: shell.log))
  }

  @Test func `an interrupt ends following after the existing events`() throws {
    shell("start A")
    let interrupt = Pipe()
    shell.interrupts = Interrupts(file: dup(interrupt.fileHandleForReading.fileDescriptor))
    interrupt.fileHandleForWriting.write(Data([1]))
    #expect(
      shell("events --follow")
        == Answer(
          exit: 130, output: #"     1  1@1       2027-01-15 09:00:00.000  started      "A""# + "\n",
          errors: "Error: Interrupted.\n"))
    #expect(shell("events --follow --after 1").exit == 130)
  }

  @Test(arguments: ["table", "json", "markdown"])
  func `formats that need an end do not follow`(format: String) {
    let answer = shell("events --follow --format \(format)")
    #expect(answer.exit == 64)
    #expect(
      answer.errors.hasPrefix(
        "Error: '--follow' cannot be combined with '--format \(format)', which needs an end.\n"))
  }
}

/// A command that goes on while the test does: it blocks its thread, so it needs one.
final class Following: Sendable {
  private let code = Mutex<Int32>(-1)
  private let done = DispatchSemaphore(value: 0)

  init(_ words: [String], in world: World) {
    Thread.detachNewThread { [self] in
      let result = Commands.run(words.map { Array($0.utf8) }, in: world)
      code.withLock { $0 = result }
      done.signal()
    }
  }

  /// The exit code, waited for; -1 of one that goes on.
  var exitCode: Int32 {
    _ = done.wait(timeout: .now() + 120)
    return code.withLock { $0 }
  }
}
