import Glibc

/// The file systems that do not support write-ahead logging.
///
/// "All processes using a database must be on the same host computer; WAL does not work over a
/// network filesystem" (wal.html). A log there would be lost silently, so it is refused.
package enum NetworkFileSystem {
  /// Returns the name of the network file system of `path`, or `nil` if it is a local one.
  package static func name(of path: String, on disk: Disk) -> String? {
    guard let kind = disk.kind(path) else { return nil }
    return kind == fuse ? fuseName(of: path) : name(ofKind: kind)
  }

  /// Returns the name of a remote file system in user space, or `nil` for a local one.
  ///
  /// The mount type distinguishes them. Most of them are local (NTFS, encrypted folders), and
  /// refusing those has no benefit. The type is only in /proc: if that is not mounted, each counts
  /// as local.
  private static func fuseName(of path: String) -> String? {
    guard let device = FileStatus(path)?.device, let mounts = contents(of: "/proc/self/mountinfo")
    else { return nil }
    // makedev(3): the major number in bits 8–19 and 44–63, the minor in 0–7 and 20–43.
    let major = device >> 8 & 0xfff | device >> 32 & 0xffff_f000
    let minor = device & 0xff | device >> 12 & 0xffff_ff00
    let number = "\(major):\(minor)"
    return fuseName(ofDevice: number, in: mounts)
  }

  /// Returns the name of a device's remote file system from the text of `/proc/self/mountinfo`
  /// (proc(5)).
  package static func fuseName(ofDevice number: String, in mounts: String) -> String? {
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == number,
        let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
      else { continue }
      let kind = fields[dash + 1]
      guard kind.hasPrefix("fuse.") else { return nil }
      let name = String(kind.dropFirst(5))
      return isRemote(name) ? name : nil
    }
    return nil
  }

  private static func isRemote(_ kind: String) -> Bool {
    switch kind {
    case "sshfs", "rclone", "s3fs", "gcsfuse", "goofys", "glusterfs", "ceph", "ceph-fuse",
      "curlftpfs", "davfs", "davfs2", "gvfsd-fuse", "smbnetfs", "juicefs", "seaweedfs", "moosefs",
      "mfs", "google-drive-ocamlfuse", "onedriver", "kio-fuse", "nfs", "fuse-nfs":
      true
    default: false
    }
  }

  private static let fuse: UInt32 = 0x6573_5546

  /// Returns the name for an `f_type` of statfs(2), from that page and linux/magic.h.
  ///
  /// It is a switch since every command calls it: creating the type of a dictionary at run time
  /// alone costs as much as about twenty system calls.
  private static func name(ofKind kind: UInt32) -> String? {
    switch kind {
    case 0x0000_6969: "NFS"
    case 0x0000_517b: "SMB"
    case 0xff53_4d42: "CIFS"
    case 0xfe53_4d42: "SMB2"
    case 0x0102_1997: "9P"
    case 0x5346_414f, 0x6b41_4653: "AFS"
    case 0x7375_7245: "Coda"
    case 0x00c3_6400: "Ceph"
    case 0x0116_1970: "GFS2"
    case 0x7461_636f: "OCFS2"
    case 0x0bd0_0bd0: "Lustre"
    case 0x0000_564c: "NCP"
    case 0x4750_4653: "GPFS"
    case 0x1983_0326: "BeeGFS"
    case 0xaad7_aaea: "PanFS"
    case 0x786f_4256: "VirtualBox shared folder"
    case 0xbacb_acbc: "VMware shared folder"
    case 0x7c7c_6673: "Parallels shared folder"
    default: nil
    }
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
