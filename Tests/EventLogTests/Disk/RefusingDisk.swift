import SQLite

extension Disk {
  /// The real disk, where one kind of call fails with an error number.
  static func refusing(_ call: String, _ number: Int32) -> Disk {
    var disk = Disk.live
    let refuse: @Sendable (String) throws(SystemError) -> Void = { path throws(SystemError) in
      throw SystemError(call: call, path: path, number: number)
    }
    switch call {
    case "makeFolder": disk.makeFolder = refuse
    case "makeFile": disk.makeFile = refuse
    case "sync": disk.sync = refuse
    case "rename":
      disk.rename = { _, to throws(SystemError) in try refuse(to) }
      disk.renameAsNew = disk.rename
    default: break
    }
    return disk
  }
}
