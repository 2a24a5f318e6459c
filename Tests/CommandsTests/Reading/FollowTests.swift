import Foundation
import Host
import Synchronization
import Testing

@testable import Commands

@Suite struct FollowTests {
  let shell = Shell()

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

/// A command that runs on a thread of its own, since it blocks.
final class Background: Sendable {
  private let code = Mutex<Int32>(-1)
  private let done = DispatchSemaphore(value: 0)

  init(_ words: [String], in world: World) {
    Thread.detachNewThread { [self] in
      let result = Commands.run(words.map { Array($0.utf8) }, in: world)
      code.withLock { $0 = result }
      done.signal()
    }
  }

  /// Waits for its exit code; -1 if it does not end within two minutes.
  func end() -> Int32 {
    _ = done.wait(timeout: .now() + 120)
    return code.withLock { $0 }
  }
}

/// Runs `events --follow` in the background.
final class Following {
  private let pipe = Pipe()
  private let command: Background

  init(_ options: [String] = [], in shell: Shell) {
    signal(SIGPIPE, SIG_IGN)
    var world = shell.world
    world.output = pipe.fileHandleForWriting.fileDescriptor
    world.errors = FileHandle.nullDevice.fileDescriptor
    command = Background(["events", "--follow"] + options, in: world)
  }

  /// Waits for the next lines and returns them; fewer after two minutes without one.
  func lines(_ count: Int) -> [String] {
    let reading = pipe.fileHandleForReading.fileDescriptor
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

  /// Closes the reading end and returns the exit code.
  func end() -> Int32 {
    try? pipe.fileHandleForReading.close()
    return command.end()
  }
}
