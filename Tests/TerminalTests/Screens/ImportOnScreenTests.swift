import Foundation
import Glibc
import ProcessTestSupport
import Testing

/// The progress of an import in a real terminal.
struct ImportOnScreenTests {
  @Test func `a slow pipe shows its progress, which is cleared afterwards`() throws {
    let log = try RealLog()
    try log.run("start")
    let export = try log.run("export").output
    let pipe = log.folder + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "exec \"$0\" import - < \(pipe)", Child.laptimer],
      environment: ["LAPTIMER_DB": log.folder + "/other.db"])
    let file = open(pipe, O_WRONLY | O_CLOEXEC)
    try #require(file >= 0)
    try terminal.expect("Reading standard input: 0 bytes")
    let bytes = Array(export.utf8)
    write(file, bytes, bytes.count - 1)
    try terminal.expect("Reading standard input: \(bytes.count - 1) bytes")
    write(file, [bytes[bytes.count - 1]], 1)
    close(file)
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(terminal.screen.lines[0].hasPrefix("Imported 1 event: "))
    #expect(terminal.screen.lines[1] == "")
  }
}
