import EventLog
import Glibc
import Host
import ProcessTestSupport
import Synchronization
import TimingTestSupport

@testable import Commands

/// Runs commands of the program in this process, on a log that the test describes.
struct CommandRunner {
  private let files: ScratchFolder
  private let world: World
  private let logFile: @Sendable (String) -> LogFile

  struct Answer: CustomStringConvertible {
    var exit: Int32
    var output: String
    var errors: String

    var description: String { "exit \(exit)\n\(output)\(errors)" }
  }

  /// Creates a runner whose clocks advance with each command.
  init(log path: String, _ file: @escaping @Sendable (String) -> LogFile = { LogFile($0) }) throws {
    files = try ScratchFolder.inMemory()
    var world = World.live
    world.environment = { $0 == "LAPTIMER_DB" ? Array(path.utf8) : nil }
    let clocks = Clocks()
    world.instant = { clocks.next().instant }
    world.keepDevice = {}
    world.catchInterrupts = { nil }
    world.lockTimeout = .zero
    self.world = world
    logFile = file
  }

  private final class Clocks: Sendable {
    private let machine = Mutex(Machine())

    func next() -> Machine {
      machine.withLock {
        $0.pass(.milliseconds(1_234))
        return $0
      }
    }
  }

  /// The number of bytes that the present command has written to standard output.
  var answered: Int { contents(of: files("output")).count }

  /// The path of a file outside of the log's folder.
  func place(_ name: String) -> String { files(name) }

  func file(_ name: String, _ text: String) throws -> String {
    close(try opened(name, text))
    return files(name)
  }

  @discardableResult func callAsFunction(_ words: [String], input: String = "") throws -> Answer {
    var world = world
    world.input = try opened("input", input)
    world.output = try opened("output")
    world.errors = try opened("errors")
    defer { for file in [world.input, world.output, world.errors] { close(file) } }
    let exit = Commands.run(words.map { Array($0.utf8) }, in: world, logFile: logFile)
    return Answer(exit: exit, output: text(of: "output"), errors: text(of: "errors"))
  }

  private func opened(_ name: String, _ text: String = "") throws -> Int32 {
    let file = open(files(name), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0, write(file, text, text.utf8.count) == text.utf8.count else {
      throw ScratchFolder.Failure(errno: errno)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private func text(of name: String) -> String {
    String(decoding: contents(of: files(name)), as: UTF8.self)
  }
}
