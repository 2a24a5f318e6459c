import Foundation
import Testing

struct SegmentsFileTests {
  private let shell = Shell()
  private var path: String { shell.folder + "/segments.txt" }

  private func start(_ bytes: [UInt8]) throws -> Answer {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return shell("start --course golf --segments '\(path)'")
  }

  @Test func `blank lines, spaces, line ends and a byte order mark are skipped`() throws {
    #expect(
      try start(Array("\u{FEFF}Hole 1\r\n\n\u{A0}\t \n Hole 2\u{2028}Hole 3\r\n\r\n".utf8)).exit
        == 0)
    #expect(shell("show --json").output.contains(#""segments":["Hole 1","Hole 2","Hole 3"]"#))
  }

  @Test(arguments: [
    Array("\u{FEFF}\r\n<?xml version=\"1.0\"?>\n<Run version=\"1.7.0\">\n</Run>\n".utf8),
    Array("{\"laptimer\":1}\n".utf8), [0x46, 0x49, 0x54, 0x00, 0xFF],
    [0xFF, 0xFE, 0x41, 0x00, 0x0A, 0x00],
  ])
  func `a binary file, XML, JSON and UTF-16 are refused`(_ bytes: [UInt8]) throws {
    #expect(
      try start(bytes).error(65) == """
        Error: '\(path)' is not a list of segments: it must be UTF-8 text with a name on each line.
        """)
    #expect(shell("list --json").text == "[]")
  }

  @Test func `an invalid name is refused with its line`() throws {
    #expect(
      try start(Array("Hole 1\nHole ".utf8) + [0xFF, 0x0A]).error(65)
        == "Error: '\(path)', line 2 is not valid UTF-8.")
    #expect(
      try start(Array("Hole 1\n\n".utf8) + Array(repeating: 0x61, count: 1_000_000)).error(65)
        == """
        Error: '\(path)', line 3: the name is invalid: it has 1000000 bytes; the limit is 1024.
        """)
  }
}
