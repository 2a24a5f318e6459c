import Foundation
import Testing
import ProcessTestSupport

@testable import Commands

struct PipeTests {
  private let program: RealProgram

  init() throws {
    program = try RealProgram()
    try program.shell("laptimer start && laptimer lap && laptimer export > export")
  }

  @Test func `an invalid, cut or endless first line ends the reading of a pipe at once`() throws {
    let running = try program.start("import", "-", "--db", "other.db")
    // The pipe stays open, so that waiting for its end would never return.
    try running.write("hello\n")
    #expect(try running.process.end() == .exit(65))
    let answer = try running.finish()
    #expect(answer.message == "Error: Line 1: not a laptimer export. Nothing was imported.")
    for input in ["printf ''", "head -c 100 export"] {
      #expect(
        try program.shell("\(input) | laptimer import - --db other.db").error(65)
          == "Error: Line 1: the export is cut short. Nothing was imported.")
    }
    let endless = try program.shell("laptimer import - --db other.db < /dev/zero")
    #expect(endless.error(65) == "Error: Line 1: longer than any event. Nothing was imported.")
    #expect(
      try program.shell("cat export | TMPDIR=none laptimer import - --db other.db").error(74) == """
        Error: Standard input could not be copied to the temporary folder 'none': \
        No such file or directory.
        """)
  }

  @Test func `pipes and named pipes are read up to --max-size`() throws {
    let size = try Data(contentsOf: URL(fileURLWithPath: program.folder + "/export")).count
    let refused = Answer(
      exit: 65,
      errors: """
        Error: Standard input is longer than \(size - 1) bytes. Nothing was imported; '--max-size' \
        allows more.

        """)
    #expect(
      try program.shell("cat export | laptimer import - --max-size \(size - 1) --db other.db")
        == refused)
    let named = try program.shell(
      "mkfifo pipe; cat export > pipe & laptimer import pipe --max-size 1 --db other.db")
    #expect(named.errors.hasPrefix("Error: 'pipe' is longer than 1 bytes."), "\(named)")
    #expect(
      try program.shell("cat export | laptimer import - --max-size \(size) --db other.db").exit == 0
    )
    // A regular file is not copied, so its size is not limited.
    #expect(try program.shell("laptimer import export --max-size 1 --db third.db").exit == 0)
  }

  @Test(
    arguments: [
      ("1", 1), ("1023", 1023), ("1K", 1024), ("500m", 500 << 20), ("4G", 4 << 30), ("2T", 2 << 40),
      ("", nil), ("K", nil), ("-1", nil), ("1.5G", nil), ("1KB", nil), ("9999999999T", nil),
      ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func `a size is a number with an optional unit`(word: String, bytes: Int?) {
    #expect(ByteCount.parse(word) == bytes)
    if let bytes { #expect(ByteCount.parse(ByteCount.word(bytes)) == bytes) }
  }

  @Test(arguments: [
    (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"), (4 << 30, "4 GiB"),
    ((1 << 30) - 1, "1023.9 MiB"),
  ])
  func `a size is shown in the largest unit`(bytes: Int, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }
}
