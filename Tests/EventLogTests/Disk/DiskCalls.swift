import EventLog
import Logbook
import Synchronization
import SQLite

final class DiskCalls: Sendable {
  private let calls = Mutex<[String]>([])

  var list: [String] { calls.withLock { $0 } }
  func clear() { calls.withLock { $0 = [] } }

  /// The real disk with its calls recorded, their paths relative to `root`.
  func recording(under root: String) -> Disk {
    var disk = Disk.live
    @Sendable func note(_ call: String, _ path: String) {
      calls.withLock { $0.append(call + " " + path.dropFirst(root.count)) }
    }
    let live = disk
    func noted(
      _ call: String, _ live: @escaping @Sendable (String) throws(SystemError) -> Void
    ) -> @Sendable (String) throws(SystemError) -> Void {
      { path throws(SystemError) in
        note(call, path)
        try live(path)
      }
    }
    disk.makeFolder = noted("makeFolder", live.makeFolder)
    disk.makeFile = noted("makeFile", live.makeFile)
    disk.sync = noted("sync", live.sync)
    disk.rename = { from, to throws(SystemError) in
      note("rename", to)
      try live.rename(from, to)
    }
    disk.renameAsNew = { from, to throws(SystemError) in
      note("renameAsNew", to)
      try live.renameAsNew(from, to)
    }
    return disk
  }

  /// The real disk, where one kind of call fails with an error number.
  func refusing(_ call: String, _ number: Int32) -> Disk {
    var disk = Disk.live
    switch call {
    case "makeFolder": disk.makeFolder = refusal(call, number)
    case "makeFile": disk.makeFile = refusal(call, number)
    case "sync": disk.sync = refusal(call, number)
    case "rename":
      disk.rename = { _, to throws(SystemError) in
        throw SystemError(call: call, path: to, number: number)
      }
      disk.renameAsNew = disk.rename
      disk.exchange = disk.rename
    default: break
    }
    return disk
  }

  private func refusal(
    _ call: String, _ number: Int32
  ) -> @Sendable (String) throws(SystemError) -> Void {
    { path throws(SystemError) in throw SystemError(call: call, path: path, number: number) }
  }
}
