import Foundation
import Glibc
import ProcessTestSupport
import SignalsPoll
import Synchronization
import Testing

struct TimestampedInputTests {
  /// A clock set by the test.
  private final class Clock: Sendable {
    let time = Atomic(0)
    func set(_ time: Int) { self.time.store(time, ordering: .relaxed) }
  }

  /// Waits for elements and removes them.
  private func drain(_ input: TimestampedInput<Int>) throws -> [TimestampedInput<Int>.Element] {
    var waiting = pollfd(fd: input.file, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, Int32(Child.timeout * 1000)) == 1)
    return input.drain()
  }

  /// The bytes as texts, each with the time of its arrival.
  private func pieces(_ elements: [TimestampedInput<Int>.Element]) -> [String] {
    elements.compactMap { element in
      guard case .bytes(let bytes, let time) = element else { return nil }
      return "\(String(decoding: bytes, as: UTF8.self)) at \(time)"
    }
  }

  private func isEnd(_ element: TimestampedInput<Int>.Element?, errno number: Int32?) -> Bool {
    guard case .end(let failure) = element else { return false }
    return failure?.errno == number
  }

  @Test func `bytes drained late have the time of their arrival`() throws {
    let (keyboard, clock) = (try SocketPair(keepsWritesApart: true), Clock())
    let input = try #require(
      TimestampedInput(keyboard.readEnd) { clock.time.load(ordering: .relaxed) })
    for (time, text) in ["a", "bc", "d"].enumerated() {
      clock.set(time)
      keyboard.write(text)
      try keyboard.waitUntilRead()
    }
    clock.set(100)
    let elements = try drain(input)
    #expect(pieces(elements) == ["a at 0", "bc at 1", "d at 2"])
    #expect(input.drain().isEmpty)
  }

  @Test func `arrived bytes are drained even before the thread runs`() throws {
    for _ in 0..<1000 {
      let keyboard = try SocketPair()
      let input = try #require(TimestampedInput(keyboard.readEnd) { 0 })
      keyboard.write("x")
      #expect(pieces(input.drain()) == ["x at 0"])
    }
  }

  @Test func `the end follows the last bytes`() throws {
    let keyboard = try SocketPair()
    let input = try #require(TimestampedInput(keyboard.readEnd) { 0 })
    keyboard.write("last")
    keyboard.closeWriteEnd()
    var elements: [TimestampedInput<Int>.Element] = []
    while !isEnd(elements.last, errno: nil) { elements += try drain(input) }
    #expect(pieces(elements) == ["last at 0"])
    #expect(input.drain().isEmpty)
  }

  @Test func `a failed read ends the input with its errno`() throws {
    let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    let input = try #require(TimestampedInput(folder) { 0 })
    #expect(isEnd(try drain(input).first, errno: EISDIR))
  }

  @Test func `a long input is read completely, and at most 128 KiB ahead`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/input"
    let all = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try Data(all).write(to: URL(fileURLWithPath: path))
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let input = try #require(TimestampedInput(file) { 0 })
    var bytes: [UInt8] = []
    var hasEnded = false
    while !hasEnded {
      var count = 0
      for element in try drain(input) {
        switch element {
        case .bytes(let piece, _):
          bytes += piece
          count += piece.count
        case .end(let failure):
          #expect(failure == nil)
          hasEnded = true
        }
      }
      #expect(count <= 2 << 16)
    }
    #expect(bytes == all)
  }

  @Test func `bytes that arrive after the release stay in the file`() throws {
    let keyboard = try SocketPair()
    _ = try #require(TimestampedInput(keyboard.readEnd) { 0 })
    keyboard.write("later")
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = read(keyboard.readEnd, &bytes, bytes.count)
    #expect(bytes.prefix(max(0, count)).elementsEqual("later".utf8))
  }
}
