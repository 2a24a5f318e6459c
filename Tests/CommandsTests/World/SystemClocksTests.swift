import EventLog
import Logbook
import Foundation
import Testing

@testable import Commands
import Text

@Suite struct SystemClocksTests {
  private func identity(proc: String) -> (bootID: String, device: String, offset: Int64) {
    let device = DeviceID(id: "device", pendingFolder: nil)
    let clock = SystemClocks.identity(device: device, proc: proc)
    return (clock.bootID, clock.device, clock.offset)
  }

  @Test func `processes of one boot share its clock`() throws {
    let shell = Shell()
    let kernel = shell.folder + "/sys/kernel/random"
    try FileManager.default.createDirectory(atPath: kernel, withIntermediateDirectories: true)
    try "11111111-2222-3333-4444-555555555555\n".write(
      toFile: kernel + "/boot_id", atomically: true, encoding: .utf8)
    #expect(identity(proc: shell.folder) == identity(proc: shell.folder))
    #expect(identity(proc: shell.folder).bootID == "11111111-2222-3333-4444-555555555555")
  }

  @Test func `a process without a boot id has its own clock`() {
    let shell = Shell()
    let (one, other) = (identity(proc: shell.folder), identity(proc: shell.folder))
    #expect(one.bootID != other.bootID)
    #expect(one.device == other.device)
    #expect(one.offset == 0)
  }
}
