import Foundation
import Host
import Testing

/// The program on a machine without /proc, or with few file descriptors.
struct LimitedMachineTests {
  @Test func `arguments are read from argv of main`() {
    #expect(argumentBytes() == CommandLine.arguments.dropFirst().map { Array($0.utf8) })
  }

  @Test(arguments: ["record", "import -", "plan --course golf --segments -"])
  func `a closed standard input is reported`(command: String) throws {
    let program = try RealProgram()
    try program("start")
    let answer = try program.shell("laptimer \(command) <&-")
    #expect(answer.failed(74, "could not be read: Bad file descriptor."))
  }

  @Test func `an answer to a closed standard output is not written to the log`() throws {
    let program = try RealProgram()
    try program("start")
    let answer = try program.shell(
      "laptimer lap <&- >&-; echo $?; laptimer lap <&- 2>&- >&-; echo $?")
    #expect(answer.text == "74\n74")
    #expect(
      answer.message
        == "Error: The event is saved, but the answer could not be written: Bad file descriptor.")
    #expect(try program("check").text == "Verified 3 events in 1 session.")
  }

  @Test(.enabled(if: RealProgram.canMount, "needs permission to mount over /proc"))
  func `without /proc the program works, and each process has its own clock`() throws {
    // As in a chroot that does not mount it.
    let answer = try RealProgram().shell(
      """
      unshare --mount sh -c 'mount -t tmpfs none /proc || exit 99
      laptimer start && laptimer lap > answer && wc -l < answer
      laptimer show | head -1 | cut -c 1-9
      laptimer watch --json | head -1 | cut -c 1-13
      laptimer export > export && laptimer import export --db other.db
      laptimer check && laptimer backup copy.db > answer && laptimer rebuild > answer
      laptimer lap > answer
      laptimer query "SELECT flags FROM laps" --format csv
      laptimer query "SELECT count(*) FROM clocks" --format csv'
      """)
    #expect(
      answer == #"""
        Started session 1.
        1
        Session 1
        {"session":1,
        Imported 2 events: 1 new session, 0 extended. Already present: 0.
        Verified 2 events in 1 session.
        flags
        "[""bridged""]"
        "[""bridged""]"
        count(*)
        3
        """#)
  }

  @Test func `a program that the tests run inherits only its standard streams`() throws {
    let program = try RealProgram()
    // A duplicate is not close-on-exec, unlike the files that the tests open.
    let file = dup(0)
    defer { close(file) }
    #expect(try program.shell("exec ls /proc/self/fd").text == "0\n1\n2\n3")
  }

  /// These also wait, follow or catch interrupts; SystemCallTests have those that write.
  ///
  /// The dynamic loader of a program that is not fully static needs descriptors as well.
  @Test(arguments: [
    "watch --json | head -1", "events --follow --json | head -2", "replay 1 --speed max", "record",
  ])
  func `with few descriptors a command succeeds, or says why not`(command: String) throws {
    let program = try RealProgram()
    try program.shell("laptimer start && laptimer lap")
    let usual = try program.shell("laptimer \(command)")
    #expect(usual.exit == 0, "\(usual)")
    var failed = 0
    var isEnough = false
    for limit in 3...24 where !isEnough {
      let limited = "prlimit --nofile=\(limit) laptimer \(command)"
      let answer = try program.shell(
        command.contains("|")
          ? limited.replacing("|", with: "2>errors |") + "; [ ! -s errors ] || ! cat errors >&2"
          : limited)
      let place: Comment = "\(command), \(limit) descriptors: \(answer)"
      isEnough = answer.exit == 0
      if isEnough {
        #expect(answer.output.isEmpty == usual.output.isEmpty, place)
      } else {
        failed += 1
        #expect([1, 73, 74, 127].contains(answer.exit), place)
        #expect(
          answer.errors.contains("oo many open files") || answer.errors.contains("Error 24"), place)
        #expect(answer.output.isEmpty, place)
      }
    }
    #expect(failed > 0 && isEnough)
  }
}
