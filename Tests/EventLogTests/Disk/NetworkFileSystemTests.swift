import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct NetworkFileSystemTests {
  static let mounts = """
    22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
    51 22 0:45 / /home/a/remote rw,nosuid shared:9 - fuse.sshfs host:/ rw,user_id=1000
    52 22 0:46 / /mnt/windows rw - fuseblk /dev/sdb1 rw
    53 22 0:47 / /home/a/vault rw - fuse.gocryptfs /home/a/cipher rw

    """

  @Test(arguments: [
    (0x6969, "NFS"), (0xff53_4d42, "CIFS"), (0xfe53_4d42, "SMB2"), (0x0102_1997, "9P"),
    (0x00c3_6400, "Ceph"), (0x7375_7245, "Coda"), (0x0bd0_0bd0, "Lustre"),
  ])
  func `network file systems are recognized by their number`(kind: UInt32, name: String) {
    var disk = Disk.live
    disk.kind = { _ in kind }
    #expect(NetworkFileSystem.name(of: "/", on: disk) == name)
  }

  @Test(arguments: [0xef53, 0x0102_1994, 0x5846_5342, 0x9123_683e, 0x794c_7630])
  func `local ones are not refused`(kind: UInt32) {
    var disk = Disk.live
    disk.kind = { _ in kind }
    #expect(NetworkFileSystem.name(of: "/", on: disk) == nil)
  }

  @Test func `a FUSE file system is recognized by its mount type`() {
    let name = { NetworkFileSystem.fuseName(ofDevice: $0, in: Self.mounts) }
    #expect(name("0:45") == "sshfs")
    #expect(name("0:46") == nil)
    #expect(name("0:47") == nil)
    #expect(name("0:99") == nil)
  }

  @Test func `the file system of this machine is read`() throws {
    #expect(Disk.live.kind("/proc") == 0x9fa0)
    #expect(Disk.live.kind("/no such place") == nil)
  }
}
