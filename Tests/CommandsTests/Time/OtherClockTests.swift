import Foundation
import ProcessTestSupport
import Testing

/// Another boot id and a real time namespace, where the machine allows them.
struct OtherClockTests {
  private static func works(_ words: String...) -> Bool {
    (try? Child(["unshare"] + words, output: .nothing).end()) == .exit(0)
  }

  private func shown(_ program: RealProgram) throws -> ClockStepTests.Shown {
    try program("show", "--json").decoded()
  }

  private func check(_ program: RealProgram, _ prefix: String) throws {
    try program.shell("laptimer start && laptimer lap")
    #expect(try shown(program).clock == "exact")
    #expect(try program.shell(prefix + "'laptimer lap && laptimer lap'").exit == 0)
    let shown = try shown(program)
    #expect(shown.laps.map(\.flags) == [[], ["bridged"], []])
    #expect(shown.clock == "bridged")
    // A clock that is a million seconds ahead does not lengthen the session.
    #expect(shown.laps.allSatisfy { (0..<600_000_000_000).contains($0.splitNs) })
    try program.shell("laptimer lap")
    #expect(try self.shown(program).laps.last?.flags == [])
    #expect(try program("check").exit == 0)
  }

  @Test(
    .enabled(
      if: works("--time", "--boottime", "1000000", "true"),
      "needs permission to create a time namespace"))
  func `another time namespace is another clock`() throws {
    try check(try RealProgram(), "unshare --time --boottime 1000000 sh -c ")
  }

  @Test(
    .enabled(
      if: works(
        "--mount", "sh", "-c", "mount --bind /etc/hostname /proc/sys/kernel/random/boot_id"),
      "needs permission to mount over the boot id"))
  func `another boot is another clock`() throws {
    let program = try RealProgram()
    let file = program.folder + "/boot_id"
    try "11111111-2222-3333-4444-555555555555\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    try check(
      program,
      "unshare --mount sh -c 'mount --bind \(file) /proc/sys/kernel/random/boot_id && exec sh -c \"$0\"' "
    )
  }
}
