import Foundation
import ProcessTestSupport
import Testing
import Text
import TimingTestSupport

@testable import Host

struct DeviceIDTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The id that a process finds with the test's folder as its home.
  func find(_ variables: [String: String]? = nil) -> DeviceID {
    let variables = variables ?? ["HOME": folder.path]
    return DeviceID.ofThisMachine(
      environment: { variables[$0] }, machineFiles: [folder("machine-id")])
  }

  @Test func `the device id is the hashed machine id`() throws {
    let id = "0123456789abcdef0123456789abcdef"
    try (id + "\n").write(toFile: folder("machine-id"), atomically: false, encoding: .utf8)
    let device = find()
    #expect(device.id == find().id && device.pendingFolder == nil && !device.id.contains(id))
    device.keep()
    #expect(folder.names == ["machine-id"])
  }

  @Test func `without a machine id a random id is used, and written only by keep`() {
    let device = find()
    #expect(device.id != find().id)
    #expect(folder.names == [])
    device.keep()
    #expect(find().id == device.id && find().pendingFolder == nil)
    #expect(ScratchFolder.names(in: folder(".local/state/laptimer")) == ["device"])
  }

  @Test func `of several random ids, the first one stored stays`() {
    let (first, second) = (find(), find())
    first.keep()
    second.keep()
    #expect(find().id == first.id)
    #expect(ScratchFolder.names(in: folder(".local/state/laptimer")) == ["device"])
  }

  @Test func `without a writable folder the id is unknown`() throws {
    #expect(find([:]).id == "unknown")
    try "mine".write(toFile: folder("file"), atomically: false, encoding: .utf8)
    #expect(find(["XDG_STATE_HOME": folder("file")]).id == "unknown")
    // A file of another program at this path stays unchanged.
    let state = folder("state/laptimer")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try "mine".write(toFile: state + "/device", atomically: false, encoding: .utf8)
    let device = find(["XDG_STATE_HOME": folder("state")])
    device.keep()
    #expect(device.id == "unknown")
    #expect(try String(contentsOfFile: state + "/device", encoding: .utf8) == "mine")
  }

  private func identity(proc: String) -> (bootID: String, device: String, offset: Int64) {
    let device = DeviceID(id: "device", pendingFolder: nil)
    let clock = SystemClocks.identity(device: device, proc: proc)
    return (clock.bootID, clock.device, clock.offset)
  }

  @Test func `processes of one boot share a clock, one without a boot id has its own`() throws {
    let (one, other) = (identity(proc: folder.path), identity(proc: folder.path))
    #expect(one.bootID != other.bootID)
    #expect(one.device == other.device)
    #expect(one.offset == 0)
    let kernel = folder("sys/kernel/random")
    try FileManager.default.createDirectory(atPath: kernel, withIntermediateDirectories: true)
    try writeFile("11111111-2222-3333-4444-555555555555\n".utf8, to: kernel + "/boot_id")
    #expect(identity(proc: folder.path) == identity(proc: folder.path))
    #expect(identity(proc: folder.path).bootID == "11111111-2222-3333-4444-555555555555")
  }

  @Test(arguments: [
    "stop", "resume", "lap", "mark pit", "undo", "redo", "amend 1 --by 1", "remove 1",
    "plan --laps 3", "name A", "tag a", "discard 1", "status 1", "show", "events 1", "replay 1",
    "export 1", "backup copy.db", "backup --restore none.db", "rebuild", "check", "list",
    "start A --session 1", "start A --laps 0", "start ''", "import none", "watch 1",
    "no-such-command",
    "query 'SELECT nothing'", "record", "import -", "lap --at 2027-01-15T09:00:00Z",
  ])
  func `a command that appends no event creates no log, no folder and no id`(line: String) throws {
    let shell = Shell()
    let before = try FileManager.default.subpathsOfDirectory(atPath: shell.folder)
    let db = shell.folder + "/data/laptimer/laptimer.db"
    let answer = shell(line + " --db \(db)", input: "lap\nstop\nnonsense\n")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: shell.folder) == before, "\(answer)")
    #expect(shell.storedDeviceIDs == 0)
  }

  @Test func `the id is stored with the first event only`() {
    let shell = Shell()
    #expect(shell("lap").exit == 1 && shell.storedDeviceIDs == 0)
    #expect(shell("start A").exit == 0 && shell.storedDeviceIDs == 1)
    #expect(shell("lap").exit == 0 && shell("start B").exit == 1 && shell.storedDeviceIDs == 1)
    // After a reboot the machine has another clock.
    shell.machine.reboot(lasting: .seconds(60))
    #expect(shell("start B").exit == 1 && shell.storedDeviceIDs == 1)
    #expect(shell("lap").exit == 0 && shell.storedDeviceIDs == 2)
  }
}
