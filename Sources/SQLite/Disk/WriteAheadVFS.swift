import CSQLite
import Glibc

/// A layer over a virtual file system of SQLite that changes two things about opening a file.
///
/// SQLite opens a write-ahead file with O_CREAT, and does not know whether the file existed.
/// Therefore the first sync of each connection also syncs the folder (`unixOpen` and `unixSync` in
/// os_unix.c), which takes about as long as a sync of the file. Only a new file needs it, and it
/// gets it before it has a frame: "Sync the header" precedes the first frame (`sqlite3WalFrames` in
/// wal.c). So the name of a file with a frame is durable. This layer opens such a file without the
/// flag to create it, and SQLite does not sync its folder.
///
/// If a file cannot be opened for writing, SQLite opens it for reading, whatever the reason
/// (`unixOpen`). A lack of descriptors that passes at once would then end as "attempt to write a
/// readonly database". This layer reports the first reason, unless it is a lack of permission.
package enum WriteAheadVFS {
  /// The name of the layer over SQLite's default file system; nil if there is none.
  static let standard = layered(over: nil)

  /// The beginning of the name of a layer; the name of the file system below follows.
  private static let prefix: StaticString = "laptimer over "

  /// Registers a layer over another file system, by default SQLite's, and returns its name; nil if
  /// there is no such file system.
  ///
  /// SQLite never frees the layer.
  package static func layered(over name: String?) -> String? {
    guard let below = sqlite3_vfs_find(name), let name = below.pointee.zName else { return nil }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    let layerName = "\(prefix)" + String(cString: name)
    layer.initialize(to: below.pointee)
    layer.pointee.pNext = nil
    layer.pointee.zName = UnsafePointer(strdup(layerName))
    layer.pointee.xOpen = { layer, path, file, flags, given in
      guard let name = layer?.pointee.zName,
        let below = sqlite3_vfs_find(name + WriteAheadVFS.prefix.utf8CodeUnitCount)
      else { return SQLITE_CANTOPEN }
      let isOldLog = flags & SQLITE_OPEN_WAL != 0 && path.map(WriteAheadVFS.hasFrame) == true
      let flags = isOldLog ? flags & ~SQLITE_OPEN_CREATE : flags
      var opened: Int32 = 0
      errno = 0
      let code = below.pointee.xOpen(below, path, file, flags, &opened)
      given?.pointee = opened
      guard code == SQLITE_OK, flags & SQLITE_OPEN_READWRITE != 0,
        opened & SQLITE_OPEN_READONLY != 0
      else { return code }
      // The system's successful calls do not change `errno`.
      let reason = errno
      guard SystemError(call: "open", path: "", number: reason).isOfMachine else { return code }
      _ = file?.pointee.pMethods?.pointee.xClose(file)
      file?.pointee.pMethods = nil
      errno = reason
      return SQLITE_CANTOPEN
    }
    return sqlite3_vfs_register(layer, 0) == SQLITE_OK ? layerName : nil
  }

  /// Whether a write-ahead file is longer than its header.
  private static func hasFrame(_ path: UnsafePointer<CChar>) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > Connection.writeAheadHeaderSize
  }
}
