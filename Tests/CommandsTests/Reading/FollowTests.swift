import Foundation
import Host
import Synchronization
import Testing

@testable import Commands

@Suite struct FollowTests {
  let shell = Shell()

  @Test func `new events are printed at once, until the reader closes the pipe`() {
    shell("start A")
    let following = Following(in: shell)
    #expect(following.lines(1) == [#"     1  1@1       2027-01-15 09:00:00.000  started      "A""#])
    shell(.seconds(1), "lap")
    #expect(following.lines(1) == ["     2  1@2       2027-01-15 09:00:01.000  lapped"])
    shell("mark pit")
    #expect(
      following.lines(1) == [#"     3  1@3       2027-01-15 09:00:01.000  timestamped  "pit""#])
    #expect(following.end() == 141)
  }

  @Test func `an interrupt ends following after the existing events`() {
    shell("start A")
    let interrupt = Pipe()
    shell.interrupts = Interrupts(file: dup(interrupt.fileHandleForReading.fileDescriptor))
    interrupt.fileHandleForWriting.write(Data([1]))
    #expect(
      shell("events --follow")
        == Answer(
          exit: 130,
          output: #"     1  1@1       2027-01-15 09:00:00.000  started      "A""# + "\n"))
    #expect(shell("events --follow --after 1 --json") == Answer(exit: 130))
    #expect(shell("watch --json").exit == 130 && shell("watch --json").errors == "")
  }

  @Test(arguments: ["table", "json", "markdown"])
  func `formats that need an end are refused with --follow`(format: String) {
    #expect(
      shell("events --follow --format \(format)").error(64).hasPrefix(
        "Error: '--follow' cannot be combined with '--format \(format)', which needs an end.\n"))
  }
}

/// Runs `events --follow` on a separate thread, since it blocks.
final class Following: Sendable {
  private let code = Mutex<Int32>(-1)
  private let done = DispatchSemaphore(value: 0)
  /// The reading end of the pipe; nil once it is closed.
  private let reading: Mutex<Int32?>
  private let writing: Int32

  init(_ options: [String] = [], in shell: Shell) {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe: errno \(errno)")
    reading = Mutex(ends[0])
    writing = ends[1]
    var world = shell.world
    world.output = writing
    world.errors = FileHandle.nullDevice.fileDescriptor
    let words = (["events", "--follow"] + options).map { Array($0.utf8) }
    Thread.detachNewThread { [self, world] in
      let result = Commands.run(words, in: world)
      code.withLock { $0 = result }
      done.signal()
    }
  }

  deinit {
    close()
    Glibc.close(writing)
  }

  /// Waits for the next lines and returns them; fewer after two minutes without one.
  func lines(_ count: Int) -> [String] {
    guard let reading = reading.withLock({ $0 }) else { return [] }
    var text: [UInt8] = []
    var lines: [String] {
      String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while text.last != 10 || lines.count < count {
      var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 120_000) == 1 else { break }
      let length = read(reading, &bytes, bytes.count)
      guard length > 0 else { break }
      text += bytes.prefix(length)
    }
    return lines
  }

  func close() {
    reading.withLock {
      if let end = $0 { Glibc.close(end) }
      $0 = nil
    }
  }

  /// Closes the reading end and waits for the exit code.
  ///
  /// - Returns: the code; -1 if the command does not end within two minutes.
  func end() -> Int32 {
    close()
    _ = done.wait(timeout: .now() + 120)
    return code.withLock { $0 }
  }
}
