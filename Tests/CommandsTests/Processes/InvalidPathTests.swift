import Foundation
import Testing

/// Paths that are not valid UTF-8 are refused, and no similar path is used instead.
struct InvalidPathTests {
  /// All files below the program's folder, except those with its standard error.
  private func files(_ laptimer: RealProgram) throws -> Answer {
    try laptimer.shell("find . -not -name '*.err' | LC_ALL=C sort | od -c")
  }

  @Test(arguments: ["LAPTIMER_DB", "XDG_DATA_HOME", "HOME", "TMPDIR"])
  func `a variable with a path of invalid UTF-8 is refused`(_ variable: String) throws {
    let laptimer = try RealProgram()
    let script = "unset LAPTIMER_DB; [ \(variable) = HOME ] && unset XDG_DATA_HOME\n"
    let before = try files(laptimer)
    for command in ["start", "list"] {
      let answer = try laptimer.shell(
        script + "export \(variable)=\"$(printf '/tmp/odd\\377')\"; laptimer \(command)")
      #expect(
        answer.error(64).hasPrefix(
          "Error: The variable \(variable) is not valid UTF-8: '/tmp/odd\u{FFFD}'.\n"), "\(answer)")
    }
    #expect(try files(laptimer) == before)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/odd\u{FFFD}"))
    let answer = try laptimer.shell("HOME=\"$(printf '/odd\\377')\" laptimer start")
    #expect(answer == "Started session 1.")
  }

  @Test(arguments: ["log.db", "sub/log.db"])
  func `a relative path is refused if the current folder is invalid UTF-8`(_ path: String) throws {
    let laptimer = try RealProgram()
    // The folder with the repaired name also exists.
    try laptimer.shell(
      "laptimer start mine && mkdir \"$(printf 'odd\\377')\" odd\u{FFFD} odd\u{FFFD}/sub && "
        + "laptimer backup odd\u{FFFD}/log.db && laptimer backup odd\u{FFFD}/sub/log.db")
    let before = try files(laptimer)
    let folder = "cd \"$(printf 'odd\\377')\" && "
    #expect(
      try laptimer.shell(folder + "laptimer start --db \(path)").error(73) == """
        Error: '\(path)' is in a folder, or is a link, whose name is not valid UTF-8; not opened. \
        Choose another place with --db or LAPTIMER_DB.
        """)
    let list = try laptimer.shell(folder + "laptimer list --db \(path)")
    #expect(list == Answer(errors: "Note: There is no session yet.\n"))
    #expect(try files(laptimer) == before)
    let there = try laptimer.shell(
      folder + "mkdir -p sub && cp ../odd\u{FFFD}/log.db \(path) && laptimer lap --db \(path)")
    #expect(there.exit == 73)
    #expect(try laptimer.shell(folder + "laptimer lap").exit == 0)
  }

  @Test func `a link into a folder with an invalid name is refused`() throws {
    let laptimer = try RealProgram()
    try laptimer.shell("ln -s \"$(printf 'odd\\377.db')\" link.db")
    let before = try files(laptimer)
    #expect(try laptimer.shell("laptimer start --db link.db").exit == 73)
    #expect(try files(laptimer) == before)
  }
}
