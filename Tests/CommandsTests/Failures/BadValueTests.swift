import Testing

/// Invalid values are wrong usage on the command line, and bad data in a line of `record`.
struct BadValueTests {
  private let shell = Shell("start A", .seconds(60))

  /// Expects that the words, and the same line of `record`, are refused and write nothing.
  private func expect(
    _ words: [String], _ reason: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let before = shell("export").output
    let message = try shell.run(words).error(64)
    let first = message.prefix { $0 != "\n" }
    #expect(
      first.hasPrefix("Error: ") && first.contains(reason), "\(message)", sourceLocation: location)
    #expect(
      message.hasSuffix("See 'laptimer \(words[0]) --help' for more information."),
      sourceLocation: location)
    let line = words.map { "'" + $0 + "'" }.joined(separator: " ")
    #expect(
      shell("record", input: line).error(65).hasPrefix("Error: line 1: "), sourceLocation: location)
    #expect(shell("export").output == before, sourceLocation: location)
  }

  @Test func `an invalid moment is wrong usage`() throws {
    for (text, reason) in [
      ("", "it is empty"), ("garbage", "a moment is written like"),
      ("2026-13-01T00:00:00Z", "no such day"), ("25:00", ""), ("10:00:00.0000000001", "nanosecond"),
      ("9999-01-01T00:00:00Z", ""), ("2026-11-21T10:00:00Z; rm", ""), ("１０:００", ""),
    ] { try expect(["lap", "--at", text], reason) }
  }

  @Test func `an invalid duration is wrong usage`() throws {
    for (text, reason) in [
      ("", "it is empty"), ("soon", "a duration is written like"), ("1x", "'x' is not a unit"),
      ("1d", "'d' is not a unit; the units are h, m, s, ms, us and ns"),
      ("99999999999h", "292 years"), ("1:75", "00 to 59, not 75"), ("١", ""),
    ] {
      try expect(["lap", "--ago", text], reason)
      try expect(["start", "--also", "--limit", text], reason)
    }
    try expect(["lap", "--ago=-5s"], "it must not be negative")
    try expect(["lap", "--ago", "-5s"], "it must not be negative")
    try expect(["start", "--also", "--limit", "0"], "not above zero")
    try expect(["lap", "--ago", "1000000h"], "is more than 100 years away")
    try expect(["start", "--also", "--limit", "876001h"], ": more than 100 years")
    try expect(["plan", "--limit", "876001h"], ": more than 100 years")
    #expect(shell("plan --limit 876000h").exit == 0)
    try expect(["amend", "1", "--by", "99999999999h"], "")
  }

  @Test func `only an amended event may be the start or the stop`() throws {
    let event =
      "nor @ and the number of an event, also of a timestamp, which 'laptimer events' lists"
    try expect(["remove", "0"], "'<what>': neither a lap's number \(event)")
    try expect(["amend", "0", "--by", "1s"], "neither a lap's number, start, stop, \(event)")
    #expect(shell("remove start").error(1).contains("The start cannot be removed"))
  }

  @Test func `the reason is whole, also if it is long, and the value is cut`() {
    let word = String(repeating: "x", count: 300)
    let error = shell("list --since \(word)").error(64)
    #expect(error.hasPrefix("Error: The value '\(word.prefix(200))…' is invalid for"))
    #expect(error.contains("('2026-11-21 10:00', 'yesterday 10:00', 10:00, now)\n"))
  }

  @Test func `an unknown session is refused with 66`() throws {
    for name in [
      "99", "nobody", "01920000-0000-7000-8000-0000000000ff", "0", "-1x", "99999999999999999999",
    ] {
      for words in [
        ["lap", "--session=\(name)"], ["show", "--", name], ["discard", "--", name],
        ["export", "--", name],
      ] {
        #expect(
          try shell.run(words).error(66)
            == "Error: There is no session '\(name)'. 'laptimer list --all' lists all sessions.")
      }
    }
  }

  @Test func `a refusal has its code and message, and writes nothing`() {
    let before = shell("stop", "export").output
    for (line, kind) in [
      ("stop", "not_running"), ("lap --at 2027-01-15T09:00:00Z", "in_the_future"),
      ("lap --at 2027-01-15T07:00:00Z", "before_start"), ("resume --ago 50s", "before_last_event"),
      ("redo", "nothing_to_redo"), ("remove 3", "no_such_lap"),
      ("amend @9 --by 1s", "no_such_event"),
      ("tag --remove track", "no_such_tag"), ("start --session 1", "not_ready"),
    ] {
      #expect(shell("\(line) --json").failed(1, #""kind":"\#(kind)""#))
      let recorded = shell("record --json", input: line)
      #expect(recorded.exit == 65)
      #expect(recorded.output.contains(#"{"line":1,"error":{"code":1,"kind":"\#(kind)""#))
    }
    #expect(shell("export").output == before)
    shell("start --countdown 10s")
    for line in ["lap", "stop", "resume", "start --session 2"] {
      #expect(shell("\(line) --json").errors.contains(#""kind":"counting_down""#), "\(line)")
    }
  }
}
