import Foundation
import Host
import Testing

@testable import Commands

@Suite struct FollowTests {
  let shell = Shell()

  @Test func `new events are printed at once, until the reader closes the pipe`() {
    shell("start A")
    let following = Following(in: shell)
    #expect(following.lines(1) == [#"     1  1@1       2027-01-15 09:00:00.000  started      "A""#])
    shell(.seconds(1), "lap")
    #expect(following.lines(1) == ["     2  1@2       2027-01-15 09:00:01.000  lapped"])
    shell("mark pit")
    #expect(
      following.lines(1) == [#"     3  1@3       2027-01-15 09:00:01.000  timestamped  "pit""#])
    #expect(following.end() == 141)
  }

  @Test func `an interrupt ends following after the existing events`() {
    shell("start A")
    let interrupt = Pipe()
    shell.interrupts = Interrupts(file: dup(interrupt.fileHandleForReading.fileDescriptor))
    interrupt.fileHandleForWriting.write(Data([1]))
    #expect(
      shell("events --follow")
        == Answer(
          exit: 130, output: #"     1  1@1       2027-01-15 09:00:00.000  started      "A""# + "\n",
          errors: "Error: Interrupted.\n"))
    #expect(shell("events --follow --after 1").exit == 130)
  }

  @Test(arguments: ["table", "json", "markdown"])
  func `formats that need an end are refused with --follow`(format: String) {
    #expect(
      shell("events --follow --format \(format)").error(64).hasPrefix(
        "Error: '--follow' cannot be combined with '--format \(format)', which needs an end.\n"))
  }
}
