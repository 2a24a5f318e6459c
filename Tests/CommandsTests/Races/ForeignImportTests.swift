import Testing

struct ForeignImportTests {
  private let shell = Shell("start Crit --race 'points A finish'", "enter 17")
  private let other = Shell.otherDevice()

  init() {
    other.device = "other"
    #expect(other("import - --foreign", input: shell("export").output).exit == 0)
    other("start Gate --join Crit --point A")
    shell.pass(.seconds(60))
    other(.seconds(60), "cross 17")
  }

  private func note(_ session: Int) -> String {
    """
    Note: Session \(session) is recorded in another log, but can be written here, too. Once both logs \
    have recorded in it, they cannot be merged any more.
    """
  }

  @Test func `a session of another device gets a note, and --foreign makes it read-only`() {
    let file = other("export").output
    let answer = shell("import -", input: file)
    #expect(answer.exit == 0)
    let remedy = " 'laptimer import FILE --foreign' makes it read-only here.\n"
    #expect(answer.errors == note(2) + remedy)
    #expect(shell("import -", input: file).errors == "")
    #expect(
      shell("import - --foreign", input: file).message == """
        Note: Session 2 belongs to another device, and is read-only here now. 'laptimer import \
        FILE' makes it writable.
        """)
    #expect(shell("cross 17 --session 2").errors.contains("belongs to another device"))
    #expect(shell("cross 17 --session 1").exit == 0)
    #expect(shell("import - --foreign", input: file).errors == "")
    // The import without --foreign again.
    #expect(shell("import -", input: file).errors == note(2) + remedy)
  }

  @Test func `a log that moves to another device gets no note`() {
    shell("start Line --join Crit --point finish")
    let third = Shell(firstID: 9001, device: "third")
    let file = shell("export").output
    #expect(third("import -", input: file).errors == "")
    #expect(third("import - --foreign", input: file).errors == "")
    #expect(third("cross 17 --session Line").exit == 0)
    #expect(third("import - --foreign", input: shell("export Crit").output).errors == "")
    #expect(third("cross 17 --session Crit").exit == 0)
  }

  @Test func `a session with own events stays writable; one of another own log is noted`() {
    #expect(other("import - --foreign", input: other("export Gate").output).errors == "")
    #expect(other("cross 17 --session Gate").exit == 0)
    let second = Shell(firstID: 9001)
    second("import - --foreign", input: shell("export").output)
    second("start Line --join Crit --point finish")
    #expect(shell("import -", input: second("export Line").output).errors == note(2) + "\n")
  }

  @Test func `a file that continues a session written here is refused with --foreign`() {
    other("import -", input: shell("export Crit").output)
    #expect(other("import - --foreign", input: shell("export Crit").output).errors == "")
    let file = other("rule 17 dsq --session Crit", "discard Crit", "export").output
    let before = shell("export").output
    #expect(
      shell("import - --foreign", input: file).error(65) == """
        Error: Line 6: the file continues session 1, which is written in this log. Nothing was \
        imported; only one log can continue a session: 'laptimer import FILE' without --foreign \
        imports these events, if the other log no longer continues it.
        """)
    #expect(
      shell("import - --foreign --json", input: file).errors.contains(#""kind":"written_here""#))
    #expect(shell("export").output == before)
    #expect(shell("cross 17").exit == 0)
    // The session of the other device alone is imported.
    #expect(shell("import - --foreign", input: other("export Gate").output).exit == 0)
    #expect(shell("cross 17 --session 1").exit == 0)
  }

  @Test func `a restored or copied log stays writable`() {
    let third = Shell(firstID: 9001, device: "third")
    let file = "\(shell.log)-copy"
    #expect(shell("backup \(file)").exit == 0)
    third.expect(exit: 0, "backup --restore \(file)", "cross 17", "cross 17 --db \(file)")
  }

  @Test func `an own session imported with --foreign into another log is read-only there`() {
    let file = shell("export").output
    shell("cross 17")
    let second = Shell(firstID: 9001)
    #expect(second("import - --foreign", input: file).exit == 0)
    #expect(second("cross 17").exit == 1)
    #expect(second("import - --foreign", input: shell("export").output).exit == 0)
    #expect(second("import -", input: file).errors == note(1) + "\n")
    #expect(second("cross 17").exit == 0)
  }
}
