import Host
import Testing
import Text

@testable import Commands
@testable import EventLog
@testable import SQLite

/// Writes without free space, on small file systems where the tests can mount them.
struct FullDiskTests {
  @Test func `the error for a full temporary folder names it and TMPDIR`() throws {
    let laptimer = try RealProgram()
    let answer = try laptimer.shell(
      """
      laptimer start > answers
      for i in 1 2 3 4 5 6 7 8; do laptimer lap "$(printf %01000d $i)" > /dev/null; done
      laptimer export > export
      ulimit -f 2
      cat export | TMPDIR=$PWD laptimer import - --db other.db
      """)
    #expect(
      answer.error(74) == """
        Error: Standard input could not be copied to the temporary folder \
        '\(laptimer.folder)': the file has reached the size limit for files, see 'ulimit -f'. \
        Make room, or set TMPDIR to another folder.
        """)
  }

  @Test(.enabled(if: RealProgram.canMount, "needs permission to mount a small file system"))
  func `the error for a full temporary disk names its folder`() throws {
    let laptimer = try RealProgram()
    let answer = try laptimer.shell(
      """
      laptimer start > answers
      for i in $(seq 60); do laptimer lap "$(printf %01000d $i)" > /dev/null; done
      laptimer export > export
      unshare --mount sh -c '
        mkdir place && mount -t tmpfs -o size=40k none place || exit 99
        cat export | TMPDIR=$PWD/place laptimer import - --db other.db'
      """)
    #expect(answer.failed(74, "the temporary folder '\(laptimer.folder)/place': the disk is full"))
  }

  @Test func `the file size limit is an error and does not kill the process`() throws {
    let laptimer = try RealProgram()
    let answer = try laptimer.shell(
      """
      laptimer start > answers
      (ulimit -f 150
      until [ "$code" ]; do
        laptimer lap "SECRET $(printf %0900d 7)" >> answers 2> errors || code=$?
      done
      echo $code)
      grep -v '^  laptimer lap .SECRET 0*7. --at 2' errors >&2
      wc -l < answers
      laptimer lap > /dev/null
      laptimer check
      """)
    let lines = answer.output.split(separator: "\n")
    let answered = try #require(lines.count > 1 ? Int(lines[1]) : nil, "\(answer)")
    #expect(answer.text == "74\n\(answered)\nVerified \(answered + 1) events in 1 session.")
    #expect(
      answer.errors.contains("'\(laptimer.log)' has reached the size limit for files"),
      "\(answer.errors)")
    #expect(!answer.errors.contains("SECRET"))
  }

  @Test func `a copy that becomes too large is named by its place`() throws {
    let laptimer = try RealProgram()
    let answer = try laptimer.shell(
      """
      (echo start; for i in $(seq 600); do echo lap; done) | laptimer record > answers
      ulimit -f 100
      laptimer backup copy.db
      """)
    #expect(
      answer.error(74).hasPrefix(
        "Error: No copy was made. '\(laptimer.folder)/copy.db' has reached the size limit for files"
      ))
  }

  @Test(arguments: [CommitOutcome.saved, .notSaved, .unknown])
  func `a command is suggested only if its event is not saved`(outcome: CommitOutcome) {
    let reason = DatabaseError(code: .full, message: "full", sql: "COMMIT", file: "/disk/log.db")
    let failure = Failure(LogError.commitFailed(outcome, reason))
    #expect(
      failure.offering("Repeat it as:", ["lap"]).message.text
        == failure.message.text + (outcome == .notSaved ? "\nRepeat it as:\n  lap" : ""))
    #expect(failure.exitCode == 74 && failure.kind == outcome.rawValue)
    if outcome == .saved {
      let start = "The event is saved, although the write reported an error. The disk of "
      #expect(failure.message.text.hasPrefix(start), "\(failure.message)")
    }
    #expect(Failure(reason).offering("Repeat it as:", ["lap"]).message.text.hasSuffix("\n  lap"))
  }

  @Test func `the error for an index that cannot grow says that reading needs space`() {
    let failure = Failure(
      DatabaseError(
        code: ResultCode(rawValue: 10 | 19 << 8), message: "disk I/O error", file: "/disk/log.db"))
    #expect(failure.exitCode == 74)
    #expect(
      failure.message.text.hasPrefix(
        "The disk of '/disk/log.db' failed, or is full: reading, too, needs room"),
      "\(failure.message)")
  }
}
