import Glibc
import SQLite

extension LogFile {
  /// Finds the target of the path without opening or changing anything; throws the reason why there
  /// can be no log, or why it must not be examined.
  ///
  /// An empty file counts as nothing. The path is that of the log without links, or that of a new
  /// log.
  func resolve() throws(OpeningError) -> (path: String, isLog: Bool) {
    guard let status = FileStatus(path) else {
      let error = SystemError(call: "stat", path: path, number: errno)
      switch error.number {
      // Nothing exists below a file either; creating a log there reports the reason.
      case ENOENT, ENOTDIR: return (try pathToBe(), false)
      case EACCES: throw .noPermission(path: path)
      case _ where error.isOfMachine: throw .unreachable(path: path, error)
      default: throw .cannotMake(path: path, error)
      }
    }
    guard status.isFile else { throw .notAFile(path: path) }
    guard let resolved = realPath(path) else {
      let number = errno
      switch number {
      case EILSEQ: throw .notUTF8(path: path)
      case EACCES, EPERM: throw .noPermission(path: path)
      default:
        throw .unreachable(
          path: path, SystemError(call: "realpath", path: path, number: number))
      }
    }
    if let name = NetworkFileSystem.name(of: resolved, on: disk) {
      throw .networkFileSystem(path: path, name: name)
    }
    return (resolved, status.size > 0)
  }

  /// Returns the path of a new log: for a dangling link, the target of the link.
  private func pathToBe() throws(OpeningError) -> String {
    var place = path
    for _ in 0..<8 {
      guard let bytes = linkTarget(place) else { return place }
      guard let target = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(path: path)
      }
      place = target.hasPrefix("/") ? target : folder(of: place) + "/" + target
    }
    throw .cannotMake(path: path, SystemError(call: "readlink", path: path, number: ELOOP))
  }
}

extension LogFile {
  /// Refuses a path without a log if it has files of a log that was removed, emptied or moved.
  ///
  /// SQLite would play such a write-ahead file or journal into the next log at this path, and a
  /// process that still has the old log open shares its index.
  func refuseLeftovers(beside place: String) throws(OpeningError) {
    let files = Draft.companions.map { place + $0 }.filter {
      FileStatus($0, followingLink: false).map { $0.isFile && $0.size > 0 } ?? false
    }
    if files.isEmpty { return }
    // A log gets its name before it gets these files, so another process may have just created one.
    if let log = FileStatus(place), log.size > 0 { return }
    throw .leftover(path: path, files: files)
  }
}

/// Returns the absolute path without links, or `nil` with the reason in `errno`.
///
/// The reason is `EILSEQ` for a path that is not UTF-8: a repaired one would lead to another file.
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  let text = String(validatingCString: resolved)
  free(resolved)
  if text == nil { errno = EILSEQ }
  return text
}

/// Returns a path with the real path of its folder, as far as that is known.
///
/// SQLITE_OPEN_NOFOLLOW rejects links among the folders as well; links of folders are allowed here.
func resolvingFolder(of path: String) -> String {
  guard let folder = realPath(folder(of: path)) else { return path }
  return (folder == "/" ? "" : folder) + "/" + fileName(of: path)
}

private func linkTarget(_ path: String) -> [UInt8]? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { characters in
      characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
    }
    return count < 0 ? nil : Array(buffer[..<count])
  }
}
