import Foundation
import Host
import Testing

@Suite struct OutputTests {
  @Test func `nothing is written before the buffer is full or flushed`() throws {
    let pipe = Pipe()
    var output = Output(descriptor: pipe.writing)
    output.bytes += Array("half a document".utf8)
    try output.drain()
    #expect(pipe.readable == 0)
    try output.flush()
    #expect(pipe.fileHandleForReading.availableData.count == 15)
    #expect(output.bytes.isEmpty)
    output.bytes = Array(repeating: 0x61, count: Output.fullAt)
    try output.drain()
    #expect(pipe.readable == Output.fullAt)
  }

  @Test func `a .whole output without a flush is never written`() throws {
    let pipe = Pipe()
    var output = Output(descriptor: pipe.writing, mode: .whole(spoolFolder: "/tmp"))
    for _ in 0..<3 {
      output.bytes += Array(repeating: 0x61, count: Output.spooledAt)
      try output.drain()
      #expect(output.bytes.isEmpty)
    }
    #expect(pipe.readable == 0)
  }

  @Test func `a .whole output is written in order`() throws {
    let file = open("/tmp", 0o20_000_000 | O_DIRECTORY | O_RDWR, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    var output = Output(descriptor: file, mode: .whole(spoolFolder: "/tmp"))
    var expected: [UInt8] = []
    for number in 0..<400_000 {
      output.bytes += Array("\(number)\n".utf8)
      expected += Array("\(number)\n".utf8)
      try output.drain()
    }
    try output.flush()
    #expect(output.bytes.isEmpty)
    var read = [UInt8](repeating: 0, count: expected.count + 1)
    #expect(pread(file, &read, read.count, 0) == expected.count)
    #expect(read.starts(with: expected))
  }

  @Test func `a full disk is a separate error, and other errors keep their errno`() throws {
    var output = Output(descriptor: -1, mode: .whole(spoolFolder: "/nowhere"))
    output.bytes = Array(repeating: 0x61, count: Output.spooledAt)
    #expect(throws: OutputError.failed(errno: ENOENT)) { try output.drain() }
    var closed = Output(descriptor: -1)
    closed.bytes = [0x61]
    #expect(throws: OutputError.failed(errno: EBADF)) { try closed.flush() }
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    var unsaved = Output(descriptor: full)
    unsaved.bytes = [0x61]
    #expect(throws: OutputError.noRoom(errno: ENOSPC)) { try unsaved.flush() }
  }

  @Test func `writing waits for a non-blocking pipe`() throws {
    let pipe = Pipe()
    let writing = dup(pipe.writing)
    try pipe.fileHandleForWriting.close()
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    Thread.detachNewThread {
      var output = Output(descriptor: writing)
      output.bytes = Array(repeating: 0x61, count: 1 << 20)
      try? output.flush()
      close(writing)
    }
    #expect(try pipe.fileHandleForReading.readToEnd()?.count == 1 << 20)
  }
}

extension Pipe {
  fileprivate var writing: Int32 { fileHandleForWriting.fileDescriptor }

  fileprivate var readable: Int {
    var count: Int32 = 0
    _ = ioctl(fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
    return Int(count)
  }
}
